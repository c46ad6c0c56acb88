import { ID_FIELDS, isRecord, plainName } from './fieldNames';
import { isObject, type JsonObject } from './json';
import { textOf } from './value';

/**
 * The ID of the record that contains this one: `project_id`, `projectId`, or the object `project`; empty if the record
 * does not say.
 * @param wanted the ID by which a person or a list knows it; returned if it is the same in another form
 */
export function parentId(record: JsonObject, name: string, wanted: string): string {
	const places = placesOf(record, name);
	return places.some(({ text }) => isSameId(text, wanted))
		? wanted
		: (places.find(({ isOwn, text }) => isOwn && text !== '')?.text ?? '');
}

/** Where a record has the ID of another one, and which. */
export interface Place {
	/** The field, and the same with the key of the ID in it: `project`, `project.id`. */
	field: string;
	at: string;
	/** Empty for nothing. */
	text: string;
	/** The field is the parameter's own: `project_id`, or the ID in `project`. */
	isOwn: boolean;
}

/** @param name of the parameter: `project_id` */
export function placesOf(record: JsonObject, name: string, isInner = false): Place[] {
	const own = plainName(name);
	return Object.entries(record).flatMap(([key, value]) => {
		const field = plainName(key);
		const entries: unknown[] = Array.isArray(value) && value.length > 0 ? value : [value];
		if (isNamed(field, own)) return entries.flatMap((each) => placesAt(field, each, own));
		// A parent with an ID is a record, and may be in another project.
		if (isInner || !WRAPPERS.includes(field) || (field === 'parent' && isRecord(value))) return [];
		return entries.filter(isObject).flatMap((each) => placesOf(each, name, true));
	});
}

/** `project` of `project_id` */
const stemOf = (own: string) => own.replace(/(?<=.)id$/, '');

/** `project_id`, `project`, `projects`, `parent_project_id`, `project_key` … */
function isNamed(field: string, own: string): boolean {
	const [before = '', after = '-', ...others] = field === own ? ['', ''] : field.split(stemOf(own));
	return others.length === 0 && /^(parent)?$/.test(before) && ENDS.includes(after);
}

/** In these objects, records have fields of their own: JSON:API, Airtable, HAL, Asana. */
const WRAPPERS = 'attributes|relationships|fields|properties|embedded|memberships|parent'.split(
	'|',
);
const ENDS = ['', 's', 'id', 'ids', 'key', 'gid', 'uuid', 'slug'];

/** A value, or the IDs and keys of an object, which JSON:API has in `data`. */
function placesAt(field: string, value: unknown, own: string): Place[] {
	const inner = isObject(value) && isObject(value.data) ? value.data : value;
	if (!isObject(inner))
		return [
			{ field, at: field, text: Array.isArray(inner) ? '' : textOf(inner), isOwn: field === own },
		];
	return Object.entries(inner)
		.filter(([key]) => ID_FIELDS.includes(plainName(key)))
		.map(([key, id]) => {
			const plain = plainName(key);
			const isId = plain !== 'key' && plain !== 'slug';
			const isOwn = isId && [own, stemOf(own)].includes(field);
			return { field, at: `${field}.${isId ? 'id' : plain}`, text: textOf(id), isOwn };
		});
}

/** An ID may be written in capitals, a UUID without hyphens, and either as the URL that ends in it. */
export const isSameId = (id: string, wanted: string) =>
	id === wanted || plainId(id) === plainId(wanted) || id.endsWith(`/${wanted}`);

const plainId = (id: string) => (/^[\da-f-]{32,36}$/i.test(id) ? plainName(id) : id.toLowerCase());
