import type { JsonObject } from './json';
import { ID_KEYS } from './record-shapes';

/** The record's own ID, undefined when it shows none. */
export function idOf(record: JsonObject): string | undefined {
	for (const key of ID_KEYS) {
		const id = Object.hasOwn(record, key) ? record[key] : undefined;
		if (typeof id === 'string' && id !== '') return id;
		if (typeof id === 'number') return String(id);
	}
	return undefined;
}

/**
 * A 53-bit fingerprint (cyrb53, public domain, https://github.com/bryc/code): a list of 200,000
 * records costs one number each to remember, and two of them meet with a chance of about 1 in 450,000.
 */
export function fingerprint(text: string): number {
	let low = 0xdeadbeef;
	let high = 0x41c6ce57;
	for (let index = 0; index < text.length; index++) {
		const code = text.charCodeAt(index);
		low = Math.imul(low ^ code, 2654435761);
		high = Math.imul(high ^ code, 1597334677);
	}
	low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
	high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
	return 4294967296 * (2097151 & high) + (low >>> 0);
}
