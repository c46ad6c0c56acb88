import { ownId, plainName } from './fieldNames';
import { isObject, type JsonObject } from './json';
import { textOf } from './value';

/**
 * The ID of the record that contains this one: `project_id`, `projectId`, or the object `project`; empty if the record
 * does not say.
 * @param wanted the ID by which a person or a list knows it; returned if it is the same in another form
 */
export function parentId(record: JsonObject, name: string, wanted: string): string {
	const plain = plainName(name);
	for (const key in record) {
		const value = record[key];
		const ownName = plainName(key);
		if (isObject(value) && [ownName, `${ownName}id`].includes(plain)) return idIn(value, wanted);
		if (ownName === plain && !Array.isArray(value)) return formOf(textOf(value), wanted);
		// JSON:API
		if (isObject(value) && ownName === 'relationships') return parentId(value, name, wanted);
	}
	return '';
}

/** It may be known by its key, and JSON:API has its ID in `data`. */
function idIn(reference: JsonObject, wanted: string): string {
	const own = isObject(reference.data) ? reference.data : reference;
	const isKnownAs = Object.values(own).some((value) => formOf(textOf(value), wanted) === wanted);
	return isKnownAs ? wanted : textOf(ownId(own));
}

const formOf = (id: string, wanted: string) => (isSameId(id, wanted) ? wanted : id);

/** An ID may be written in capitals, a UUID without hyphens, and either as the URL that ends in it. */
export const isSameId = (id: string, wanted: string) =>
	id === wanted || plainId(id) === plainId(wanted) || id.endsWith(`/${wanted}`);

const plainId = (id: string) => (/^[\da-f-]{32,36}$/i.test(id) ? plainName(id) : id.toLowerCase());
