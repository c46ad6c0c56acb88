/**
 * The fields of records are not documented: these are the names under which services keep
 * what identifies a record, and what a person calls it. In lower case, without separators.
 */
export const ID_FIELDS: readonly string[] = ['id', 'uuid', 'uid', 'gid', 'key', 'slug'];

export const LABEL_FIELDS: readonly string[] = [
	'name',
	'fullname',
	'displayname',
	'title',
	'subject',
	'summary',
	'label',
	'email',
	'username',
	'key',
	'slug',
];

/** Pages for people come first: `url` alone often is the address in the API. */
export const PAGE_FIELDS: readonly string[] = [
	'htmlurl',
	'weburl',
	'pageurl',
	'appurl',
	'permalink',
	'url',
];

/** Fields that the service sets itself, by the names that services give them; `archived` alone may be a switch. */
export const isSetByService = (name: string) =>
	/^(id|uuid|created|updated|modified|(created|updated|modified|deleted|archived)[_-]?(at|on|date|time))$/i.test(
		name,
	);

/** `display_name`, `displayName`, `Display-Name` and `@display.name` are one name. */
export const plainName = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
