import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../records/json';
import { ok, reject, type Result } from '../result';
import type { Reading } from './changedSince';
import { diff, type Change, type Known, type Rules } from './diff';
import { messages } from './messages';
import { digest, HASH_LENGTH, type RecordId, type Watched } from './watched';

/** The state that n8n saves for the node between two polls. */
export interface State {
	/** A hash of all settings that affect the list. If it changes, the records cannot be compared. */
	scope: string;
	/** When the state was created, because `poll` starts again if n8n loses the state. */
	since: string;
	/** How many polls have started the workflow. */
	poll: number;
	ids: RecordId[];
	/** In the order of the IDs, as one text to keep the state small. */
	hashes: string;
	/** Only with 'Changed Since'. */
	reading?: Reading;
}

/** n8n keeps the state in memory, and writes it to its database whenever the workflow starts. */
export const MOST_RECORDS = 50_000;

/** Reading so few records again costs less than saving the state. */
const CHEAP_RECORDS = 100;

export interface Event extends Change {
	/** Different for each change; the same if a poll is repeated because its state was not saved. */
	eventId: string;
}

/**
 * The changes since the saved state. The first poll of a scope only remembers the records, unless set otherwise.
 * @returns `state`: undefined if it does not change
 */
export function nextPoll(
	saved: unknown,
	now: ReadonlyMap<RecordId, Watched>,
	{
		place,
		scope,
		time,
		startWithExisting,
		read,
		reading,
		...rules
	}: Rules & {
		/** Identifies the node among those of all workflows. */
		place: string;
		scope: string;
		time: number;
		startWithExisting: boolean;
		/** How many records were read, including those that do not match the filters. */
		read: number;
		/** What the next reading depends on. */
		reading: Reading | undefined;
	},
): Result<{ events: Event[]; state: State | undefined }> {
	const last = isState(saved) ? saved : undefined;
	const isFirst = last?.scope !== scope;
	const before = last && !isFirst ? knownOf(last) : new Map<RecordId, string>();
	if (isFirst && now.size > 0 && !rules.isComplete && rules.types.includes('removed')) {
		return reject(messages.unproven(now.size));
	}
	const compared = diff(before, now, rules);
	if (!compared.ok) return compared;
	const { known, changes, isSame } = compared.value;
	// Until the next full read, removed records are still known.
	if (!rules.isPart && known.size > MOST_RECORDS) return reject(messages.tooMany());
	const emitted = isFirst && !startWithExisting ? [] : changes;
	const isCurrent = reading === last?.reading || (rules.isPart && read < CHEAP_RECORDS);
	const poll = (last?.poll ?? 0) + (emitted.length > 0 ? 1 : 0);
	return ok({
		events: emitted.map((change) => ({
			...change,
			eventId: eventIdOf(change, [place, last?.since ?? '', poll]),
		})),
		state:
			isSame && !isFirst && isCurrent
				? undefined
				: {
						scope,
						since: last?.since ?? time.toString(36),
						poll,
						ids: [...known.keys()],
						hashes: [...known.values()].join(''),
						reading,
					},
	});
}

const knownOf = ({ ids, hashes }: State): Known =>
	new Map(ids.map((id, at) => [id, hashes.slice(at * HASH_LENGTH, (at + 1) * HASH_LENGTH)]));

/** Undefined at the first poll of a scope, and without 'Changed Since'. */
export const lastReading = (saved: unknown, scope: string): Reading | undefined =>
	isState(saved) && saved.scope === scope ? saved.reading : undefined;

/** 128 bits; without `+` and `/`, as it may become a key elsewhere. */
export const eventIdOf = ({ type, id, hash }: Change, of: readonly unknown[]) =>
	digest([...of, type, id, hash])
		.slice(0, 22)
		.replaceAll('+', '-')
		.replaceAll('/', '_');

/** Only this node writes it, so its parts need no check. */
const isState = (value: unknown): value is State & IDataObject =>
	isObject(value) && typeof value.scope === 'string' && Array.isArray(value.ids);
