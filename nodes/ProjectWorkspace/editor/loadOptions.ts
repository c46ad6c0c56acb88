import type { IDataObject, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { isObject } from '../records/json';
import { fieldTitles } from './fieldTitles';
import { sampledRecords } from './sampledRecords';

/** The fields that Selected Fields can return, seen in the records that the service returns. */
export async function getOutputFields(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return choicesOf(await sampledRecords(this));
}

/** A field inside an object is offered behind the object's own: `owner.email` as "Owner › Email". */
export function choicesOf(records: readonly IDataObject[]): INodePropertyOptions[] {
	const titles = fieldTitles(fieldNamesOf(records));
	return [...titles].flatMap(([field, title]) => {
		const inside = records.map((record) => record[field]).filter(isObject);
		return [
			{ name: title, value: field },
			...[...fieldTitles(fieldNamesOf(inside))].map(([inner, innerTitle]) => ({
				name: `${title} › ${innerTitle}`,
				value: `${field}.${inner}`,
			})),
		];
	});
}

const fieldNamesOf = (records: readonly IDataObject[]) => [
	...new Set(records.flatMap(Object.keys)),
];
