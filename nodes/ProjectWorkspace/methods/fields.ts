import type {
	ILoadOptionsFunctions,
	INodePropertyOptions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { UserError } from '../errors';
import { isObject } from '../records/value';
import { asHtml, joinSentences } from '../texts';
import { fieldChoices, mapperFields } from './fieldNames';
import { isEvaluated, withLiterals } from './literals';
import { readForEditor, SAMPLE, shownResource } from './readForEditor';

/** The fields of the service's records, for 'Filters', 'Sort', 'Selected Fields' and 'Watch Fields'. */
export async function getOutputFields(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const resource = shownResource(this);
	if (resource === undefined) return [];

	const sample = await readForEditor(this, resource, SAMPLE);
	if (!(sample instanceof UserError)) return withLiterals(fieldChoices(sample.records));
	throw new NodeOperationError(this.getNode(), asHtml(sample.message), {
		description: asHtml(sample.description),
	});
}

/** The fields of the mapper. The editor shows nothing at all of an error here, so the notice says it. */
export async function getFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const resource = shownResource(this);
	if (resource === undefined) return { fields: [], emptyFieldsNotice: FIELDS_NOT_DOCUMENTED };

	const sample = await readForEditor(this, resource, SAMPLE);
	if (sample instanceof UserError) {
		const notice = asHtml(joinSentences([sample.message, sample.description]));
		return { fields: savedFields(this), emptyFieldsNotice: notice };
	}
	if (sample.records.length === 0) {
		return { fields: savedFields(this), emptyFieldsNotice: EMPTY };
	}
	// The editor saves an ID as a key, for which there is no literal.
	const fields = mapperFields(sample.records).filter(({ id }) => !isEvaluated(id));
	return withLiterals({ fields });
}

const FIELDS_NOT_DOCUMENTED =
	"The service does not document which fields you can send. Add fields by name in 'Additional Fields', or set 'Specify Body' to 'JSON'.";

const EMPTY =
	"No fields were found, because there are no records yet. Add fields by name in 'Additional Fields'. To match on one, enter its name in 'Match On Other Fields' under 'Options'.";

/** The fields that the person has mapped, which the editor would delete otherwise. It empties them itself for another resource. */
function savedFields(context: ILoadOptionsFunctions): ResourceMapperField[] {
	const mapper: unknown = context.getCurrentNodeParameter('fields');
	if (!isObject(mapper) || !Array.isArray(mapper.schema)) return [];
	return mapper.schema as unknown as ResourceMapperField[]; // as the editor saves it
}
