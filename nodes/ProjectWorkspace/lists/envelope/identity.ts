import type { JsonObject } from '../../records/json';
import { ID_KEYS } from './recordShapes';

/** The record's own ID, undefined when it shows none. */
export function idOf(record: JsonObject): string | undefined {
	for (const key of ID_KEYS) {
		const id = Object.hasOwn(record, key) ? record[key] : undefined;
		if (typeof id === 'string' && id !== '') return id;
		if (typeof id === 'number') return String(id);
	}
	return undefined;
}
