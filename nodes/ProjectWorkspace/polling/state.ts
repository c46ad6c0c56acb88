import type { IDataObject } from 'n8n-workflow';

import type { Options } from '../parameters/options';
import { isObject } from '../records/json';
import { ok, type Problem, reject, type Result } from '../result';
import type { CHANGES } from './description';
import { pollMessages } from './messages';
import type { LastRead } from './reading';
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
	reading?: LastRead;
}

/** A change of a record since the last poll; of a removed record, the last hash and only the ID. */
interface Change extends Watched {
	type: (typeof CHANGES)[number]['value'];
}

/** How the list was read, and the settings for changes. */
interface Poll extends Pick<Options, 'startWithExisting' | 'allowMassRemovals'> {
	/** Identifies the node among those of all workflows. */
	nodeKey: string;
	scope: string;
	time: number;
	/** The changes that start the workflow. */
	types: ReadonlyArray<Change['type']>;
	/** Why it is not known whether the list has all requested records. */
	unknown: Problem | undefined;
	/** Whether the list shows that what it does not have is not there; otherwise the next poll has to lack it, too. */
	isAbsenceShown: boolean;
	/** Whether only changed records were requested. */
	isPart: boolean;
	/** How many records were read, including those that do not match the filters. */
	read: number;
	/** What the next reading depends on. */
	reading: LastRead | undefined;
}

/** n8n keeps the state in memory, too. Enough for the most records with IDs of 90 characters. */
export const MAX_STATE_BYTES = 5 * 1024 * 1024;

/** Reading so few records again costs less than saving the state. */
const CHEAP_RECORDS = 100;

const MASS_REMOVAL = { records: 20, share: 0.5 } as const;

/**
 * The changes since the saved state, and the new state; undefined if it does not change. The first poll of a scope only
 * remembers the records, unless set otherwise.
 */
export function nextPoll(
	last: State | undefined,
	now: ReadonlyMap<string, Watched>,
	poll: Poll,
): Result<{ events: Array<Change & { eventId: string }>; state: State | undefined }> {
	const { nodeKey, scope, time, types, startWithExisting, unknown, isPart, read, reading } = poll;
	const isFirst = last?.scope !== scope;
	if (isFirst && unknown && types.includes('removed'))
		return reject(pollMessages.unproven(unknown));
	const before = last && !isFirst ? knownFrom(last) : new Map<string, Watched>();
	const compared = changesSince(before, now, {
		...poll,
		missedBefore: isFirst ? [] : last.missing,
	});
	if (!compared.ok) return compared;
	const { known, changes, missing } = compared.value;
	const isCurrent = reading === last?.reading || (isPart && read < CHEAP_RECORDS);
	const selected = changes.filter(({ type }) => types.includes(type));
	const emitted = isFirst && !startWithExisting ? [] : selected;
	const number = (last?.poll ?? 0) + (emitted.length > 0 ? 1 : 0);
	const isMissing = (missing?.length ?? 0) > 0 || last?.missing !== undefined;
	const isChanged = changes.length > 0 || isFirst || !isCurrent || isMissing;
	const state = {
		scope,
		since: last?.since ?? time.toString(36),
		poll: number,
		ids: known.map(({ id }) => id),
		hashes: known.map(({ hash }) => hash).join(''),
		...(missing && missing.length > 0 ? { missing } : {}),
		reading,
	};
	if (isChanged && Buffer.byteLength(JSON.stringify(state)) > MAX_STATE_BYTES)
		return reject(pollMessages.tooLarge());
	const of = [nodeKey, last?.since ?? '', number];
	return ok({
		events: emitted.map((change) => ({ ...change, eventId: eventIdOf(change, of) })),
		state: isChanged ? state : undefined,
	});
}

/** All changes, the records that are known afterwards, and those of them that may be gone. */
function changesSince(
	before: ReadonlyMap<string, Watched>,
	now: ReadonlyMap<string, Watched>,
	poll: Poll & { missedBefore?: readonly string[] },
): Result<{ changes: Change[]; known: Watched[]; missing?: string[] }> {
	const { types, unknown, isPart, allowMassRemovals, missedBefore = [] } = poll;
	const changes: Change[] = [];
	for (const [key, watched] of now) {
		const last = before.get(key);
		if (last?.hash !== watched.hash) changes.push({ type: last ? 'changed' : 'new', ...watched });
	}
	const missing = [...before].filter(([key]) => !now.has(key));
	if (missing.length > 0 && unknown && !isPart && types.includes('removed'))
		return reject(pollMessages.unproven(unknown));
	const isWhole = !unknown && !isPart;
	const { records, share } = MASS_REMOVAL;
	const isMass = before.size >= records && missing.length > before.size * share;
	if (isWhole && isMass && !allowMassRemovals)
		return reject(pollMessages.massRemoval(missing.length, before.size));
	// The others may only be missing from this response, and must not count as new next time.
	const kept: string[] = [];
	const known = [...now.values()];
	for (const [key, last] of missing) {
		if (isWhole && (poll.isAbsenceShown || missedBefore.includes(key))) {
			changes.push({ type: 'removed', ...last });
		} else {
			kept.push(key);
			known.push(last);
		}
	}
	return ok({
		changes,
		// Full reads have a maximum.
		known: isPart ? known : known.slice(0, MAX_WATCHED),
		missing: isWhole ? kept : undefined,
	});
}

/** Whether any of the known records is not in the list. */
export const lacks = (now: ReadonlyMap<string, Watched>, { ids }: State): boolean =>
	ids.some((id) => !now.has(String(id)));

/** Of the records themselves, the state only has the IDs. */
const knownFrom = ({ ids, hashes }: State) =>
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
