import type { IDataObject } from 'n8n-workflow';

import { serializeByKey } from '../client/clock';
import type { Client } from '../client/connect';
import { sentWith } from '../client/headers';
import { readList, type List, type ListRequest } from '../lists/listRecords';
import type { KnownWays } from '../lists/nextPage/way';
import { readForAbsence } from '../lists/notThere';
import { isInList } from '../records/parentId';
import { nearKey } from '../records/sameValue';
import { ok, reject, type Problem, type Result } from '../result';
import { upsertMessages } from './messages';
import { createIndex, type Found, type Write } from './recordIndex';

/**
 * The lists in which a run matches records, and the order in which it reads and writes them. Each list is opened once, and
 * updated with each record that the run writes.
 */
export class MatchLists {
	/** Whether a new record has proven that the next run will find it. */
	isProven = false;
	/** Why nothing more is created. */
	notCreated: Problem | undefined;
	readonly writes: Write[] = [];
	readonly zone: string;
	private readonly read: (wanted: ListRequest) => Promise<List>;
	private readonly opening = new Map<string, Promise<MatchList>>();
	readonly opened: MatchList[] = [];
	private headers: string | undefined;
	private readonly inOrder = serializeByKey();
	private reading = Promise.resolve();
	private writing = Promise.resolve();

	/** @param zone the time zone of the workflow */
	constructor(client: Client, knownWays: KnownWays, zone: string) {
		this.zone = zone;
		this.read = async (wanted) => await readList(client, { ...wanted, knownWays });
	}

	async open(wanted: ListRequest, matchOn: readonly string[]): Promise<Result<MatchList>> {
		// Headers may select a tenant, and a record of one tenant must not be written to another.
		const headers = JSON.stringify(sentWith('GET', wanted.settings.headers));
		if (headers !== (this.headers ??= headers)) return reject(upsertMessages.otherHeaders());
		const key = JSON.stringify([wanted.request.query, matchOn]);
		const opening = this.opening.get(key) ?? this.openNew(wanted, matchOn);
		this.opening.set(key, opening);
		const opened = await opening;
		// Only then is it known which IDs the other lists have.
		await Promise.allSettled(this.opening.values());
		return ok(opened);
	}

	private async openNew(wanted: ListRequest, matchOn: readonly string[]): Promise<MatchList> {
		const opened = createMatchList(this, wanted, matchOn, await this.read(wanted));
		this.opened.push(opened);
		return opened;
	}

	/** Runs the work for equal and similar values one after another, so that the second item finds the record of the first. */
	async inTurn<T>(match: IDataObject, work: () => Promise<T>): Promise<T> {
		const key = Object.values(match).map((value) => nearKey(value, this.zone));
		return await this.inOrder(JSON.stringify(key), work);
	}

	/**
	 * Creations go out one by one until one has proven that the next run will find its record: otherwise each run would
	 * create everything again.
	 */
	async createInTurn<T>(create: () => Promise<T>): Promise<T> {
		const { result } = await this.inOrder('create', async () => {
			const result = create();
			if (!this.isProven) await result.catch(() => undefined);
			// In an object, because a promise would be waited for, and the next creation may start now.
			return { result };
		});
		return await result;
	}

	/** Reads a list while the run writes nothing: its own updates may move records from one page to another. */
	async readUndisturbed(wanted: ListRequest): Promise<List> {
		const result = this.writing.then(async () => await this.read(wanted));
		this.reading = ended(this.reading, result);
		return await result;
	}

	async write<T>(send: () => Promise<T>): Promise<T> {
		const result = this.reading.then(send);
		this.writing = ended(this.writing, result);
		return await result;
	}

	/** Whether records of the lists have the ID and are not the same, as in services that count IDs in each project. */
	isIdTwice(id: string | number): boolean {
		const found = this.opened.map(({ index }) => index.withId(id));
		const all = found.flat();
		return (
			found.some(({ length }) => length > 1) ||
			all.some((one, at) => all.slice(at + 1).some((other) => areOthers(one, other)))
		);
	}
}

/** When all have ended, successful or not. */
async function ended(...running: Array<Promise<unknown>>): Promise<void> {
	await Promise.allSettled(running);
}

/** Whether two records with the same ID are in different projects, and not the same one in two lists. */
const areOthers = (one: Write, other: Write): boolean =>
	(isOutside(one, other) || isOutside(other, one)) &&
	JSON.stringify(one.record) !== JSON.stringify(other.record);

const isOutside = ({ record, query }: Write, { query: narrowed }: Write): boolean =>
	isInList(record, narrowed, query) === false;

export type MatchList = ReturnType<typeof createMatchList>;

/**
 * A list in which records are matched.
 * @param first all of it, as it was read first
 */
function createMatchList(
	run: MatchLists,
	wanted: ListRequest,
	matchOn: readonly string[],
	first: List,
) {
	const indexOf = ({ records }: List, writes: readonly Write[]) =>
		createIndex(records, wanted, { matchOn, zone: run.zone, writes });
	const readAgain = async () => await run.readUndisturbed(wanted);
	let again: Promise<void> | undefined;
	const opened = {
		run,
		/** How it was read, and all its records; replaced if it is read once more. */
		result: first,
		/** Its records by their values, with those that the run has written. */
		index: indexOf(first, run.writes),
		/**
		 * The records with these values. If there is none, or if all of them are asked for, the list is read again where only
		 * that can show it (`readForAbsence`), for the first such item of a run only.
		 */
		async search(match: IDataObject, mayBeSeveral: boolean): Promise<Found> {
			const found = opened.index.find(match);
			if (!mayBeSeveral && !(found.ok && found.value.length === 0)) return found;
			again ??= readForAbsence(first, readAgain, wanted.resource).then((both) => {
				if (both === first) return;
				opened.result = both;
				opened.index = indexOf(both, run.writes);
			});
			await again;
			return opened.index.find(match);
		},
		/** Reads the list again: does the service list a record with these values, or similar ones? */
		async isListed(match: IDataObject, orSimilar: boolean): Promise<boolean> {
			const index = indexOf(await readAgain(), []);
			const found = index.find(match);
			const isSimilar = () => orSimilar && index.findSimilar(match).length > 0;
			return !found.ok || found.value.length > 0 || isSimilar();
		},
		/** Notes a record that was written, in all lists that contain it. */
		put({ record, unsure, replaced }: Omit<Write, 'query'>): void {
			const write = { record, unsure, replaced, query: wanted.request.query };
			run.writes.push(write);
			for (const { index } of run.opened) index.apply(write);
		},
	};
	return opened;
}
