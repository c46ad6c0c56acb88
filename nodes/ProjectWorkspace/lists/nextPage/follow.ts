import { ownId } from '../../records/fieldNames';
import { isObject } from '../../records/json';
import { checkLink, looksLikeAddress } from './links';
import type { PaginationField } from './paginationFields';
import type { Reading } from '../reading';
import type { Strategy } from './strategies';
import type { Candidate, NextStep, Walk } from './types';

/** Does the response itself lead on, so that its silence is an end? */
export const isLed = ({ kind }: Strategy): boolean =>
	kind === 'link' || kind === 'cursor' || kind === 'spread';

/** Where the page after this one is. Whether to ask for it is judged elsewhere. */
export function nextStep(
	candidate: Candidate,
	reading: Reading,
	{ pages, position }: Pick<Walk, 'pages' | 'position'>,
	firstQuery: Record<string, string>,
): NextStep {
	const { strategy, parameter, base, read } = candidate;
	const send = (sent: Record<string, string>, cursor: string): NextStep => ({
		kind: 'ask',
		target: { query: { ...firstQuery, ...sent } },
		cursor,
	});
	const field = read?.(reading);
	switch (strategy.kind) {
		case 'link':
			return followLink(field, reading.url);
		case 'cursor': {
			const token = field && !saysNoMore(field.value) ? tokenOf(field.value) : undefined;
			return token === undefined ? { kind: 'none' } : send({ [parameter]: token }, token);
		}
		case 'spread': {
			const fields = scalarsOf(field?.value);
			if (Object.keys(fields).length === 0) return { kind: 'none' };
			return send(fields, JSON.stringify(field?.value));
		}
		case 'lastId': {
			const id = lastIdOf(reading);
			return id === undefined ? { kind: 'none' } : send({ [parameter]: id }, id);
		}
		case 'page':
		case 'offset': {
			const next = String(base + (strategy.kind === 'page' ? pages : position));
			return send({ [parameter]: next }, next);
		}
	}
}

function followLink(field: PaginationField | undefined, asked: string): NextStep {
	if (!field || saysNoMore(field.value)) return { kind: 'none' };
	const address = addressIn(field.value, true);
	if (address === undefined) return { kind: 'none' };
	const context = field.sibling('base');
	const link = checkLink(address, asked, typeof context === 'string' ? context : undefined);
	return link.kind === 'refused'
		? { ...link, link: address }
		: { kind: 'ask', target: { url: link.url }, cursor: link.url };
}

/** `null`, `''`, `false`, `-1` and `{}` are in use for "that was all". A `0` may be a token: it is asked for. */
export function saysNoMore(value: unknown): boolean {
	if (value === null || value === '' || value === false || value === -1 || value === '-1')
		return true;
	return isObject(value) && Object.keys(value).length === 0;
}

/** Redis SCAN and others end with a cursor that returns to 0. */
export const isZero = (cursor: unknown): boolean => cursor === 0 || cursor === '0';

/** An address, plain or in an object: HAL's `{href}`, HubSpot's `{link}`, Asana's `{uri}`. */
export function addressIn(value: unknown, byName: boolean): string | undefined {
	if (typeof value === 'string') return byName || looksLikeAddress(value) ? value : undefined;
	if (!isObject(value)) return undefined;
	return ['href', 'url', 'uri', 'link']
		.map((key) => value[key])
		.find((inner): inner is string => typeof inner === 'string' && inner !== '');
}

/** A token as a query parameter takes it; an object is sent as JSON (DynamoDB's key). */
export function tokenOf(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	if (typeof value === 'number') return String(value);
	return typeof value === 'object' && value !== null ? JSON.stringify(value) : undefined;
}

function scalarsOf(value: unknown): Record<string, string> {
	if (!isObject(value)) return {};
	const entries = Object.entries(value).filter(([, one]) => typeof one !== 'object');
	return Object.fromEntries(entries.map(([key, one]) => [key, String(one)]));
}

export function lastIdOf({ fields, records }: Reading): string | undefined {
	const stated = fields.find('lastid')[0]?.value;
	if (typeof stated === 'string' && stated !== '') return stated;
	const last = records.at(-1);
	const id = last && ownId(last);
	return id === undefined ? undefined : String(id);
}
