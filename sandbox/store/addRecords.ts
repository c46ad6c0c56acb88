import type { Clock } from '../clock.ts';
import type { JsonObject } from '../json.ts';
import type { Kind } from '../service/endpoints.ts';
import type { SettingsStore } from '../settings/store.ts';
import type { Database } from './database.ts';
import type { RecordStore } from './records.ts';

interface Dependencies {
	database: Database;
	records: RecordStore;
	settings: SettingsStore;
	clock: Clock;
}

/** Adds records without the API, in one transaction. `{n}` in a string becomes the record's number. */
export function addRecords(
	{ database, records, settings, clock }: Dependencies,
	kind: Kind,
	fields: JsonObject,
	count: number,
): JsonObject[] {
	const time = new Date(clock.now()).toISOString();
	const made: JsonObject[] = [];
	database.transaction(() => {
		for (let number = 1; number <= count; number++) {
			const { id, ...rest } = numbered(fields, number);
			const own = typeof id === 'string' || typeof id === 'number' ? id : undefined;
			const record = {
				id: own ?? records.newId(settings.current.ids, kind),
				...rest,
				created_at: time,
				updated_at: time,
			};
			records.insert(kind, String(record.id), record);
			made.push(record);
		}
	});
	return made;
}

function numbered(fields: JsonObject, number: number): JsonObject {
	return Object.fromEntries(
		Object.entries(fields).map(([name, value]) => [
			name,
			typeof value === 'string' ? value.replaceAll('{n}', String(number)) : value,
		]),
	);
}
