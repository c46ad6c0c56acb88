import type { IDataObject } from 'n8n-workflow';

import { ApiError, UserError } from '../errors';
import { RESOURCE_WORDS } from '../records/fields';
import { isStructure } from '../records/value';
import type { ResourceName } from '../resources';
import { urlOf } from '../transport/address';
import type { ApiRequest, ApiResponse, Client, ListSettings } from '../transport/types';
import { findList, type FoundList } from './findList';
import { isNextName, type NextValue, nextValueAt, nextValuesIn, saysNext } from './nextValues';
import { END, MORE, namesWith, PAGES, SIZE, TOTALS } from './pageFields';
import { type Ahead, Prefetch } from './prefetch';
import {
	fieldAtPath,
	fieldsNamed,
	isEndMarker,
	pageFieldsOf,
	type ResponseField,
	wholeNumber,
} from './responseFields';

/** One page of a list, and what it says about the others. */
export interface Page extends PageInfo {
	request: ApiRequest;
	/** The absolute URL of the request. */
	url: string;
	body: unknown;
	records: IDataObject[];
	/** How many records the service sent; `records` may lack one that only confirmed an offset. */
	count: number;
	/** There is nothing in place of the list. */
	isNoList: boolean;
}

/** A page that could not be read. */
export interface FailedPage {
	is: 'failed';
	error: ApiError | UserError;
	request: ApiRequest;
}

/** What a page says, besides its records. */
export interface PageInfo {
	/** What may be about the pages. */
	fields: readonly ResponseField[];
	/** What leads to the next page, the likeliest first. */
	nextValues: readonly NextValue[];
	/** What a flag or an empty next value says: whether there are more pages. */
	says?: 'more' | 'end';
	/** How many records the list has, unless the person has set that it is ignored. */
	total?: number;
	/** How many pages the list has. */
	pageCount?: number;
	/** How many records a page has. */
	size?: number;
}

/** Whether a link or a token leads to a next page. */
export const hasNext = ({ nextValues }: PageInfo): boolean => nextValues.some(saysNext);

/** Whether a flag, a number of pages or a total says that there is more than this first page. */
export const saysMore = ({ says, pageCount = 1, count, total = count }: Page): boolean =>
	says === 'more' || pageCount > 1 || total > count;

/** Requests the pages of a list, and reads what is on them. */
export class PageReader {
	readonly prefetch: Prefetch;
	/** Where the first page has its records. */
	recordsPath: readonly string[] | undefined;

	constructor(
		private readonly client: Client,
		private readonly resource: ResourceName,
	) {
		this.prefetch = new Prefetch(client);
	}

	/** @param ahead where pages are numbered, those that follow are requested as well */
	async read(request: ApiRequest, ahead?: Ahead): Promise<Page | FailedPage> {
		const { client, resource } = this;
		const response = await this.prefetch.request(request, ahead);
		if (response instanceof ApiError) return { is: 'failed', error: response, request };

		const { body } = response;
		const list = findList(body, resource, client.lists.recordsPath, this.recordsPath);
		if (list instanceof UserError) return { is: 'failed', error: list, request };

		this.recordsPath ??= list.path;
		return {
			request,
			url: urlOf(client.baseUrl, request),
			body,
			records: list.records,
			count: list.records.length,
			isNoList: list.isNoList,
			...readPageInfo(response, list, resource, client.lists),
		};
	}
}

export function readPageInfo(
	response: ApiResponse,
	list: FoundList,
	resource: ResourceName,
	{ nextPath, style, ignoreTotal }: ListSettings,
): PageInfo {
	const fields = pageFieldsOf(response, list.path);
	const setField = nextPath === undefined ? undefined : fieldAtPath(response, nextPath);
	const nextValues = setField ? nextValueAt(setField, style) : nextValuesIn(fields);
	const isSetEmpty = setField?.value !== undefined && isEndMarker(setField.value);

	return {
		fields,
		nextValues,
		says: isSetEmpty ? 'end' : readFlags(fields, nextValues),
		total: ignoreTotal ? undefined : readTotal(fields, list.records.length, resource),
		pageCount: positiveIn(fieldsNamed(fields, PAGES)),
		size: positiveIn(fieldsNamed(fields, SIZE)),
	};
}

const positiveIn = (fields: readonly ResponseField[]): number | undefined =>
	numbersIn(fields).find((number) => number > 0);

/** -1 for anything else. */
const numbersIn = (fields: readonly ResponseField[]): number[] =>
	fields.map(({ value }) => wholeNumber(value) ?? -1);

/** A flag that there is more wins over one that there is not. */
function readFlags(
	fields: readonly ResponseField[],
	nextValues: readonly NextValue[],
): PageInfo['says'] {
	const has = (names: readonly string[], ...flags: string[]): boolean =>
		fieldsNamed(fields, names).some(
			({ value }) => !isStructure(value) && flags.includes(String(value).toLowerCase()),
		);

	// PHP may write 1 and 0. In another place, such as `last_page`, these are numbers.
	if (has(MORE, 'true', '1') || has(END, 'false')) return 'more';
	if (nextValues.some(saysNext)) return undefined;

	const isNextEmpty = fields.some(({ name, value }) => isNextName(name) && isEndMarker(value));
	return isNextEmpty || has(MORE, 'false', '0') || has(END, 'true') ? 'end' : undefined;
}

/** A whole number that is named total, or a larger one that is named count. */
function readTotal(
	fields: readonly ResponseField[],
	count: number,
	resource: ResourceName,
): number | undefined {
	const named = (word: 'total' | 'count'): ResponseField[] => {
		const names = namesWith(word, RESOURCE_WORDS[resource]);
		return fields.filter(({ name }) => names.test(name));
	};

	const sizes = fieldsNamed(fields, SIZE);
	const counts = named('count').filter((field) => !sizes.includes(field));
	const larger = numbersIn(counts).filter((number) => number > count);

	const totals = [...fieldsNamed(fields, TOTALS), ...named('total')];
	return [...numbersIn(totals), ...larger].find((number) => number >= count);
}
