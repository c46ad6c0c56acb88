import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { findOperation, resourcesByName, type ResourceName } from '../resources';
import { asHtml } from '../texts';
import { fieldChoices } from './fieldNames';
import { withLiterals } from './literals';
import { readForEditor, reasonOf } from './readForEditor';

/** Fields are not documented, so they are those of the first page of records. */
export const SAMPLE = { maxPages: 1 };

/** The resource whose records the selected operation is about; undefined if it is about something else. */
export function shownResource(context: ILoadOptionsFunctions): ResourceName | undefined {
	const selected = String(context.getCurrentNodeParameter('resource'));
	const resource = Object.values(resourcesByName).find(({ value }) => value === selected);
	// The polling trigger has no operation: it reads the list.
	const operation = String(context.getCurrentNodeParameter('operation') ?? 'getAll');
	if (!resource || findOperation(resource.value, operation)?.endpoint.about) return undefined;
	return resource.value;
}

/** The fields of the service's records, for 'Filters', 'Sort', 'Selected Fields' and 'Watch Fields'. */
async function getOutputFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const resource = shownResource(this);
	if (resource === undefined) return [];
	try {
		const { records } = await readForEditor(this, resource, SAMPLE);
		return withLiterals(fieldChoices(records));
	} catch (error) {
		const { message, description } = reasonOf(error);
		throw new NodeOperationError(this.getNode(), asHtml(message), {
			description: asHtml(description),
		});
	}
}

export const loadOptions = { getOutputFields };
