import { listOperation, NARROWING, resources } from '../../catalogue';
import type { Failure } from '../../client/types';
import { plainName } from '../../records/fieldNames';
import { wholeNumber } from '../../records/value';
import { PAGE_PARAMETERS } from '../../records/responseFields';
import { ok, reject, type Result } from '../../result';

/**
 * A page to request: the list's own address with a query, or a link from the service. Only the functions below make one,
 * so that nothing that was read says where a request goes.
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

/** The same for the same target, whatever the order of its parameters. */
export function keyOfTarget(target: PageTarget): string {
	if ('query' in target) return JSON.stringify(Object.entries(target.query).sort());
	const url = new URL(target.url);
	url.searchParams.sort();
	return url.href;
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

export function sentParameters(target: PageTarget): Map<string, string> {
	if ('query' in target) return new Map(Object.entries(target.query));
	const url = new URL(target.url);
	return new Map([['', url.origin + url.pathname], ...url.searchParams]);
}

/**
 * A link from a page, if it may be followed with the key: only to the origin (scheme, host and port) of the request, and
 * not to another list of the service. Any other path of that origin is accepted: the key was sent there already, and
 * some services link to another path (Salesforce). The problem is the rest of a sentence.
 * @param found where the link was: the URL of the page, and the parameters of the list
 * @param context the prefix that some services give for relative links (Confluence's `_links.base`)
 */
export function toLink(
	link: string,
	found: { url: string; query: Readonly<Record<string, string>> },
	context?: string,
): Result<PageTarget, string> {
	const { url: pageUrl, query } = found;
	const from = parse(pageUrl);
	const to = chooseAddress(link.trim(), pageUrl, context);
	if (!from || !to) return reject('it is not a valid URL');
	if (to.username !== '' || to.password !== '') {
		return reject('it contains a username or password');
	}
	if (from.protocol === 'https:' && to.protocol === 'http:') {
		return reject('it is not encrypted (http instead of https)');
	}
	if (to.origin !== from.origin || !/^https?:$/.test(to.protocol)) {
		// The origin only: the rest of another host's URL may contain anything.
		return reject(`it leads to another origin (${to.protocol}//${to.host})`);
	}
	const other = LIST_PATHS.find((path) => isAt(path, to) && !isAt(path, from));
	if (other !== undefined) return reject(`it leads to another list of the service (${other})`);
	to.hash = '';
	keepQuery(to.searchParams, query);
	return ok({ url: to.href });
}

/**
 * Gives a link the parameters of the list that it has lost or changed: the rest would be another list. Only those that get
 * pages may change.
 */
function keepQuery(sent: URLSearchParams, query: Readonly<Record<string, string>>): void {
	for (const [name, wanted] of Object.entries(query)) {
		const plain = plainName(name);
		const same = [...new Set(sent.keys())].filter((each) => plainName(each) === plain);
		const values = same.flatMap((each) => sent.getAll(each));
		const isKept =
			values.length > 0 ? values.every((value) => value === wanted) : !NARROWING.includes(name);
		if (isKept || PAGE_PARAMETERS.has(plain)) continue;
		for (const each of same) sent.delete(each);
		sent.set(name, wanted);
	}
}

/** The paths of all lists. */
const LIST_PATHS = resources.map(({ value }) => listOperation(value).path);

const isAt = (path: string, { pathname }: URL) => pathname.replace(/\/$/, '').endsWith(path);

/** Whether a value looks like a URL. A `/` or `=` alone does not count, since tokens in Base64 contain them. */
export const looksLikeAddress = (value: string): boolean =>
	/^\s*(https?:\/\/|\/\/|\?|\.{0,2}\/[^?#]*\?|\/v\d|\/api\/)|^[\w./-]+\?[\w.$[\]%~-]+=/i.test(
		value,
	);

function chooseAddress(link: string, pageUrl: string, context?: string): URL | undefined {
	const direct = parse(link, pageUrl);
	if (context === undefined || !link.startsWith('/')) return direct;
	const within = parse(context.replace(/\/$/, '') + link, pageUrl);
	const path = parse(pageUrl)?.pathname;
	// Prefers the one that leads to the same list, then the link without the prefix.
	return within && within.pathname === path && direct?.pathname !== path ? within : direct;
}

const parse = (address: string, base?: string): URL | undefined =>
	URL.canParse(address, base) ? new URL(address, base) : undefined;

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
