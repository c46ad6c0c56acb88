import { listOperation, NARROWING, resources } from '../../catalogue';
import { plainName } from '../../records/fieldNames';
import { isOffsetParameter, PAGE_PARAMETERS, saysByName } from '../../records/responseFields';
import { isObject, quoted, wholeNumber } from '../../records/value';
import { ok, reject, type Result } from '../../result';
import type { PageFields } from './fields';
import type { Remark } from './remarks';
import { type PageResponse, type PageTarget, sentParameters } from './target';

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

/** `last_page_url`; `last` if it is a link. */
export const LAST_LINK = /^last(page)?(url|uri|link|href|path)?$/;

/** Whether a link to the last page leads past this one; the link itself, if it cannot be compared by a number. */
export function readLastLink(
	{ anywhere }: PageFields,
	{ url }: PageResponse,
	records: number,
): true | Remark | undefined {
	const links = anywhere.flatMap(({ path, at, name, value }) => {
		const isMeant = LAST_LINK.test(name) || /^(first|self|current)/.test(name);
		const isNamed = /(links?|urls)\.[^.]*$|[^.](url|uri|link|href|path)$/.test(at);
		const target = isMeant ? addressAt(value, isNamed, url) : undefined;
		return target ? [{ name, target, path }] : [];
	});
	const last = links.find(({ name }) => LAST_LINK.test(name));
	if (!last) return undefined;
	const [name, second] = changedBy(last.target, url);
	const isHere = links.some(
		(each) => each !== last && changedBy(last.target, each.target).length === 0,
	);
	if (name === undefined || isHere) return undefined;
	const numberIn = (address: string) => wholeNumber(sentParameters({ url: address }).get(name));
	const to = numberIn(last.target);
	if (second !== undefined || to === undefined)
		return { name: last.path.join('.'), value: quoted(last.target) };
	const first = links.find((link) => link.name.startsWith('first'))?.target;
	const isOffset = isOffsetParameter(name);
	const ofFirst = first === undefined ? undefined : numberIn(first);
	const from = numberIn(url) ?? ofFirst ?? (isOffset ? 0 : 1);
	return to >= from + (isOffset ? records : 1) || undefined;
}

/** The address of a link, absolute. */
function addressAt(value: unknown, isLink: boolean, base: string): string | undefined {
	const link = isObject(value) ? (value.href ?? value.url) : value;
	if (
		typeof link !== 'string' ||
		link === '' ||
		!(isLink || isObject(value) || looksLikeAddress(link))
	)
		return undefined;
	return URL.canParse(link, base) ? new URL(link, base).href : undefined;
}

/** The parameters of pages that a link changes, besides their size; empty for its path. */
function changedBy(link: string, page: string): string[] {
	const [before, after] = [sentParameters({ url: page }), sentParameters({ url: link })];
	const [path, ofLink] = [new URL(page).pathname, new URL(link).pathname];
	const isSamePath = path.endsWith(ofLink) || ofLink.endsWith(path);
	const left = [...before.keys()].filter((name) => PAGE_PARAMETERS.has(plainName(name)));
	return [...new Set([...after.keys(), ...left])].filter((name) =>
		name === ''
			? !isSamePath
			: before.get(name) !== after.get(name) && !saysByName('size', plainName(name)),
	);
}
