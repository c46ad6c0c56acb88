import type { IDataObject } from 'n8n-workflow';

/**
 * The ID that a record is written to by: only under a name that cannot mean anything else. A list to pick from may
 * show more, because a person looks at it.
 */
export function recordId(record: IDataObject, singular: string): string | number | undefined {
	const names = ['id', '_id', `${singular}_id`, `${singular}Id`, 'uuid', 'gid'];
	const name = names.find((each) => Object.hasOwn(record, each));
	const id = name === undefined ? undefined : record[name];
	if (typeof id === 'string' && id.trim() !== '') return id;
	// A number that JSON could not keep is the ID of another record.
	return typeof id === 'number' && Number.isSafeInteger(id) ? id : undefined;
}
