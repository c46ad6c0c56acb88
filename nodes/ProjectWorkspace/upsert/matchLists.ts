import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../client/connect';
import { sentWith } from '../client/headers';
import { list, type List, type ListRequest } from '../lists/listRecords';
import type { KnownWays } from '../lists/openList';
import { readForAbsence } from '../lists/notThere';
import { isInList } from '../records/parentId';
import { ok, reject, type Result } from '../result';
import { Creations } from './creations';
import type { MatchRequest } from './matchRequest';
import { upsertMessages } from './messages';
import { createIndex, type Write } from './recordIndex';
import { turnKey } from './similarText';

/** What the lists of a run share. */
class MatchRun {
	readonly creations = new Creations();
	readonly lists: MatchList[] = [];
	readonly writes: Write[] = [];
	readonly zone: string;
	private readonly turns = new Map<string, Promise<unknown>>();
	private readonly readings = new Set<Promise<unknown>>();
	private readonly sent = new Set<Promise<unknown>>();

	/** @param zone the time zone of the workflow */
	constructor(zone: string) {
		this.zone = zone;
	}

	/** Runs the work for equal and similar values one after another, so that the second item finds the record of the first. */
	async inTurn<T>(match: IDataObject, work: () => Promise<T>): Promise<T> {
		const key = JSON.stringify(Object.values(match).map((value) => turnKey(value, this.zone)));
		const before = this.turns.get(key) ?? Promise.resolve();
		const turn = before.then(work, work);
		this.turns.set(key, turn);
		return await turn;
	}

	/** Reads a list while the run writes nothing: its own updates may move records from one page to another. */
	async readUndisturbed<T>(read: () => Promise<T>): Promise<T> {
		const sent = Promise.allSettled(this.sent);
		return await during(this.readings, async () => {
			await sent;
			return await read();
		});
	}

	async write<T>(send: () => Promise<T>): Promise<T> {
		while (this.readings.size > 0) await Promise.allSettled(this.readings);
		return await during(this.sent, send);
	}

	/** Whether records of the lists have the ID and are not the same, as in services that count IDs in each project. */
	isIdTwice(id: string | number): boolean {
		const found = this.lists.map(({ index }) => index.withId(id));
		const all = found.flat();
		return (
			found.some(({ length }) => length > 1) ||
			all.some((one, at) => all.slice(at + 1).some((other) => areOthers(one, other)))
		);
	}
}

async function during<T>(active: Set<Promise<unknown>>, work: () => Promise<T>): Promise<T> {
	const started = work();
	active.add(started);
	return await started.finally(() => active.delete(started));
}

/** A list in which records are matched, read to its end. */
export class MatchList {
	/** How it was read, and all its records; replaced if it is read once more. */
	result: List;
	/** Its records by their values, with those that the run has written. */
	index: ReturnType<typeof createIndex>;
	readonly run: MatchRun;
	readonly wanted: ListRequest;
	private readonly matchOn: readonly string[];
	private readonly read: () => Promise<List>;
	private again: Promise<void> | undefined;

	/** @param read reads it from its beginning, as the first time */
	constructor(
		run: MatchRun,
		request: { wanted: ListRequest; matchOn: readonly string[]; read: () => Promise<List> },
		first: List,
	) {
		({ wanted: this.wanted, matchOn: this.matchOn, read: this.read } = request);
		this.run = run;
		this.result = first;
		this.index = this.indexOf(first, run.writes);
		run.lists.push(this);
	}

	/**
	 * The records with these values. If there is none, or if all of them are asked for, the list is read once more where
	 * only that can show it, at most once in a run.
	 */
	async search(match: IDataObject, all: boolean) {
		const found = this.index.find(match);
		if (!all && !(found.ok && found.value.length === 0)) return found;
		const readAgain = async () => await this.run.readUndisturbed(this.read);
		this.again ??= readForAbsence(this.result, readAgain, this.wanted.resource).then((both) => {
			if (both === this.result) return;
			this.result = both;
			this.index = this.indexOf(both, this.run.writes);
		});
		await this.again;
		return this.index.find(match);
	}

	/** Reads the list again: does the service list a record with these values? */
	async isListed({ match, options }: Pick<MatchRequest, 'match' | 'options'>): Promise<boolean> {
		const index = this.indexOf(await this.run.readUndisturbed(this.read), []);
		const found = index.find(match);
		return (
			!found.ok ||
			found.value.length > 0 ||
			(options.matchSimilar && index.findSimilar(match).length > 0)
		);
	}

	private indexOf({ records }: List, writes: Write[]) {
		const { wanted, matchOn, run } = this;
		return createIndex(records, wanted, { matchOn, zone: run.zone, writes });
	}
}

/**
 * Opens the lists in which a run matches records. Each list is read once, and updated with each record that the run
 * writes.
 * @param zone the time zone of the workflow
 */
export function createMatchLists(client: Client, knownWays: KnownWays, zone: string) {
	const run = new MatchRun(zone);
	const lists = new Map<string, Promise<MatchList>>();
	let firstHeaders: string | undefined;

	const readList = async (wanted: ListRequest, matchOn: readonly string[]) => {
		const read = async () => await list(client, { ...wanted, knownWays });
		return new MatchList(run, { wanted, matchOn, read }, await read());
	};

	return async (wanted: ListRequest, matchOn: readonly string[]): Promise<Result<MatchList>> => {
		// Headers may select a tenant, and a record of one tenant must not be written to another.
		const headers = JSON.stringify(sentWith('GET', wanted.settings.headers));
		if (headers !== (firstHeaders ??= headers)) return reject(upsertMessages.otherHeaders());
		const key = JSON.stringify([wanted.request.query, matchOn]);
		const reading = lists.get(key) ?? readList(wanted, matchOn);
		lists.set(key, reading);
		const opened = await reading;
		// Only then is it known which IDs the other lists have.
		await Promise.allSettled(lists.values());
		return ok(opened);
	};
}

/** Whether two records with the same ID are in different projects, and not the same one in two lists. */
const areOthers = (one: Write, other: Write): boolean =>
	(isOutside(one, other) || isOutside(other, one)) &&
	JSON.stringify(one.record) !== JSON.stringify(other.record);

const isOutside = ({ record, query }: Write, { query: narrowed }: Write): boolean =>
	isInList(record, narrowed, query) === false;
