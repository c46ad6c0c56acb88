import type {
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { recordLabel } from '../records/fields';
import { isObject } from '../records/value';
import { asHtml, joinSentences } from '../texts';
import { mapperFields } from './fieldNames';
import { isEvaluated, withLiterals } from './literals';
import { readForEditor, reasonOf, SAMPLE, shownResource } from './readForEditor';

/** The editor shows nothing at all of an error here, so the notice says it. */
async function getFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const resource = shownResource(this);
	if (resource === undefined) return { fields: [], emptyFieldsNotice: NOT_DOCUMENTED };
	try {
		const { records } = await readForEditor(this, resource, SAMPLE);
		if (records.length === 0) return { fields: savedFields(this), emptyFieldsNotice: EMPTY };

		// The editor saves an ID as a key, for which there is no literal.
		const fields = mapperFields(records).filter(({ id }) => !isEvaluated(id));
		const project = fields.find(({ id }) => resource === 'task' && id === 'project_id');
		if (project) await offerProjects(this, project);
		return withLiterals({ fields });
	} catch (error) {
		const { message, description } = reasonOf(error);
		const emptyFieldsNotice = asHtml(joinSentences([message, description]));
		return { fields: savedFields(this), emptyFieldsNotice };
	}
}

const NOT_DOCUMENTED =
	"The service does not document which fields you can send. Add fields by name in 'Additional Fields', or set 'Specify Body' to 'JSON'.";

const EMPTY =
	"No fields were found, because there are no records yet. Add fields by name in 'Additional Fields'. To match on one, enter its name in 'Match On Other Fields' under 'Options'.";

/** Without them, the editor would delete what the person has mapped. It empties them itself for another resource. */
function savedFields(context: ILoadOptionsFunctions): ResourceMapperField[] {
	const mapper: unknown = context.getCurrentNodeParameter('fields');
	if (!isObject(mapper) || !Array.isArray(mapper.schema)) return [];
	return mapper.schema as unknown as ResourceMapperField[]; // as the editor saves it
}

/** With more projects, or if they cannot be read, the field takes an ID. */
const MOST_PROJECTS = 100;

/** The project of a task is selected by its name. */
async function offerProjects(
	context: ILoadOptionsFunctions,
	field: ResourceMapperField,
): Promise<void> {
	try {
		const { records, hasMore } = await readForEditor(context, 'project', { limit: MOST_PROJECTS });
		if (hasMore) return;
		const labels = records.flatMap((record) => recordLabel(record, 'project') ?? []);
		field.type = 'options';
		field.options = labels.map(({ id, name }) => ({ name, value: id }));
	} catch {
		return;
	}
}

export const resourceMapping = { getFields };
