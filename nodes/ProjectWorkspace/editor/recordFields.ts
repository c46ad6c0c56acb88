import type { IDataObject, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { findOperation } from '../catalogue';
import { isObject } from '../records/json';
import { readAtLeast } from './recordLists';

/** Enough to find the fields that most records have. */
export const SAMPLED_RECORDS = 50;

/** The polling trigger has no operation: it reads the list. */
export const chosenOperation = (context: ILoadOptionsFunctions) => {
	const resource = String(context.getCurrentNodeParameter('resource'));
	const operation = context.getCurrentNodeParameter('operation') ?? 'getAll';
	return findOperation(resource, String(operation));
};

/** Records of the selected operation's resource; none if the operation is not about records. */
export async function sampledRecords(context: ILoadOptionsFunctions): Promise<IDataObject[]> {
	const operation = chosenOperation(context);
	if (!operation || operation.endpoint?.about) return [];
	const { records } = await readAtLeast(context, operation.records, {}, SAMPLED_RECORDS);
	return records.slice(0, SAMPLED_RECORDS);
}

/** The fields of the service's records, for 'Selected Fields' and 'Filters'. */
export async function getOutputFields(this: ILoadOptionsFunctions) {
	return fieldChoices(await sampledRecords(this));
}

/** Fields of an object follow the object: `owner.email` as "Owner › Email". */
export function fieldChoices(records: readonly IDataObject[]): INodePropertyOptions[] {
	return [...fieldTitles(records)].flatMap(([field, title]) => {
		const inside = records.map((record) => record[field]).filter(isObject);
		return [
			{ name: title, value: field },
			...[...fieldTitles(inside)].map(([inner, innerTitle]) => ({
				name: `${title} › ${innerTitle}`,
				value: `${field}.${inner}`,
			})),
		];
	});
}

/** Always written in capitals. */
const INITIALS = new Set(['id', 'url', 'uuid', 'api']);

/**
 * Labels of all fields that any record has: `due_date` and `dueDate` become "Due Date". If two fields would have the same
 * label, both keep their names.
 */
export function fieldTitles(records: readonly IDataObject[]): Map<string, string> {
	const names = [...new Set(records.flatMap(Object.keys))];
	const titles = names.map((name) => [name, titleOf(name)] as const);
	const isTaken = (title: string) => titles.filter((other) => other[1] === title).length > 1;
	return new Map(titles.map(([name, title]) => [name, isTaken(title) ? name : title]));
}

function titleOf(name: string): string {
	const words = name.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2').split(/[-_\s]+/);
	return words.map(capitalized).join(' ').trim() || name;
}

const capitalized = (word: string) =>
	INITIALS.has(word.toLowerCase())
		? word.toUpperCase()
		: `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
