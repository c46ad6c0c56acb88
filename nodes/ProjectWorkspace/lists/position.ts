import { createHash } from 'node:crypto';

import { ownId } from '../records/fieldNames';
import type { Reached, PageTarget } from './types';
import { checkLink } from './page/links';
import type { JsonObject } from '../records/json';

/** Where reading stopped: a page, and how many of its records were returned. */
export interface Position {
	target: PageTarget;
	/** How far reading was before that page. */
	reached: Reached;
	returned: number;
	/** Identifies the last record that was returned. */
	last?: string;
}

/** Which list a position belongs to. */
interface Owner {
	address: string;
	/** The query of the first page, with the page size. */
	firstQuery: Readonly<Record<string, string>>;
	pageSize?: number;
}

export const beginningOf = (firstQuery: Owner['firstQuery']): Position => ({
	target: { query: { ...firstQuery } },
	reached: { pages: 0, offset: 0, distinct: 0, largest: 0 },
	returned: 0,
});

/** The text for 'Start From Position', which is accepted for the same list only. */
export function writePosition(owner: Owner, position: Position): string {
	const text = JSON.stringify(position);
	return digestOf(owner, text) + Buffer.from(text).toString('base64url');
}

/** Undefined if the position belongs to another list, or was not copied in full. */
export function readPosition(owner: Owner, copied: string): Position | undefined {
	const [digest, encoded] = [copied.slice(0, DIGEST), copied.slice(DIGEST)];
	const text = Buffer.from(encoded, 'base64url').toString();
	if (digest !== digestOf(owner, text)) return undefined;
	const position = JSON.parse(text) as Position; // by the function above, as its digest fits
	// Anyone can compute the digest, and the key must only be sent to one origin.
	const { target } = position;
	const isAllowed = 'query' in target || checkLink(target.url, owner.address).ok;
	return isAllowed ? position : undefined;
}

/** How many records of the page were returned before; undefined if the last of them has moved. */
export function returnedOf(
	records: readonly JsonObject[],
	{ returned, last }: Position,
): number | undefined {
	if (returned === 0) return 0;
	const places = records.flatMap((record, at) => (keyOfRecord(record) === last ? [at + 1] : []));
	return places.find((at) => at === returned) ?? (places.length === 1 ? places[0] : undefined);
}

export const keyOfRecord = (record: JsonObject) =>
	hash(String(ownId(record) ?? JSON.stringify(record)));

/** To be increased if the form of a position changes, so that an older one is rejected. */
const VERSION = 1;

const DIGEST = 12;
const hash = (text: string) =>
	createHash('sha256').update(text).digest('base64url').slice(0, DIGEST);

const digestOf = ({ address, firstQuery, pageSize }: Owner, text: string) =>
	hash(JSON.stringify([VERSION, address, Object.entries(firstQuery).sort(), pageSize, text]));
