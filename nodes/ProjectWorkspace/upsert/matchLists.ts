import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../client/connect';
import { sentWith } from '../client/headers';
import { list, SAMPLED, type List, type ListRequest } from '../lists/listRecords';
import type { KnownWays } from '../lists/openList';
import { readForAbsence } from '../lists/notThere';
import { isInList } from '../records/parentId';
import { ok, reject, type Problem, type Result } from '../result';
import { upsertMessages } from './messages';
import { createIndex, type Placed } from './recordIndex';
import { turnKey } from './similar';

/** A list in which records are matched, read to its end. */
export interface MatchList extends ReturnType<typeof createIndex> {
	/** How the list was read. */
	read: List;
	/** The names of the fields that its records have. */
	fields: ReadonlySet<string>;
	/** A field to match on that none of its records has. */
	missingField: string | undefined;
	/** Reads the list once more, if only that can show that a record is not there; at most once in a run. */
	readForAbsence: () => Promise<void>;
	/** Runs the work for equal and similar values one after another, so that the second item finds the record of the first. */
	serialize: <T>(values: readonly unknown[], work: () => Promise<T>) => Promise<T>;
	/** Reads the list again: does the service list a record with these values, or with similar ones only? */
	listedAs: (values: readonly unknown[]) => Promise<'same' | 'similar' | undefined>;
	/** Whether the next run would find a record that was saved so as one with similar values. */
	isSimilarWhenRead: (saved: IDataObject, values: readonly unknown[]) => boolean;
	/** Whether records of the run's lists have the ID and are not the same, as in services that count IDs in each project. */
	isIdTwice: (id: string | number) => boolean;
	/** The creations of the run, in all of its lists. */
	creations: Creations;
}

/**
 * Opens the lists in which a run matches records. Each list is read once, and updated with each record that the run
 * writes.
 * @param zone the time zone of the workflow
 */
export function createMatchLists(client: Client, knownWays: KnownWays, zone: string) {
	const lists = new Map<string, Promise<MatchList>>();
	const recordsWithId: Array<(id: string | number) => Placed[]> = [];
	const writes: Placed[] = [];
	const queues = new Map<string, Promise<unknown>>();
	const creations = new Creations();
	let firstHeaders: string | undefined;

	const serialize: MatchList['serialize'] = async (values, work) => {
		const key = JSON.stringify(values.map((value) => turnKey(value, zone)));
		const before = queues.get(key) ?? Promise.resolve();
		const turn = before.then(work, work);
		queues.set(key, turn);
		return await turn;
	};

	const isIdTwice = (id: string | number) => {
		const placed = recordsWithId.map((find) => find(id));
		return (
			placed.some(({ length }) => length > 1) ||
			placed.flat().some((one, at, all) => all.slice(at + 1).some((other) => areOthers(one, other)))
		);
	};

	const readList = async (search: ListRequest, matchOn: readonly string[]): Promise<MatchList> => {
		const read = async () => await list(client, { ...search, knownWays });
		const indexOf = (records: readonly IDataObject[], own: Placed[]) =>
			createIndex(records, search, { matchOn, zone, writes: own });
		const partsOf = (result: List) => {
			const { records } = result;
			const missing = matchOn.find((name) => !records.some((each) => Object.hasOwn(each, name)));
			const missingField = records.length > 0 ? missing : undefined;
			const fields = new Set(records.slice(0, SAMPLED).flatMap(Object.keys));
			return { read: result, fields, missingField, ...indexOf(records, writes) };
		};
		const first = await read();
		let again: Promise<void> | undefined;
		let savedRecords: ReturnType<typeof createIndex> | undefined;
		const opened: MatchList = {
			...partsOf(first),
			serialize,
			creations,
			isIdTwice,
			async listedAs(values) {
				const index = indexOf((await read()).records, []);
				if (index.find(values).length > 0) return 'same';
				return index.findSimilar(values).length > 0 ? 'similar' : undefined;
			},
			isSimilarWhenRead(saved, values) {
				// Not in the index of this run, where new records have the values that were sent.
				savedRecords ??= indexOf(first.records, []);
				savedRecords.put(saved);
				return savedRecords.findSimilar(values).includes(saved);
			},
			async readForAbsence() {
				again ??= readForAbsence(first, read, search.resource).then((both) => {
					if (both !== first) Object.assign(opened, partsOf(both));
				});
				await again;
			},
		};
		const { query } = search.request;
		recordsWithId.push((id) => opened.withId(id).map((record) => ({ record, query })));
		return opened;
	};

	return async (search: ListRequest, matchOn: readonly string[]): Promise<Result<MatchList>> => {
		// Headers may select a tenant, and a record of one tenant must not be written to another.
		const headers = JSON.stringify(sentWith('GET', search.settings.headers));
		if (headers !== (firstHeaders ??= headers)) return reject(upsertMessages.otherHeaders());
		const key = JSON.stringify([search.request.query, matchOn]);
		const reading = lists.get(key) ?? readList(search, matchOn);
		lists.set(key, reading);
		const list = await reading;
		// Only then is it known which IDs the other lists have.
		await Promise.allSettled(lists.values());
		return ok(list);
	};
}

/** Whether two records with the same ID are in different projects, and not the same one in two lists. */
const areOthers = (one: Placed, other: Placed): boolean =>
	(isOutside(one, other) || isOutside(other, one)) &&
	JSON.stringify(one.record) !== JSON.stringify(other.record);

const isOutside = ({ record, query }: Placed, { query: narrowed }: Placed): boolean =>
	isInList(record, narrowed, query) === false;

/**
 * The creations of a run. They go out one by one until one has proven that the next run will find its record: otherwise
 * each run would create everything again.
 */
class Creations {
	/** Why nothing more is created. */
	problem: Problem | undefined;
	isProven = false;
	private turn: Promise<unknown> = Promise.resolve();

	async run<T>(create: () => Promise<T>): Promise<T> {
		// An object, because a promise would be waited for.
		const started = this.turn.then(() => ({ done: create() }));
		this.turn = started.then(async ({ done }) => {
			if (!this.isProven) await done.catch(() => undefined);
		});
		return await (
			await started
		).done;
	}
}
