import { fieldAt, isEmpty, isObject, valueAt } from '../../records/value';
import { ok, reject } from '../../result';
import type { Stop } from '../completeness';
import { listMessages } from '../messages';
import type { PageField } from '../page/fields';
import type { Ask, ReadPage } from '../page/pageReader';
import { looksLikeAddress, toLink } from '../page/links';
import { type PageResponse, readLinkHeader, toOwnAddress } from '../page/target';
import type { OpenList, Way, WaySpec } from './way';

/** By a cursor or token in the response. */
export const cursorWay = (at: WaySpec): Way =>
	ledWay('cursor', at, ({ value }, _, { firstQuery }) => {
		const cursor = tokenOf(value);
		const sent =
			at.parameter === ''
				? // What the person has set is not replaced.
					{ ...scalarsOf(value), ...firstQuery }
				: { [at.parameter]: cursor ?? '' };
		// Half a character cannot be sent.
		return cursor === undefined || !Object.entries(sent).join().isWellFormed()
			? undefined
			: ok({ target: toOwnAddress(firstQuery, sent), cursor, mayBePastEnd: isZero(cursor) });
	});

/** By a link, that is the whole URL of the next page. */
export const linkWay = (at: WaySpec): Way => ({
	...ledWay('link', at, followLink),
	confirmedBy: () => 'next',
});

function followLink(
	{ path, value }: Pick<PageField, 'path' | 'value'>,
	{ response }: ReadPage,
	{ firstQuery: query }: OpenList,
): ReturnType<Way['next']> {
	const { body, url } = response;
	const address = addressIn(value, true);
	if (address === undefined) return undefined;
	// Confluence: `_links.base`
	const context = valueAt(body, [...path.slice(0, -1), 'base']);
	const target = toLink(address, { url, query }, typeof context === 'string' ? context : undefined);
	if (target.ok) return ok({ target: target.value, cursor: address, mayBePastEnd: false });
	// A password stays out.
	const cursor = address.replace(/\/\/[^/@?]*@/, '//');
	return reject({ ...listMessages.nextLink(target.problem), cursor });
}

function ledWay(
	words: string,
	at: WaySpec,
	ask: (
		field: Pick<PageField, 'path' | 'value'>,
		page: ReadPage,
		list: OpenList,
	) => ReturnType<Way['next']>,
): Way {
	const next: Way['next'] = (page, list) => {
		const field = fieldOn(page, at);
		return field && !isEndMarker(field.value) ? ask(field, page, list) : undefined;
	};
	return {
		next,
		endsOn(page, list) {
			// It has led on before, so that without it this was all.
			if (isEndMarker(fieldOn(page, at)?.value ?? null)) return { is: 'endsHere' };
			const asked = next(page, list);
			return asked?.ok ? endOfTokens(page, asked.value, list) : undefined;
		},
		confirmedBy(page, _, brings, list) {
			const value = fieldOn(page, at)?.value ?? null;
			const isSame = tokenOf(value) === page.cursor;
			// A page within the list may be empty, and has a new cursor.
			if (brings === 'empty')
				return isSame || isEndMarker(value) || isZero(value) ? 'pastEnd' : 'next';
			if (brings !== 'new') return 'ignored';
			return isSame && list.overrides.parameter === undefined ? 'guessed' : 'next';
		},
		describe: () => `${words} in ${at.path}${at.parameter && `, sent as ${at.parameter}`}`,
	};
}

/** The field with the cursor, link or number, on this page. */
export function fieldOn(
	{ response, fields }: ReadPage,
	{ name, path = '' }: WaySpec,
): Pick<PageField, 'path' | 'value'> | undefined {
	if (name === undefined) return fieldAtPath(response, path);
	const found = fields.findAnywhere(name);
	return found.find((each) => each.path.join('.') === path) ?? found[0];
}

/** There is a cursor, which may lead nowhere. */
function endOfTokens({ cursor }: ReadPage, next: Ask, list: OpenList): Stop | undefined {
	const { brings, hasRequested } = list.progress;
	const { saysEnd, saysMore, isTotalReached } = list.claims;
	const isBack = hasRequested(next.target);
	// A flag or the total says that this was all; Redis ends with the cursor 0.
	const isLast = saysEnd || isTotalReached || (isZero(cursor) && !saysMore);
	if (isLast && (isBack || brings !== 'new' || isZero(next.cursor))) return { is: 'pastEnd' };
	if (brings === 'empty') return isBack ? { is: 'pastEnd' } : undefined;
	return isBack || brings !== 'new'
		? { is: 'broken', problem: { ...listMessages.loop, cursor } }
		: undefined;
}

/** Services use `null`, `''`, `false`, `-1`, `nil` and `{}` for "no next page". A `0` may be a token, so it is sent. */
export const isEndMarker = (value: unknown): boolean =>
	isEmpty(value) || [false, -1, '-1', 'null', 'nil', 'none'].some((none) => none === value);

/** Redis SCAN and others end with a cursor that returns to 0. */
export const isZero = (cursor: unknown): boolean => cursor === 0 || cursor === '0';

/** A URL as text or in an object: HAL's `{href}`, HubSpot's `{link}`, Asana's `{uri}`. */
export function addressIn(value: unknown, byName: boolean): string | undefined {
	if (typeof value === 'string') return byName || looksLikeAddress(value) ? value : undefined;
	if (!isObject(value)) return undefined;
	return ['href', 'url', 'uri', 'link']
		.map((key) => value[key])
		.find((inner): inner is string => typeof inner === 'string' && inner !== '');
}

/** A token as a query parameter; an object is sent as JSON (DynamoDB's key). */
export function tokenOf(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	if (typeof value === 'number') return String(value);
	return typeof value === 'object' && value !== null ? JSON.stringify(value) : undefined;
}

const scalarsOf = (value: unknown): Record<string, string> =>
	Object.fromEntries(
		Object.entries(isObject(value) ? value : {})
			.filter(([, one]) => typeof one !== 'object')
			.map(([key, one]) => [key, String(one)]),
	);

/** @param path as in 'Next Page Path' */
export function fieldAtPath(
	response: PageResponse,
	path: string,
): Pick<PageField, 'path' | 'value'> | undefined {
	const header = /^headers?\.(.+)$/i.exec(path)?.[1]?.toLowerCase();
	const text = Object.entries(response.headers).find(
		([name]) => name.toLowerCase() === header,
	)?.[1];
	const inHeader = header === 'link' ? readLinkHeader(text ?? '').get('next') : text;
	const value = header ? inHeader : fieldAt(response.body, path);
	return value === undefined ? undefined : { path: path.split('.'), value };
}
