import type { RecordId } from '../records/fields';
import { sha256, type JsonObject } from '../records/value';
import type { Client } from '../transport/types';
import type { ChangeType } from './pollSettings';
import {
	HASH_LENGTH,
	MAX_WATCHED,
	type KnownRecord,
	type WatchedList,
	type WatchedRecords,
} from './watched';

/** Where the records of a list come from. */
export interface Source {
	/** A hash of everything that the list depends on: records of another scope cannot be compared. */
	scope: string;
	/** Production and sandbox have other records at the same address. */
	keyKind: Client['keyKind'];
}

/** What n8n saves for the node between two polls. It has only the IDs and hashes of the records. */
export interface State extends Source {
	/** How often the state was replaced. */
	revision: number;
	ids: RecordId[];
	/** The hashes in the order of the IDs, as one text to keep the state small. */
	hashes: string;
	/** Whether the last list was empty. */
	wasEmpty: boolean;
}

/** What the next list is compared with. */
export interface Memory {
	source: Source;
	/** The state to compare with. Undefined if this list only has to be remembered. */
	previous: State | undefined;
	revision: number;
	/** Whether the known records are those of another account. */
	isOtherAccount: boolean;
}

export interface Change {
	type: ChangeType;
	/** The same if a poll is repeated because its state was not saved; otherwise different for each change. */
	eventId: string;
	/** The ID alone if the record was removed. */
	record: JsonObject;
}

export interface Comparison {
	changes: Change[];
	/** Whether the list lacks a known record that may still exist. */
	mayBeIncomplete: boolean;
	/** The state for the next poll. It is the previous one if nothing has changed. */
	state: State;
}

export function recall(saved: State | undefined, source: Source): Memory {
	const known = saved?.scope === source.scope ? saved : undefined;
	const kinds = [known?.keyKind, source.keyKind];
	const isOtherAccount = kinds.includes('live') && kinds.includes('test');
	const previous = isOtherAccount ? undefined : known;
	return { source, previous, revision: saved?.revision ?? 0, isOtherAccount };
}

/** Finds what is different from the known records. Without known records, all are new. */
export function compare(memory: Memory, { list, records }: WatchedList): Comparison {
	const { previous } = memory;
	const known = knownRecords(previous);
	const absent = [...known.values()].filter(({ id }) => !records.has(String(id)));
	const changes = newAndChanged(memory, known, records);

	const isComplete = list.completeness.is === 'complete';
	// Not even a record that the filters leave out. A service that rebuilds its index may list nothing for a while.
	const isEmpty = isComplete && list.recordsRead === 0;
	const areRemoved = isEmpty ? previous?.wasEmpty === true : isComplete;
	if (areRemoved) {
		for (const gone of absent) changes.push(changeOf(memory, 'removed', gone, { id: gone.id }));
	}

	const mayBeIncomplete = !isComplete && absent.length > 0;
	if (changes.length === 0 && previous?.wasEmpty === isEmpty) {
		return { changes, mayBeIncomplete, state: previous };
	}

	// A record that is only missing must not be new when the list has it again.
	const kept = areRemoved ? [] : absent;
	const state = nextState(memory, [...records.values(), ...kept], isEmpty);
	return { changes, mayBeIncomplete, state };
}

function knownRecords(previous: State | undefined): Map<string, KnownRecord> {
	const records = new Map<string, KnownRecord>();
	if (previous === undefined) return records;

	for (const [index, id] of previous.ids.entries()) {
		const start = index * HASH_LENGTH;
		records.set(String(id), { id, hash: previous.hashes.slice(start, start + HASH_LENGTH) });
	}
	return records;
}

function newAndChanged(
	memory: Memory,
	known: ReadonlyMap<string, KnownRecord>,
	records: WatchedRecords,
): Change[] {
	const changes: Change[] = [];
	for (const [key, watched] of records) {
		const last = known.get(key);
		if (last?.hash === watched.hash) continue;
		changes.push(changeOf(memory, last ? 'changed' : 'new', watched, watched.record));
	}
	return changes;
}

function changeOf(
	{ source, revision }: Memory,
	type: ChangeType,
	{ id, hash }: KnownRecord,
	record: JsonObject,
): Change {
	const event = [source.scope, source.keyKind, revision, type, String(id), hash];
	return { type, eventId: sha256(JSON.stringify(event)), record };
}

function nextState(
	{ source, revision }: Memory,
	records: readonly KnownRecord[],
	wasEmpty: boolean,
): State {
	const state: State = { ...source, revision: revision + 1, ids: [], hashes: '', wasEmpty };
	for (const { id, hash } of records.slice(0, MAX_WATCHED)) {
		state.ids.push(id);
		state.hashes += hash;
	}
	return state;
}
