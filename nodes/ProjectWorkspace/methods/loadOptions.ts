import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { asHtml } from '../texts';
import { fieldChoices } from './fieldNames';
import { withLiterals } from './literals';
import { readForEditor, reasonOf, SAMPLE, shownResource } from './readForEditor';

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
