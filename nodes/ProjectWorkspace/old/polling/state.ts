import type { IDataObject } from 'n8n-workflow';

import type { Options } from '../parameters/options';
import { isObject } from '../records/value';
import { ok, type Problem, reject, type Result } from '../result';
import { pollMessages } from './messages';
import type { Settings } from './settings';
import { digest, HASH_LENGTH, MAX_WATCHED, type Watched } from './watched';

/** The state that n8n saves for the node between two polls. */
export interface State {
	/** A hash of everything that the list depends on. If it changes, the records cannot be compared. */
	scope: string;
	/** When the state was created, because `poll` starts again if n8n loses the state. */
	since: string;
	/** How many polls have started the workflow. */
	poll: number;
	ids: Array<string | number>;
	/** In the order of the IDs, as one text to keep the state small. */
	hashes: string;
	/** The IDs that the last reading did not have, as texts, until another reading shows whether they are gone. */
	missing?: string[];
	/** Only with 'Changed Since'. */
	lastRead?: LastRead;
}

/** How the list was last read, on which the next request depends. */
export interface LastRead {
	/** The settings. If they change, the next poll reads everything. */
	by: string;
	/** When it began. Later changes may be missing. */
	from: number;
	/** When the last full read began, by n8n's clock. */
	full: number;
}

/** What a poll has read. */
export interface PollReading {
	/** When it began, by n8n's clock. */
	began: number;
	/** The records by their IDs as text. */
	present: ReadonlyMap<string, Watched>;
	/** How many records were read, including those that do not match the filters. */
	read: number;
	/** Whether only changed records were requested. */
	isPart: boolean;
	/** Why it is not known whether the list has all requested records. */
	doubt: Problem | undefined;
	/** Whether what the list does not have is not there; otherwise the next poll has to lack it, too. */
	isAbsenceShown: boolean;
	lastRead: LastRead | undefined;
}

/** A change of a record since the last poll; of a removed record, the last hash and only the ID. */
interface Change extends Watched {
	type: Settings['types'][number];
}

/** n8n keeps the state in memory, too. Enough for the most records with IDs of 90 characters. */
export const MAX_STATE_BYTES = 5 * 1024 * 1024;

/** Reading so few records again costs less than saving the state. */
const CHEAP_RECORDS = 100;

const MASS_REMOVAL = { records: 20, share: 0.5 } as const;

/**
 * The changes since the saved state, and the new state; undefined if it does not change. The first poll of a scope only
 * remembers the records, unless set otherwise.
 * @param rules `nodeKey` identifies the node among those of all workflows, and only `types` of changes start the workflow
 */
export function nextPoll(
	saved: State | undefined,
	reading: PollReading,
	rules: Pick<Options, 'startWithExisting' | 'allowMassRemovals'> & {
		nodeKey: string;
		scope: string;
		types: ReadonlyArray<Change['type']>;
	},
): Result<{ events: Array<Change & { eventId: string }>; state: State | undefined }> {
	const { nodeKey, scope, types, startWithExisting } = rules;
	const { isPart, lastRead, read } = reading;
	const known = saved?.scope === scope ? saved : undefined;
	const compared = changesSince(known, reading, rules);
	if (!compared.ok) return compared;
	const { changes, remembered, missing } = compared.value;
	const selected = changes.filter(({ type }) => types.includes(type));
	const emitted = known || startWithExisting ? selected : [];
	const poll = (saved?.poll ?? 0) + (emitted.length > 0 ? 1 : 0);
	const state = {
		scope,
		since: saved?.since ?? reading.began.toString(36),
		poll,
		ids: remembered.map(({ id }) => id),
		hashes: remembered.map(({ hash }) => hash).join(''),
		...(missing.length > 0 ? { missing } : {}),
		lastRead,
	};
	const isReadAnew = lastRead !== known?.lastRead && !(isPart && read < CHEAP_RECORDS);
	const isMissing = missing.length > 0 || known?.missing !== undefined;
	const isChanged = !known || changes.length > 0 || isReadAnew || isMissing;
	if (isChanged && Buffer.byteLength(JSON.stringify(state)) > MAX_STATE_BYTES)
		return reject(pollMessages.tooLarge());
	const of = [nodeKey, saved?.since ?? '', poll];
	return ok({
		events: emitted.map((change) => ({ ...change, eventId: eventIdOf(change, of) })),
		state: isChanged ? state : undefined,
	});
}

/**
 * All changes, the records to remember, and those of them that may be gone.
 * @param known undefined at the first poll
 */
function changesSince(
	known: State | undefined,
	{ present, doubt, isPart, isAbsenceShown }: PollReading,
	{ types, allowMassRemovals }: Parameters<typeof nextPoll>[2],
): Result<{ changes: Change[]; remembered: Watched[]; missing: string[] }> {
	const before = known ? rememberedIn(known) : new Map<string, Watched>();
	const changes: Change[] = [];
	for (const [key, watched] of present) {
		const last = before.get(key);
		if (last?.hash !== watched.hash) changes.push({ type: last ? 'changed' : 'new', ...watched });
	}
	const absent = [...before].filter(([key]) => !present.has(key));
	const asksForRemoved = !isPart && types.includes('removed') && (!known || absent.length > 0);
	if (doubt && asksForRemoved) return reject(pollMessages.unproven(doubt));
	const isWhole = !doubt && !isPart;
	const { records, share } = MASS_REMOVAL;
	const isMass = before.size >= records && absent.length > before.size * share;
	if (isWhole && isMass && !allowMassRemovals)
		return reject(pollMessages.massRemoval(absent.length, before.size));
	const isGone = (key: string) => isWhole && (isAbsenceShown || known?.missing?.includes(key));
	for (const [key, last] of absent) if (isGone(key)) changes.push({ type: 'removed', ...last });
	// The others may only be missing from this response, and must not count as new next time.
	const kept = absent.filter(([key]) => !isGone(key));
	const remembered = [...present.values(), ...kept.map(([, last]) => last)];
	return ok({
		changes,
		// Full reads have a maximum.
		remembered: isPart ? remembered : remembered.slice(0, MAX_WATCHED),
		missing: isWhole ? kept.map(([key]) => key) : [],
	});
}

/** Of the records themselves, the state only has the IDs. */
const rememberedIn = ({ ids, hashes }: State) =>
	new Map(
		ids.map((id, at): [string, Watched] => [
			String(id),
			{ id, hash: hashes.slice(at * HASH_LENGTH, (at + 1) * HASH_LENGTH), record: { id } },
		]),
	);

/** Different for each change; the same if a poll is repeated because its state was not saved. 128 bits. */
export const eventIdOf = (
	{ type, id, hash }: Pick<Change, 'type' | 'id' | 'hash'>,
	of: readonly unknown[],
) => digest([...of, type, String(id), hash]).slice(0, 22);

/** Only this node writes it, so its parts need no check. */
export const isState = (saved: unknown): saved is State & IDataObject =>
	isObject(saved) && typeof saved.scope === 'string' && Array.isArray(saved.ids);
