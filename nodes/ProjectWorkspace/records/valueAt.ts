import type { IDataObject } from 'n8n-workflow';

import { isObject } from './isObject';

/** The value under a name, or along a path of names (`owner.email`); undefined where there is none. */
export function valueAt(record: IDataObject, field: string): IDataObject[string] {
	if (Object.hasOwn(record, field)) return record[field];
	let value: unknown = record;
	for (const name of field.split('.')) {
		if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
		value = value[name];
	}
	return value as IDataObject[string]; // what stands in a record is what n8n's items hold
}
