import { ApiError, UserError } from '../errors';
import { booleanOf, textOf } from '../records/value';
import type { ResourceName } from '../resources';
import { urlOf } from '../transport/address';
import type { ApiRequest, ApiResponse, Client, ListSettings } from '../transport/types';
import { FailedPage } from './end';
import { findList, type FoundList } from './findList';
import { isNextName, type NextValue, nextValueAt, nextValuesIn, saysNext } from './nextValues';
import { END, isNameOf, MORE, PAGES, SIZE } from './pageFields';
import { Prefetch } from './prefetch';
import {
	fieldAtPath,
	fieldsNamed,
	isEndMarker,
	isNamed,
	pageFieldsOf,
	type ResponseField,
	wholeNumber,
} from './responseFields';

/** One page of a list, and what it says about the others. */
export interface Page extends FoundList, PageInfo {
	request: ApiRequest;
	/** The absolute URL of the request. */
	url: string;
	body: unknown;
	/** How many records the service sent; `records` may lack one that only confirmed an offset. */
	count: number;
}

/** What a page says, besides its records. */
interface PageInfo {
	/** What may be about the pages. */
	fields: readonly ResponseField[];
	/** What leads to the next page, the likeliest first. */
	nextValues: readonly NextValue[];
	/** What a flag or an empty next value says: whether there are more pages. */
	flag?: 'more' | 'end';
	/** How many records the list has, unless the person has set that it is ignored. */
	total?: number;
	/** How many pages the list has. */
	pageCount?: number;
	/** How many records a page has. */
	size?: number;
}

/** Whether a link or a token leads to a next page. */
export const hasNext = ({ nextValues }: PageInfo): boolean => nextValues.some(saysNext);

/** Requests the pages of a list, and reads what is on them. */
export class PageReader {
	readonly prefetch: Prefetch;
	/** Where the first page has its records. */
	recordsPath: readonly string[] | undefined;
	private firstRequest: ApiRequest | undefined;

	constructor(
		readonly client: Client,
		private readonly resource: ResourceName,
	) {
		this.prefetch = new Prefetch(client);
	}

	/**
	 * @param before the request of the page before
	 * @param pagesAhead how many of the pages that follow are requested as well, where they are numbered
	 */
	async read(
		request: ApiRequest,
		before?: ApiRequest,
		pagesAhead?: number,
	): Promise<Page | FailedPage> {
		const { client, resource } = this;
		this.firstRequest ??= request;

		const response = await this.prefetch.request(request, before, pagesAhead);
		if (response instanceof ApiError) return this.failed(response, request);

		const { body } = response;
		const list = findList(body, resource, client.lists.recordsPath, this.recordsPath);
		if (list instanceof UserError) return this.failed(list, request);

		this.recordsPath ??= list.path;
		return {
			request,
			url: urlOf(client.baseUrl, request),
			body,
			...list,
			count: list.records.length,
			...readPageInfo(response, list, resource, client.lists),
		};
	}

	private failed(error: ApiError | UserError, { url, query }: ApiRequest): FailedPage {
		const first = this.firstRequest?.query ?? {};
		const added = Object.entries(query).find(([name, value]) => first[name] !== value);
		return new FailedPage(error, url ?? added?.[1]);
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
	const nextValues = setField ? nextValueAt(setField, style === 'link') : nextValuesIn(fields);
	const isSetEmpty = setField?.value !== undefined && isEndMarker(setField.value);

	return {
		fields,
		nextValues,
		flag: isSetEmpty ? 'end' : readFlags(fields, nextValues),
		total: ignoreTotal ? undefined : readTotal(fields, list.records.length, resource),
		pageCount: positiveNumber(fields, PAGES),
		size: positiveNumber(fields, SIZE),
	};
}

const positiveNumber = (
	fields: readonly ResponseField[],
	names: readonly string[],
): number | undefined =>
	fieldsNamed(fields, names)
		.map(({ value }) => wholeNumber(value) ?? 0)
		.find((number) => number > 0);

/** A flag that there is more wins over one that there is not. */
function readFlags(
	fields: readonly ResponseField[],
	nextValues: readonly NextValue[],
): PageInfo['flag'] {
	const more = fieldsNamed(fields, MORE).map(({ value }) => booleanOf(value));
	// 1 and 0 are numbers here, such as that of the `last_page`.
	const end = fieldsNamed(fields, END).map(({ value }) => textOf(value).toLowerCase());
	if (more.includes(true) || end.includes('false')) return 'more';
	if (nextValues.some(saysNext)) return undefined;

	const isNextEmpty = fields.some(({ name, value }) => isNextName(name) && isEndMarker(value));
	return isNextEmpty || more.includes(false) || end.includes('true') ? 'end' : undefined;
}

/** A whole number that is named total, or a larger one that is named count. */
function readTotal(
	fields: readonly ResponseField[],
	count: number,
	resource: ResourceName,
): number | undefined {
	const sizes = fieldsNamed(fields, SIZE);
	let larger: number | undefined;

	for (const field of fields) {
		const number = wholeNumber(field.value) ?? -1;
		// OData counts the whole list.
		const isTotal = isNamed(field, 'odatacount') || isNameOf('total', field.name, resource);
		if (isTotal && number >= count) return number;

		const isCount = isNameOf('count', field.name, resource) && !sizes.includes(field);
		if (isCount && number > count) larger ??= number;
	}
	return larger;
}
