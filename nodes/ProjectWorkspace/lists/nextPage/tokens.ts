import { fieldAt, isObject } from '../../records/json';
import type { PageField } from '../page/fields';
import { looksLikeAddress, readLinkHeader } from '../page/links';
import type { Page } from '../types';

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

export const scalarsOf = (value: unknown): Record<string, string> =>
	Object.fromEntries(
		Object.entries(isObject(value) ? value : {})
			.filter(([, one]) => typeof one !== 'object')
			.map(([key, one]) => [key, String(one)]),
	);

/** @param path as in 'Next Page Path' */
export function fieldAtPath(page: Page, path: string): PageField | undefined {
	const header = /^headers?\.(.+)$/i.exec(path)?.[1]?.toLowerCase();
	const text = Object.entries(page.headers).find(([name]) => name.toLowerCase() === header)?.[1];
	const inHeader = header === 'link' ? readLinkHeader(text ?? '').get('next') : text;
	const value = header ? inHeader : fieldAt(page.body, path);
	return value === undefined ? undefined : { path: path.split('.'), value };
}
