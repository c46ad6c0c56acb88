import type {
	FieldType,
	IDataObject,
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { resourceNamed, type ResourceName } from '../catalogue';
import { isSetByService, recordLabel } from '../records/fieldNames';
import { readAtLeast } from './recordLists';
import { chosenOperation, fieldTitles, sampledRecords } from './recordFields';

/** The fields of records are not documented, so they are read from the records that the service returns. */
export async function getFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const operation = chosenOperation(this);
	if (operation?.endpoint?.about) return { fields: [], emptyFieldsNotice: NOT_DOCUMENTED };
	const references = operation?.endpoint?.references ?? [];
	const sentSeparately = references.map(({ sendAs }) => sendAs);
	const fields = fieldsOf(await sampledRecords(this), sentSeparately);
	const narrowedBy = operation?.records.narrowedBy;
	const owner = fields.find(({ id, readOnly }) => id === narrowedBy?.sendAs && !readOnly);
	if (narrowedBy && owner) Object.assign(owner, await pickedFrom(this, narrowedBy.resource));
	if (fields.length > 0) return { fields };
	// Operations that match on fields have no 'Specify Body'.
	const isMatching = operation?.endpoint?.canMatch
		? this.getCurrentNodeParameter('findBy') === 'match'
		: operation !== undefined && !operation.endpoint;
	return { fields: [], emptyFieldsNotice: isMatching ? NOTHING_TO_MATCH : EMPTY };
}

/** With more records, or if they cannot be read, the field takes an ID as text or expression instead of a list. */
const MAX_OWNERS = 100;

/** A field with the ID of another record, such as a task's project, is selected by the record's name. */
async function pickedFrom(
	context: ILoadOptionsFunctions,
	name: ResourceName,
): Promise<Pick<ResourceMapperField, 'type' | 'options'>> {
	const owner = resourceNamed(name);
	const found = await readAtLeast(context, owner, {}, MAX_OWNERS + 1).catch(() => undefined);
	if (!found || found.records.length > MAX_OWNERS) return { type: 'string' };
	const labels = found.records.flatMap((record) => recordLabel(record, name) ?? []);
	return {
		type: 'options',
		options: labels.map(({ id, name: label }) => ({ name: label, value: id })),
	};
}

const EMPTY =
	"No fields found, because there are no records yet. Add fields by name under 'Additional Fields', or set 'Specify Body' to 'JSON'.";

const NOTHING_TO_MATCH =
	"No fields to match on found, because there are no records yet. Create the first one with the operation 'Create'.";

const NOT_DOCUMENTED =
	"The service does not document which fields you can send. Add fields by name under 'Additional Fields', or set 'Specify Body' to 'JSON'.";

/**
 * One column for each field that any record has, in the order in which they first appear.
 * @param sentSeparately fields that have their own parameter
 */
export function fieldsOf(
	records: readonly IDataObject[],
	sentSeparately: readonly string[] = [],
): ResourceMapperField[] {
	return [...fieldTitles(records)].map(([id, displayName]) => {
		const readOnly = isSetByService(id) || sentSeparately.includes(id);
		const values = records.map((record) => record[id] ?? null).filter((value) => value !== null);
		const types = new Set(values.map(typeOf));
		const [only = 'string'] = types;
		return {
			id,
			displayName,
			required: false,
			defaultMatch: false,
			// Objects and lists cannot be matched on.
			canBeUsedToMatch: values.some((value) => typeof value !== 'object'),
			type: types.size > 1 ? 'string' : only,
			readOnly,
			// Hidden, because it cannot be set here.
			...(readOnly ? { display: false, removed: true } : { display: true }),
		};
	});
}

function typeOf(value: unknown): FieldType {
	if (Array.isArray(value)) return 'array';
	const type = typeof value;
	if (type === 'number' || type === 'boolean' || type === 'object') return type;
	// A date without a time stays a string, because n8n would add a time and a zone.
	return /^\d{4}-\d{2}-\d{2}T\d/.test(String(value)) ? 'dateTime' : 'string';
}
