import type {
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { isObject } from '../records/value';
import { asHtml, joinSentences } from '../texts';
import { mapperFields } from './fieldNames';
import { isEvaluated, withLiterals } from './literals';
import { readForEditor, reasonOf, SAMPLE, shownResource } from './readForEditor';

/** The editor shows nothing at all of an error here, so the notice says it. */
async function getFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const resource = shownResource(this);
	if (resource === undefined) return { fields: [], emptyFieldsNotice: FIELDS_NOT_DOCUMENTED };
	try {
		const { records } = await readForEditor(this, resource, SAMPLE);
		if (records.length === 0) return { fields: savedFields(this), emptyFieldsNotice: EMPTY };

		// The editor saves an ID as a key, for which there is no literal.
		const fields = mapperFields(records).filter(({ id }) => !isEvaluated(id));
		return withLiterals({ fields });
	} catch (error) {
		const { message, description } = reasonOf(error);
		const emptyFieldsNotice = asHtml(joinSentences([message, description]));
		return { fields: savedFields(this), emptyFieldsNotice };
	}
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

export const resourceMapping = { getFields };
