import type { Family } from './families';
import { idOf } from '../envelope/identity';
import { isObject, type JsonObject } from '../../records/json';
import { checkLink, looksLikeAddress } from './nextLink';
import type { Reading } from '../reading';
import type { Sign } from './signs';
import type { PageTarget } from '../types';

/** One way from page to page: a family and, where it needs one, the parameter chosen for it. */
export interface Route {
	family: Family;
	parameter: string;
	/** The number of the first page, or the offset of the first record. */
	base: number;
	/** Reads where the answer says it; undefined for ways that are only counted. */
	read?: (reading: Reading) => Sign | undefined;
	/** False: nothing says that there is more, it is only possible. */
	sure: boolean;
	/** In words, for the hint. */
	label: string;
	/** Set by hand: goes on until a page is empty even if nothing says that there is more. */
	forced?: boolean;
}

export interface Progress {
	pages: number;
	/** As answered, with what came twice. */
	received: number;
}

export type NextStep =
	| { kind: 'ask'; target: PageTarget; cursor: string }
	/** `stated`: the service said so itself. */
	| { kind: 'end'; stated: boolean }
	| { kind: 'refused'; why: string; link: string };

/** Where the page after this one is, on a route. */
export function nextStep(
	route: Route,
	reading: Reading,
	progress: Progress,
	firstQuery: Record<string, string>,
): NextStep {
	if (reading.stated.more === false) return { kind: 'end', stated: true };
	const { family } = route;
	const byQuery = (value: string): NextStep => ({
		kind: 'ask',
		target: { query: { ...firstQuery, [route.parameter]: value } },
		cursor: value,
	});
	switch (family.kind) {
		case 'link':
			return followLink(route, reading);
		case 'cursor':
		case 'spread': {
			const value = route.read?.(reading)?.value;
			if (value === undefined) return { kind: 'end', stated: false };
			if (saysNoMore(value)) return { kind: 'end', stated: true };
			if (family.kind === 'cursor') return byQuery(tokenOf(value) ?? '');
			const query = { ...firstQuery, ...scalarsOf(value) };
			return { kind: 'ask', target: { query }, cursor: JSON.stringify(value) };
		}
		case 'lastId': {
			const id = lastIdOf(reading);
			const goesOn = reading.stated.more === true || (route.forced && reading.records.length > 0);
			return goesOn && id !== undefined ? byQuery(id) : { kind: 'end', stated: false };
		}
		case 'page':
		case 'offset': {
			const next = family.kind === 'page' && family.next ? route.read?.(reading)?.value : 1;
			if (next !== undefined && saysNoMore(next)) return { kind: 'end', stated: true };
			if (!goesOn(route, reading, progress)) return { kind: 'end', stated: false };
			const counted = family.kind === 'page' ? progress.pages : progress.received;
			return byQuery(String(route.base + counted));
		}
	}
}

/** Does the count say, or at least not rule out, that there is more? */
export function moreByCount({ records, stated }: Reading, progress: Progress): boolean | 'maybe' {
	if (stated.more === true) return true;
	if (stated.total !== undefined && !stated.totalIsCount) {
		return progress.received < stated.total && records.length > 0;
	}
	if (stated.totalPages !== undefined)
		return progress.pages < stated.totalPages && records.length > 0;
	if (stated.total !== undefined && progress.received < stated.total) return records.length > 0;
	if (records.length === 0) return false;
	if (stated.pageSize !== undefined && records.length < stated.pageSize) return false;
	return 'maybe';
}

function goesOn(route: Route, reading: Reading, progress: Progress): boolean {
	if (route.forced) return reading.records.length > 0 && moreByCount(reading, progress) !== false;
	if (route.family.kind === 'page' && route.family.next) {
		return route.read?.(reading)?.value !== undefined;
	}
	return moreByCount(reading, progress) !== false;
}

function followLink(route: Route, reading: Reading): NextStep {
	const sign = route.read?.(reading);
	if (!sign || sign.value === undefined) return { kind: 'end', stated: false };
	if (saysNoMore(sign.value)) return { kind: 'end', stated: true };
	const address = addressIn(sign.value, true);
	if (address === undefined) return { kind: 'end', stated: false };
	const context = sign.beside('base');
	const link = checkLink(address, reading.url, typeof context === 'string' ? context : undefined);
	if (link.kind === 'refused') return { kind: 'refused', why: link.why, link: address };
	return { kind: 'ask', target: { url: link.url }, cursor: link.url };
}

/** `null`, `''`, `false`, `0`, `-1` and `{}` are all in use for "that was all". */
export function saysNoMore(value: unknown): boolean {
	if (value === null || value === '' || value === false) return true;
	if (value === 0 || value === '0' || value === -1 || value === '-1') return true;
	return isObject(value) && Object.keys(value).length === 0;
}

/** An address, plain or in an object: HAL's `{href}`, HubSpot's `{link}`, Asana's `{uri}`. */
export function addressIn(value: unknown, byName: boolean): string | undefined {
	if (typeof value === 'string') return byName || looksLikeAddress(value) ? value : undefined;
	if (!isObject(value)) return undefined;
	for (const key of ['href', 'url', 'uri', 'link']) {
		const inner = value[key];
		if (typeof inner === 'string' && inner !== '') return inner;
	}
	return undefined;
}

/** A token as a query parameter takes it; an object goes as JSON (DynamoDB's key). */
export function tokenOf(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	if (typeof value === 'number') return String(value);
	return typeof value === 'object' && value !== null ? JSON.stringify(value) : undefined;
}

export function scalarsOf(value: unknown): Record<string, string> {
	if (!isObject(value)) return {};
	const entries = Object.entries(value).filter(([, one]) => typeof one !== 'object');
	return Object.fromEntries(entries.map(([key, one]) => [key, String(one)]));
}

export function lastIdOf({ signs, records }: Reading): string | undefined {
	const stated = signs.find('lastid')[0]?.value;
	if (typeof stated === 'string' && stated !== '') return stated;
	const last: JsonObject | undefined = records.at(-1);
	return last && idOf(last);
}
