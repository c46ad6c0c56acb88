import type { IDataObject } from 'n8n-workflow';

import type { ApiError, UserError } from '../errors';
import { RESOURCE_WORDS } from '../records/fields';
import type { ResourceName } from '../resources';
import type { ApiRequest, ApiResponse, ListSettings } from '../transport/types';
import type { FoundList } from './envelope';
import { isNextName, type NextValue, nextValueAt, nextValuesIn, saysNext } from './nextValues';
import { COUNTED, END, MORE, PAGES, PART, SIZE, TOTALS } from './pageFields';
import {
	fieldAtPath,
	fieldsNamed,
	isEndMarker,
	type PageField,
	pageFieldsOf,
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

/** A page that could not be read. */
export interface FailedPage {
	is: 'failed';
	error: ApiError | UserError;
	request: ApiRequest;
}

export interface PageInfo {
	fields: readonly PageField[];
	/** What leads to the next page, the likeliest first. */
	nextValues: readonly NextValue[];
	/** Whether there are more pages, by a flag, or because the next value is empty; undefined: the page does not say. */
	hasMore?: boolean;
	/** How many records the list has, unless the person has set that it is ignored. */
	total?: number;
	/** How many pages the list has. */
	pageCount?: number;
	/** How many records a page has. */
	size?: number;
}

export function readPageInfo(
	response: ApiResponse,
	list: FoundList,
	resource: ResourceName,
	settings: ListSettings,
): PageInfo {
	const { nextPath, style, ignoreTotal } = settings;
	const fields = pageFieldsOf(response, list.path);

	const setField = nextPath === undefined ? undefined : fieldAtPath(response, nextPath);
	const nextValues = setField ? nextValueAt(setField, style) : nextValuesIn(fields);
	const isSetEmpty = setField?.value !== undefined && isEndMarker(setField.value);

	return {
		fields,
		nextValues,
		hasMore: isSetEmpty ? false : readFlags(fields, nextValues),
		total: ignoreTotal ? undefined : readTotal(fields, list.records.length, resource),
		pageCount: firstNumber(fields, PAGES),
		size: firstNumber(fields, SIZE),
	};
}

function firstNumber(fields: readonly PageField[], names: readonly string[]): number | undefined {
	const numbers = numbersIn(fieldsNamed(fields, names));
	return numbers.find((number) => number > 0);
}

/** -1 for anything else. */
const numbersIn = (fields: readonly PageField[]): number[] =>
	fields.map(({ value }) => wholeNumber(value) ?? -1);

/** That there is more comes before that there is no more. */
function readFlags(
	fields: readonly PageField[],
	nextValues: readonly NextValue[],
): boolean | undefined {
	const has = (names: readonly string[], flag: string): boolean =>
		fieldsNamed(fields, names).some(({ value }) => String(value).toLowerCase() === flag);

	if (has(MORE, 'true') || has(END, 'false') || has(PART, 'true')) return true;
	if (nextValues.some(saysNext)) return undefined;

	const isNextEmpty = fields.some(({ name, value }) => isNextName(name) && isEndMarker(value));
	return isNextEmpty || has(MORE, 'false') || has(END, 'true') ? false : undefined;
}

/** A whole number that is named total, or a larger one that is named count. */
function readTotal(
	fields: readonly PageField[],
	count: number,
	resource: ResourceName,
): number | undefined {
	// Elasticsearch counts up to 10,000: {"value": 10000, "relation": "gte"}
	if (fields.some(({ name, value }) => name === 'relation' && value === 'gte')) return undefined;

	const totals = [...fieldsNamed(fields, TOTALS), ...fieldsWith('total', fields, resource)];

	const sizes = fieldsNamed(fields, SIZE);
	const counts = fieldsWith('count', fields, resource).filter((field) => !sizes.includes(field));
	const larger = numbersIn(counts).filter((number) => number > count);

	return [...numbersIn(totals), ...larger].find((number) => number >= count);
}

/** `total`, `totalItems`, `item_total` and `totalTasks` */
function fieldsWith(
	word: string,
	fields: readonly PageField[],
	resource: ResourceName,
): PageField[] {
	const counted = [...COUNTED, ...RESOURCE_WORDS[resource]];
	const names = new Set([word, ...counted.flatMap((each) => [word + each, each + word])]);
	return fields.filter(({ name }) => names.has(name));
}
