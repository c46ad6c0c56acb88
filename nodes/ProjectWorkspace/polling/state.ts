import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../records/json';
import { ok, reject, type Result } from '../result';
import { diff, type Change, type Rules } from './diff';
import { messages } from './messages';
import { pack, unpack, type PackedGroup, type RecordId } from './packing';
import { digest, type Watched } from './watched';

/** What n8n keeps for the node between two polls. */
export interface State {
	/** Stands for all that the records depend on: with another list or other fields, nothing can be compared. */
	scope: string;
	/** When the state began: if n8n loses it, the numbers of the polls start anew. */
	since: string;
	/** How many polls have started the workflow. */
	poll: number;
	records: PackedGroup[];
}

/** Each record takes memory in n8n and up to 40 bytes in its database, which are written at each start. */
export const MOST_RECORDS = 50_000;

export interface Event extends Change {
	/** The same if a crash repeats the poll before its state was saved; another for each change. */
	eventId: string;
}

export interface NextPoll {
	events: Event[];
	/** Undefined: nothing has changed. */
	state: State | undefined;
}

/** What is new since the saved state. At the first poll of a scope, everything is only remembered, unless told otherwise. */
export function nextPoll(
	saved: unknown,
	now: ReadonlyMap<RecordId, Watched>,
	{
		place,
		scope,
		time,
		startWithExisting,
		...rules
	}: Rules & {
		/** The node, among all nodes of all workflows. */
		place: string;
		scope: string;
		time: number;
		startWithExisting: boolean;
	},
): Result<NextPoll> {
	const last = isState(saved) ? saved : undefined;
	const isFirst = last?.scope !== scope;
	const before = last && !isFirst ? unpack(last.records) : new Map<RecordId, string>();
	if (isFirst && now.size > 0 && !rules.isWhole && rules.types.includes('removed')) {
		return reject(messages.unproven(now.size));
	}
	const compared = diff(before, now, rules);
	if (!compared.ok) return compared;
	const { known, changes, isSame } = compared.value;
	if (known.size > MOST_RECORDS) return reject(messages.tooMany());
	const started = isFirst && !startWithExisting ? [] : changes;
	const poll = (last?.poll ?? 0) + (started.length > 0 ? 1 : 0);
	return ok({
		events: started.map((change) => ({
			...change,
			eventId: eventIdOf(change, [place, last?.since ?? '', poll]),
		})),
		state:
			isSame && !isFirst
				? undefined
				: { scope, since: last?.since ?? time.toString(36), poll, records: pack(known) },
	});
}

/** 128 bits; without `+` and `/`, as it may become a key elsewhere. */
export const eventIdOf = ({ type, id, hash }: Change, of: readonly unknown[]) =>
	digest([...of, type, id, hash])
		.slice(0, 22)
		.replaceAll('+', '-')
		.replaceAll('/', '_');

/** n8n keeps what the node has put there, so its parts need no look. */
const isState = (value: unknown): value is State & IDataObject =>
	isObject(value) && typeof value.scope === 'string' && Array.isArray(value.records);
