import {
	readForAbsent,
	readList,
	type KnownPaginators,
	type List,
	type ListRequest,
} from '../pagination/readList';
import { recordId, recordKey } from '../records/fields';
import { isSame, nearForm, savedKey } from '../records/same';
import type { JsonObject } from '../records/value';
import type { Client } from '../transport/types';
import type { Entry, ListFacts, MatchItem, StopReason } from './plan';

/**
 * The lists in which the items of a run match records, for one client. They share what must go alone: the second reading
 * of a list, and the first writes, which prove what the service does.
 */
export class MatchLists {
	/** Whether the list has shown a record that this run has created. */
	canCreate = false;
	/** Whether a PUT of this run has kept the fields that were not sent. */
	canUpdate = false;
	/** Why nothing more is created. */
	noCreation: StopReason | undefined;
	/** Why nothing more is written. */
	noWrite: StopReason | undefined;

	/** While something goes alone: everybody else waits. */
	alone: Promise<void> | undefined;

	private readonly writes = new Set<Promise<void>>();
	private readonly lists = new Map<string, Promise<MatchList>>();

	constructor(
		readonly client: Client,
		private readonly known: KnownPaginators,
	) {}

	/**
	 * The list of a request, read once.
	 * @param kind a list in which other fields are matched, or a preview, is another one
	 */
	async open(
		request: Omit<ListRequest, 'known'>,
		matchOn: readonly string[],
		kind: 'preview' | 'real',
	): Promise<MatchList> {
		const key = JSON.stringify([request.request.path, request.request.query, matchOn, kind]);
		const opened = this.lists.get(key) ?? this.read({ ...request, known: this.known }, matchOn);
		this.lists.set(key, opened);
		return await opened;
	}

	private async read(request: ListRequest, matchOn: readonly string[]): Promise<MatchList> {
		return new MatchList(this, request, matchOn, await readList(this.client, request));
	}

	/** Runs a write beside others. */
	async write<T>(run: () => Promise<T>): Promise<T> {
		const result = run();
		const end = ended(result);
		this.writes.add(end);
		void end.then(() => this.writes.delete(end));
		return await result;
	}

	/** Waits until nothing is written, and runs something while everybody else waits. */
	async goAlone<T>(run: () => Promise<T>): Promise<T> {
		const result = Promise.all(this.writes).then(run);
		this.alone = ended(result);
		void this.alone.then(() => {
			this.alone = undefined;
		});
		return await result;
	}
}

/** Resolves when something has ended, successful or not. */
export const ended = async (result: Promise<unknown>): Promise<void> =>
	await result.then(
		() => {},
		() => {},
	);

/** A list in which records are matched, with what this run has written. */
export class MatchList implements ListFacts {
	list: List;
	readonly fields = new Set<string>();
	readonly notSaved = new Set<string>();
	/** Whether a record that was not found is not there. */
	isSure = false;
	readings = 1;
	/** Why the list could not be read again. */
	failure: unknown;

	private readonly entries = new Set<Entry>();
	private readonly byValues = new Map<string, Entry[]>();
	/** Built for the first value that no record has. */
	private byNearValues: Map<string, Entry[]> | undefined;
	private idCounts: Map<string, number> | undefined;

	constructor(
		readonly run: MatchLists,
		private readonly request: ListRequest,
		private readonly matchOn: readonly string[],
		first: List,
	) {
		this.list = first;
		for (const record of first.records) this.addListed(record);
	}

	get completeness(): List['completeness'] {
		return this.list.completeness;
	}

	get read(): number {
		return this.list.read;
	}

	/** The records with the values of an item, in any form in which they may have been saved. */
	find({ expected }: MatchItem): Entry[] {
		let keys: string[][] = [[]];
		for (const name of this.matchOn) {
			const forms = expected.get(name)?.forms ?? [];
			keys = keys.flatMap((key) => forms.map((form) => [...key, form]));
		}
		return keys.flatMap((key) => this.byValues.get(JSON.stringify(key)) ?? []);
	}

	/** The records in which only case, spaces or HTML escapes differ. */
	findNear({ match }: MatchItem): readonly Entry[] {
		if (!this.byNearValues) {
			this.byNearValues = new Map();
			for (const entry of this.entries) {
				listAt(this.byNearValues, this.nearKey(entry.record)).push(entry);
			}
		}
		return this.byNearValues.get(this.nearKey(match)) ?? [];
	}

	idOf(record: JsonObject): string {
		return String(recordId(record, this.request.resource));
	}

	isIdTwice(id: string | number): boolean {
		if (!this.idCounts) {
			this.idCounts = new Map();
			for (const { record } of this.entries) {
				const each = this.idOf(record);
				this.idCounts.set(each, (this.idCounts.get(each) ?? 0) + 1);
			}
		}
		return (this.idCounts.get(String(id)) ?? 0) > 1;
	}

	/**
	 * Reads the list again, if only that can show that a record is not there, and adds what the first reading missed. Nothing
	 * is written meanwhile, because that could move records from one page to another.
	 */
	startReadingAgain(): void {
		this.isSure = true;
		const reading = this.run.goAlone(async () => await this.readAgain());
		reading.catch((error: unknown) => {
			this.failure = error;
		});
	}

	private async readAgain(): Promise<void> {
		const again = await readForAbsent(this.run.client, this.request, this.list);
		if (again === this.list) return;
		this.readings = 2;

		const identity = (record: JsonObject) =>
			recordKey(record, this.request.resource) ?? JSON.stringify(record);
		const known = new Set([...this.entries].map(({ record }) => identity(record)));
		for (const record of again.records) {
			if (!known.has(identity(record))) this.addListed(record);
		}
		this.list = again;
	}

	/** The list as the service has it now, with the first record that fits. */
	async readOne(fits: (record: JsonObject) => boolean): Promise<List> {
		return await readOne(this.run.client, { ...this.request, keep: fits });
	}

	/** Whether a record has the values of an item. */
	isMatch(record: JsonObject, { expected }: MatchItem): boolean {
		return this.matchOn.every((name) => {
			const given = expected.get(name);
			return given !== undefined && isSame(given, valueAt(record, name));
		});
	}

	add(entry: Entry): void {
		this.entries.add(entry);
		listAt(this.byValues, this.key(entry.record)).push(entry);
		if (this.byNearValues) listAt(this.byNearValues, this.nearKey(entry.record)).push(entry);
	}

	private addListed(record: JsonObject): void {
		this.add({ record });
		for (const name of Object.keys(record)) this.fields.add(name);
	}

	/** A record that was not created after all. */
	remove(entry: Entry): void {
		this.entries.delete(entry);
		const isOther = (each: Entry) => each !== entry;
		const [key, nearKey] = [this.key(entry.record), this.nearKey(entry.record)];
		this.byValues.set(key, listAt(this.byValues, key).filter(isOther));
		this.byNearValues?.set(nearKey, listAt(this.byNearValues, nearKey).filter(isOther));
	}

	private key(record: JsonObject): string {
		return JSON.stringify(this.matchOn.map((name) => savedKey(valueAt(record, name))));
	}

	private nearKey(record: JsonObject): string {
		return JSON.stringify(this.matchOn.map((name) => nearForm(valueAt(record, name))));
	}
}

/** The list with the one record to keep; if there is none, the list is read again where only that can show it. */
export async function readOne(client: Client, request: ListRequest): Promise<List> {
	const one: ListRequest = { ...request, limit: 1 };
	const first = await readList(client, one);
	return first.records.length > 0 ? first : await readForAbsent(client, one, first);
}

const valueAt = (record: JsonObject, name: string): unknown =>
	Object.hasOwn(record, name) ? record[name] : undefined;

function listAt<T>(map: Map<string, T[]>, key: string): T[] {
	const list = map.get(key) ?? [];
	map.set(key, list);
	return list;
}
