import type {
	FieldType,
	IDataObject,
	ILoadOptionsFunctions,
	INodePropertyOptions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { findOperation, resourceNamed, type Resource, type ResourceName } from '../catalogue';
import { asHtml, briefly, inBrief } from '../texts';
import { isSetByService, recordLabel } from '../records/fieldNames';
import { isNothing, isObject } from '../records/value';
import { ok } from '../result';
import { readAtLeast } from './recordLists';

/** Enough to find the fields that most records have. The newest may have more. */
export const SAMPLED_RECORDS = 50;

/** The selected operation, if it is about records. The polling trigger has none: it reads the list. */
function shownOperation(context: ILoadOptionsFunctions) {
	const resource = String(context.getCurrentNodeParameter('resource'));
	const value = String(context.getCurrentNodeParameter('operation') ?? 'getAll');
	const operation = findOperation(resource, value);
	return operation?.endpoint?.about ? undefined : operation;
}

async function sampledRecords(context: ILoadOptionsFunctions, resource: Resource) {
	const list = await readAtLeast(context, resource, {}, SAMPLED_RECORDS);
	if (!list.ok) return list;
	const { records } = list.value;
	const first = records.slice(0, SAMPLED_RECORDS);
	return ok([...first, ...records.slice(-SAMPLED_RECORDS), ...(await list.value.newest())]);
}

/** The fields of the service's records, for 'Selected Fields' and 'Filters'. */
export async function getOutputFields(this: ILoadOptionsFunctions) {
	const operation = shownOperation(this);
	const sampled = operation ? await sampledRecords(this, operation.subject) : ok([]);
	if (sampled.ok) return fieldChoices(sampled.value);
	const { message, description } = sampled.problem;
	throw new NodeOperationError(this.getNode(), asHtml(briefly(message)), {
		description: asHtml(description),
	});
}

/** The editor shows an empty value as faulty unless it is in the list. */
export async function getCountFields(this: ILoadOptionsFunctions) {
	return [{ name: 'None (Total Only)', value: '' }, ...(await getOutputFields.call(this))];
}

/** Fields of an object follow the object: `owner.email` as "Owner › Email". */
export function fieldChoices(records: readonly IDataObject[]): INodePropertyOptions[] {
	const choices = [...fieldTitles(records)].flatMap(([field, title]) => {
		const inside = records.map((record) => record[field]).filter(isObject);
		return [
			{ name: withName(title, field), value: field },
			...[...fieldTitles(inside)].map(([inner, innerTitle]) => ({
				name: withName(`${title} › ${innerTitle}`, `${field}.${inner}`),
				value: `${field}.${inner}`,
			})),
		];
	});
	return choices.slice(0, MAX_OFFERED);
}

/** The fields of records are not documented, so they are read from the records that the service returns. */
export async function getFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const operation = shownOperation(this);
	if (!operation) return { fields: [], emptyFieldsNotice: NOT_DOCUMENTED };
	const { subject: resource } = operation;
	const sentSeparately = operation.endpoint?.references?.map(({ sendAs }) => sendAs);
	const sampled = await sampledRecords(this, resource);
	const fields = mappableFields(sampled.ok ? sampled.value : [], sentSeparately);
	const { narrowedBy } = resource;
	const owner = fields.find(({ id, readOnly }) => id === narrowedBy?.sendAs && !readOnly);
	if (narrowedBy && owner) Object.assign(owner, await pickedFrom(this, narrowedBy.resource));
	if (fields.length > 0) return { fields };
	// Otherwise the editor would delete them, with the values that the person has mapped.
	const saved = savedFields(this.getCurrentNodeParameter('fields'));
	const notice = sampled.ok ? EMPTY : asHtml(inBrief(sampled.problem));
	return { fields: saved, emptyFieldsNotice: notice };
}

/** The editor empties them itself where another resource is chosen. */
const savedFields = (mapper: unknown): ResourceMapperField[] =>
	isObject(mapper) && Array.isArray(mapper.schema)
		? (mapper.schema as unknown as ResourceMapperField[]) // as the editor saves it
		: [];

/** With more records, or if they cannot be read, the field takes an ID as text or expression instead of a list. */
const MAX_OWNERS = 100;

/** A field with the ID of another record, such as a task's project, is selected by the record's name. */
async function pickedFrom(
	context: ILoadOptionsFunctions,
	name: ResourceName,
): Promise<Pick<ResourceMapperField, 'type' | 'options'>> {
	const owner = resourceNamed(name);
	const found = await readAtLeast(context, owner, {}, MAX_OWNERS + 1);
	if (!found.ok || found.value.records.length > MAX_OWNERS) return { type: 'string' };
	const labels = found.value.records.flatMap((record) => recordLabel(record, name) ?? []);
	const options = labels.map((label) => ({ name: label.name, value: label.id }));
	return { type: 'options', options };
}

const EMPTY =
	"No fields found, because there are no records yet. Add fields by name under 'Additional Fields'. To match on a field, enter its name in 'Match On' under 'Options'.";

const NOT_DOCUMENTED =
	"The service does not document which fields you can send. Add fields by name under 'Additional Fields', or set 'Specify Body' to 'JSON'.";

/**
 * One column for each field that any record has, in the order in which they first appear.
 * @param sentSeparately fields that have their own parameter
 */
export function mappableFields(
	records: readonly IDataObject[],
	sentSeparately: readonly string[] = [],
): ResourceMapperField[] {
	return [...fieldTitles(records)].map(([id, title]) => {
		const readOnly = isSetByService(id) || sentSeparately.includes(id);
		const values = records.map((record) => record[id] ?? null).filter((value) => value !== null);
		const types = new Set(values.map(typeOf));
		const [only] = types;
		return {
			id,
			displayName: withName(title, id),
			required: false,
			defaultMatch: false,
			// Objects and lists cannot be matched on; a field without any value yet can.
			canBeUsedToMatch: values.length === 0 || values.some((value) => typeof value !== 'object'),
			// Values of an unknown type are sent as they are.
			...(types.size === 1 ? { type: only } : {}),
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

/** Always written in capitals. */
const INITIALS = new Set(['id', 'url', 'uuid', 'api']);

/** More than a person looks through. Any other field can be entered by its name. */
export const MAX_OFFERED = 1_000;

/**
 * Labels of the fields that any record has: `due_date` and `dueDate` become "Due Date". If two fields would have the same
 * label, both keep their names.
 */
export function fieldTitles(records: readonly IDataObject[]): Map<string, string> {
	const all = new Set(records.flatMap(Object.keys));
	// A list cannot show a name without a character to see.
	const names = [...all].filter((name) => !isNothing(name)).slice(0, MAX_OFFERED);
	const titles = names.map((name) => [name, titleOf(name)] as const);
	const counts = new Map<string, number>();
	for (const [, title] of titles) counts.set(title, (counts.get(title) ?? 0) + 1);
	return new Map(titles.map(([name, title]) => [name, counts.get(title) === 1 ? title : name]));
}

/** With the name, where it is not obvious: `Due Date (due_date)`. Free text and expressions need it. */
const withName = (title: string, name: string) =>
	title.toLowerCase() === name.toLowerCase() ? title : `${title} (${name})`;

function titleOf(name: string): string {
	const words = name.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2').split(/[-_\s]+/);
	return words.map(capitalized).join(' ').trim() || name;
}

const capitalized = (word: string) =>
	INITIALS.has(word.toLowerCase())
		? word.toUpperCase()
		: `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
