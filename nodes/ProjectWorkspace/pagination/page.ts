import type { IDataObject } from 'n8n-workflow';

import { RESOURCE_WORDS } from '../records/fields';
import type { ResourceName } from '../resources';
import type { ApiRequest, ApiResponse, ListSettings } from '../transport/types';
import type { FoundList } from './envelope';
import { isNextName, type Lead, leadAt, leadsIn, leadsToNext } from './leads';
import { COUNTED, END, MORE, PAGES, PART, SIZE, TOTALS } from './pageFields';
import {
	fieldAtPath,
	fieldsNamed,
	fieldsOf,
	isEndMarker,
	type PageField,
	wholeNumber,
} from './responseFields';

/** One page of a list, and what it says about the others. */
export interface Page {
	request: ApiRequest;
	/** Of the request, absolute. */
	url: string;
	body: unknown;
	records: IDataObject[];
	/** How many records the service sent; `records` may lack one that only confirmed an offset. */
	count: number;
	/** Where the records are. */
	recordsPath: readonly string[];
	/** There is nothing in place of the list. */
	isNoList: boolean;
	/** The records name their project in another form than the request. */
	isOtherProject: boolean;
	info: PageInfo;
}

export interface PageInfo {
	fields: readonly PageField[];
	/** What leads to the next page, the likeliest first. */
	leads: readonly Lead[];
	/** By a flag, or because what leads on by its name is empty. */
	says: 'more' | 'end' | undefined;
	/** How many records the list has. */
	total?: number;
	/** How many pages the list has. */
	pages?: number;
	/** How many records a page has. */
	size?: number;
}

export function readPageInfo(
	response: ApiResponse,
	list: FoundList,
	resource: ResourceName,
	settings: ListSettings,
): PageInfo {
	const { nextPath } = settings;
	const fields = fieldsOf(response, list.path);
	const set = nextPath === undefined ? undefined : fieldAtPath(response, nextPath);
	const leads = set ? leadAt(set, settings.style) : leadsIn(fields);
	const isSetEmpty = set?.value !== undefined && isEndMarker(set.value);

	return {
		fields,
		leads,
		says: isSetEmpty ? 'end' : readFlags(fields, leads),
		total: readTotal(fields, list.records.length, resource),
		pages: firstNumber(fields, PAGES),
		size: firstNumber(fields, SIZE),
	};
}

function firstNumber(fields: readonly PageField[], names: object): number | undefined {
	const numbers = fieldsNamed(fields, names).map(({ value }) => wholeNumber(value) ?? 0);
	return numbers.find((number) => number > 0);
}

/** That there is more comes before that there is no more. */
function readFlags(fields: readonly PageField[], leads: readonly Lead[]): PageInfo['says'] {
	const has = (names: object, flag: string): boolean =>
		fieldsNamed(fields, names).some(({ value }) => String(value).toLowerCase() === flag);

	if (has(MORE, 'true') || has(END, 'false') || has(PART, 'true')) return 'more';
	if (leads.some(leadsToNext)) return undefined;

	const isNextEmpty = fields.some(({ name, value }) => isNextName(name) && isEndMarker(value));
	return isNextEmpty || has(MORE, 'false') || has(END, 'true') ? 'end' : undefined;
}

/** A whole number that is named total, or a larger one that is named count. */
function readTotal(
	fields: readonly PageField[],
	count: number,
	resource: ResourceName,
): number | undefined {
	// Elasticsearch counts up to 10,000: {"value": 10000, "relation": "gte"}
	if (fields.some(({ name, value }) => name === 'relation' && value === 'gte')) return undefined;

	const words = [...COUNTED, ...RESOURCE_WORDS[resource]];
	const isNamedAs = (name: string, word: string): boolean => {
		const rest = name.replace(word, '');
		return name.includes(word) && (rest === '' || words.includes(rest));
	};
	const totals = fields.filter(({ name }) => isNamedAs(name, 'total'));
	const sizes = fieldsNamed(fields, SIZE);
	const counts = fields.filter((field) => isNamedAs(field.name, 'count') && !sizes.includes(field));

	const candidates = [
		...numbersIn([...fieldsNamed(fields, TOTALS), ...totals]),
		...rangeTotals(fields),
		...numbersIn(counts).filter((number) => number > count),
	];
	return candidates.find((number) => number >= count);
}

const numbersIn = (fields: readonly PageField[]): number[] =>
	fields.map(({ value }) => wholeNumber(value) ?? -1);

/** `Content-Range: items 0-99/250` (PostgREST) */
const rangeTotals = (fields: readonly PageField[]): number[] =>
	fields
		.filter(({ name }) => name === 'contentrange')
		.map(({ value }) => wholeNumber(String(value).split('/')[1]) ?? -1);
