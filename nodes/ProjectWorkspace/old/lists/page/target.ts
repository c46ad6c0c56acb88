import type { Failure } from '../../client/types';
import { parseJson } from '../../records/json';
import { isObject, type JsonObject, wholeNumber } from '../../records/value';
import { plainName } from '../../records/fieldNames';
import { saysByName } from '../../records/responseFields';
import type { Result } from '../../result';

/**
 * A page to request: the list's own address with a query, or a link from the service. Only the functions below
 * and `toLink` make one that is requested, so that nothing that was read says where a request goes.
 */
export type PageTarget = { query: Readonly<Record<string, string>> } | { url: string };

/** One page, already parsed. */
export interface PageResponse {
	body: unknown;
	headers: Readonly<Record<string, string>>;
	/** Undefined: 200. */
	status?: number;
	/** The parameters that were sent; for a link, those of the first page. */
	query: Readonly<Record<string, string>>;
	/** Of the request: absolute and with its query, without the key. */
	url: string;
}

export type FetchPage = (target: PageTarget) => Promise<Result<PageResponse, Failure>>;

/** The list's own address. */
export const toOwnAddress = (
	query: Readonly<Record<string, string>>,
	sent: Readonly<Record<string, string>> = {},
): PageTarget => ({ query: { ...query, ...sent } });

/** The page size that a query asks for, if any. */
export const pageSizeIn = (query: Readonly<Record<string, string>>): number | undefined =>
	Object.entries(query)
		.filter(
			([name]) =>
				saysByName('size', plainName(name)) || /^(size|top|first|max)$/.test(plainName(name)),
		)
		.map(([, value]) => wholeNumber(value))[0];

/** The same for the same target, whatever the order of its parameters. */
export function keyOfTarget(target: PageTarget): string {
	if ('query' in target) return JSON.stringify(Object.entries(target.query).sort());
	const url = new URL(target.url);
	url.searchParams.sort();
	return url.href;
}

export function sentParameters(target: PageTarget): Map<string, string> {
	if ('query' in target) return new Map(Object.entries(target.query));
	const url = new URL(target.url);
	return new Map([['', url.origin + url.pathname], ...url.searchParams]);
}

/** The only parameter that differs, and by how much it grows. */
export function stepOf(from: PageTarget, to: PageTarget) {
	const [before, after] = [sentParameters(from), sentParameters(to)];
	const names = [...new Set([...before.keys(), ...after.keys()])];
	const [name, second] = names.filter((one) => before.get(one) !== after.get(one));
	if (name === undefined || second !== undefined) return undefined;
	const [start, value] = [wholeNumber(before.get(name)), wholeNumber(after.get(name))];
	if (start === undefined || value === undefined || value <= start) return undefined;
	return { name, value, by: value - start };
}

/** The same target with another number. */
export function withNumber(target: PageTarget, name: string, value: number): PageTarget {
	if ('query' in target) return toOwnAddress(target.query, { [name]: String(value) });
	const url = new URL(target.url);
	url.searchParams.set(name, String(value));
	return { url: url.href };
}

/**
 * Returns a page that was already requested, or requests it now, together with the `coming` ones. A wrong guess only
 * costs requests: each page decides which one is next.
 */
export function createPrefetch(ask: FetchPage, parallel: number) {
	const ahead = new Map<string, ReturnType<FetchPage>>();
	let hasGivenUp = false;
	return async (target: PageTarget, coming: readonly PageTarget[] = []) => {
		const key = keyOfTarget(target);
		// The guess was wrong (the list changed, a page was shorter), so stop guessing.
		if (ahead.size > 0 && !ahead.has(key)) {
			ahead.clear();
			hasGivenUp = true;
		}
		const response = ahead.get(key) ?? ask(target);
		ahead.delete(key);
		for (const next of hasGivenUp ? [] : coming) {
			const nextKey = keyOfTarget(next);
			if (ahead.size < parallel - 1 && !ahead.has(nextKey)) ahead.set(nextKey, ask(next));
		}
		return await response;
	};
}

/**
 * Reads a Link header (RFC 8288): `<url>; rel="next"; results="true", <url>; rel=last`.
 * Commas and semicolons inside `<…>` or quotes do not separate. Of each relation, the first is kept.
 */
export function readLinkHeader(header: string): Map<string, string> {
	const links = new Map<string, string>();
	// No nested repetition: one pass, so a hostile header costs no more than its length.
	const link = /<([^<>]*)>((?:[^,"]|"[^"]*")*)/g;
	for (const [, url = '', parameters = ''] of header.matchAll(link)) {
		const values = linkParameters(parameters);
		// Sentry always links a next page, and `results` says whether it has any: https://docs.sentry.io/api/pagination
		// With an anchor, it is a link of another resource (RFC 8288, section 3.2).
		if (values.get('results') === 'false' || values.has('anchor')) continue;
		for (const relation of (values.get('rel') ?? '').toLowerCase().split(/\s+/)) {
			if (relation !== '' && !links.has(relation)) links.set(relation, url.trim());
		}
	}
	return links;
}

function linkParameters(text: string): Map<string, string> {
	const values = new Map<string, string>();
	for (const [, name = '', quoted, plain] of text.matchAll(
		/;\s*([\w*-]+)\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/g,
	)) {
		const key = name.toLowerCase();
		if (!values.has(key)) values.set(key, quoted ?? plain ?? '');
	}
	return values;
}

/** `X-Pagination: {"TotalCount": 250, "HasNext": true}` (ASP.NET) */
export function readObjectHeader(name: string, text: string): JsonObject {
	if (!/pag/i.test(name) || !text.startsWith('{')) return {};
	try {
		const value = parseJson(text);
		return isObject(value) ? value : {};
	} catch {
		return {};
	}
}
