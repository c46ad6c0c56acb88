/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../clock.ts';
import type { JsonObject } from '../json.ts';
import type { Kind } from '../service/endpoints.ts';
import { newId } from '../service/ids.ts';
import type { SettingsStore } from '../settings/store.ts';
import { inTransaction } from './database.ts';
import type { RecordStore } from './records.ts';

interface Places {
	database: DatabaseSync;
	records: RecordStore;
	settings: SettingsStore;
	clock: Clock;
}

/** Puts records in place behind the API's back, all in one go; `{n}` in a text field becomes the record's number. */
export function addRecords(
	{ database, records, settings, clock }: Places,
	kind: Kind,
	fields: JsonObject,
	count: number,
): JsonObject[] {
	const time = new Date(clock.now()).toISOString();
	const made: JsonObject[] = [];
	inTransaction(database, () => {
		for (let number = 1; number <= count; number++) {
			const { id, ...rest } = numbered(fields, number);
			const own = typeof id === 'string' || typeof id === 'number' ? id : undefined;
			const record = {
				id: own ?? newId(settings.current.ids, kind, records.nextSequence()),
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
	const entries = Object.entries(fields).map(([name, value]) => [
		name,
		typeof value === 'string' ? value.replaceAll('{n}', String(number)) : value,
	]);
	return Object.fromEntries(entries) as JsonObject;
}
