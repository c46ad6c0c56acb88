import { ownId } from '../../records/fieldNames';
import { fieldAt, isObject, valueAt } from '../../records/json';
import type { PageField } from '../page/fields';
import { checkLink, looksLikeAddress, readLinkHeader } from '../page/links';
import type { Reading } from '../page/reading';
import type { Page, PageTarget, Reached, Way } from '../types';

export type NextStep =
	| { kind: 'ask'; target: PageTarget; cursor: string }
	/** There is no next page: the cursor or link is missing or null, or there is no last ID. */
	| { kind: 'none' }
	| { kind: 'refused'; why: string; link: string };

/** Whether the response has the next cursor or link, so that a page without one is the last. */
export const isResponseDriven = ({ kind }: Pick<Way, 'kind'>): boolean =>
	kind === 'link' || kind === 'cursor';

/** The target of the next page. Whether to request it is decided in `followingPage.ts`. */
export function nextStep(
	way: Way,
	reading: Reading,
	{ pages, offset }: Pick<Reached, 'pages' | 'offset'>,
	firstQuery: Record<string, string>,
): NextStep {
	const { kind, parameter, base } = way;
	const send = (cursor: string | undefined, sent = { [parameter]: cursor ?? '' }): NextStep =>
		// Half a character cannot be sent.
		cursor === undefined || !Object.entries(sent).join().isWellFormed()
			? { kind: 'none' }
			: { kind: 'ask', target: { query: { ...firstQuery, ...sent } }, cursor };
	if (kind === 'lastId') return send(lastIdOf(reading));
	if (kind === 'page') return send(String(base + pages));
	if (kind === 'offset') return send(String(base + offset));
	const field = fieldOf(way, reading);
	if (!field || isEndMarker(field.value)) return { kind: 'none' };
	if (kind === 'link') return followLink(field, reading.page);
	return send(tokenOf(field.value), parameter === '' ? scalarsOf(field.value) : undefined);
}

/** The field of a page that the way uses; undefined for numbers that are only counted. */
export function fieldOf(
	{ field: at, place }: Way,
	{ fields, page }: Reading,
): PageField | undefined {
	if (place === undefined) return undefined;
	if (at === undefined) return fieldAtPath(page, place);
	const found = fields.findAnywhere(at);
	return found.find(({ path }) => path.join('.') === place) ?? found[0];
}

/** @param path as in 'Next Page Path' */
export function fieldAtPath(page: Page, path: string): PageField | undefined {
	const header = /^headers?\.(.+)$/i.exec(path)?.[1]?.toLowerCase();
	const text = Object.entries(page.headers).find(([name]) => name.toLowerCase() === header)?.[1];
	const inHeader = header === 'link' ? readLinkHeader(text ?? '').get('next') : text;
	const value = header ? inHeader : fieldAt(page.body, path);
	return value === undefined ? undefined : { path: path.split('.'), value };
}

function followLink({ path, value }: PageField, { body, url }: Page): NextStep {
	const address = addressIn(value, true);
	if (address === undefined) return { kind: 'none' };
	// Confluence: `_links.base`
	const context = valueAt(body, [...path.slice(0, -1), 'base']);
	const link = checkLink(address, url, typeof context === 'string' ? context : undefined);
	if (link.ok) return { kind: 'ask', target: { url: link.value }, cursor: link.value };
	// A password stays out.
	return { kind: 'refused', why: link.problem, link: address.replace(/\/\/[^/@?#]*@/, '//') };
}

/** Services use `null`, `''`, `false`, `-1`, `nil` and `{}` for "no next page". A `0` may be a token, so it is sent. */
export const isEndMarker = (value: unknown): boolean =>
	[null, '', false, -1, '-1', 'null', 'nil', 'none'].some((none) => none === value) ||
	(isObject(value) && Object.keys(value).length === 0);

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

export function lastIdOf({ fields, records }: Reading): string | undefined {
	const stated = fields.find('lastid')[0]?.value;
	if (typeof stated === 'string' && stated !== '') return stated;
	const last = records.at(-1);
	const id = last && ownId(last);
	return id === undefined ? undefined : String(id);
}

/** For the hint: `cursor in meta.next_cursor, sent as cursor`. */
export const describeWay = (way: Way): string =>
	way.kind.replace('page', 'page number').replace('lastId', 'last ID') +
	(isResponseDriven(way) ? ` in ${way.place}` : '') +
	(way.parameter && `, sent as ${way.parameter}`);
