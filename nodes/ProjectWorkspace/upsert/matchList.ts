import type { UserError } from '../errors';
import type { KnownPaginators } from '../pagination/knownPaginators';
import { readForAbsent, readList, type List, type ListRequest } from '../pagination/readList';
import { recordId, recordKey } from '../records/fields';
import { isSame, nearForm, savedKey } from '../records/same';
import type { JsonObject } from '../records/value';
import type { Client } from '../transport/types';
import type { Entry, ListFacts, MatchItem } from './plan';

/** The lists in which the items of a run match records, for one client, and what must not happen at the same time. */
export class MatchLists {
	/** Whether the list has shown a record that this run has created. */
	canCreate = false;
	/** Fields that a PUT of this run has kept, although they were not sent. */
	readonly kept = new Set<string>();
	/** Why nothing more is created, or nothing more is written. */
	noCreation: UserError | undefined;
	noWrite: UserError | undefined;

	/** While something goes alone, everybody else waits. */
	alone: Promise<void> | undefined;
	private readonly writes = new Set<Promise<void>>();
	private readonly lists = new Map<string, Promise<MatchList>>();

	/** The first record of the lists with each ID, and the IDs that other records have as well. */
	private readonly byId = new Map<string, ListedRecord>();
	readonly idsTwice = new Set<string>();

	readonly client: Client;
	private readonly known: KnownPaginators;

	constructor(client: Client, known: KnownPaginators) {
		this.client = client;
		this.known = known;
	}

	/**
	 * Opens a list, which is read once for all items.
	 * @param isPreview it has a list of its own, because items that are sent must not find what it would create
	 */
	async open(
		wanted: Omit<ListRequest, 'known'>,
		matchOn: readonly string[],
		isPreview: boolean,
	): Promise<MatchList> {
		const key = JSON.stringify([wanted.request.query, matchOn, isPreview]);
		const reading = this.lists.get(key) ?? this.read({ ...wanted, known: this.known }, matchOn);
		this.lists.set(key, reading);
		const list = await reading;

		// Only then is it known which IDs the lists of other projects have.
		await Promise.allSettled(this.lists.values());
		return list;
	}

	/** Some services count IDs in each project, so that an update by ID could change the task of another one. */
	noteId(id: string, listed: ListedRecord): void {
		const known = this.byId.get(id);
		if (!known) this.byId.set(id, listed);
		else if (areDifferent(known, listed)) this.idsTwice.add(id);
	}

	private async read(request: ListRequest, matchOn: readonly string[]): Promise<MatchList> {
		return new MatchList(this, request, matchOn, await readList(this.client, request));
	}

	/** Runs a write beside others. */
	async write<T>(run: () => Promise<T>): Promise<T> {
		const result = run();
		const end = whenEnded(result, () => this.writes.delete(end));
		this.writes.add(end);
		return await result;
	}

	/** Waits until nothing is written, and runs something alone. */
	async goAlone<T>(run: () => Promise<T>): Promise<T> {
		const result = Promise.all(this.writes).then(run);
		this.alone = whenEnded(result, () => {
			this.alone = undefined;
		});
		return await result;
	}
}

/**
 * Resolves when something has ended, successful or not.
 * @param first runs before everybody who waits for it
 */
export function whenEnded(result: Promise<unknown>, first: () => void): Promise<void> {
	const ignore = () => {};
	const end = result.then(ignore, ignore);
	void end.then(first);
	return end;
}

/** A list in which records are matched, with what this run has written. */
export class MatchList implements ListFacts {
	list: List;
	/** How often it was read. */
	readings = 1;
	readonly fields = new Set<string>();
	readonly notSaved = new Set<string>();
	/** Whether it shows that a record is not there. */
	isSure = false;
	/** Why it could not be read again. */
	failure: unknown;

	readonly run: MatchLists;
	private readonly request: ListRequest;
	private readonly matchOn: readonly string[];

	private readonly entries = new Set<Entry>();
	private readonly byValues: EntryIndex;
	/** Built for the first item that no record matches. */
	private byNearValues: EntryIndex | undefined;

	constructor(run: MatchLists, request: ListRequest, matchOn: readonly string[], first: List) {
		this.run = run;
		this.request = request;
		this.matchOn = matchOn;
		this.list = first;

		this.byValues = new EntryIndex(matchOn, savedKey);
		for (const record of first.records) this.addListed(record);
	}

	/** The records with the values of an item, in any form in which they may be saved. */
	find({ expected }: MatchItem): Entry[] {
		let keys: string[][] = [[]];
		for (const name of this.matchOn) {
			const forms = expected.get(name)?.forms ?? [];
			keys = keys.flatMap((key) => forms.map((form) => [...key, form]));
		}
		return keys.flatMap((key) => this.byValues.at(key));
	}

	/** The records in which only case, spaces or HTML escapes are different. */
	findNear({ match }: MatchItem): readonly Entry[] {
		if (!this.byNearValues) {
			this.byNearValues = new EntryIndex(this.matchOn, nearForm);
			for (const entry of this.entries) this.byNearValues.add(entry);
		}
		return this.byNearValues.at(this.byNearValues.keyOf(match));
	}

	isMatch(record: JsonObject, { expected }: MatchItem): boolean {
		return this.matchOn.every((name) => {
			const given = expected.get(name);
			return given !== undefined && isSame(given, ownField(record, name));
		});
	}

	hasId(record: JsonObject, id: string | number | undefined): boolean {
		return String(recordId(record, this.request.resource)) === String(id);
	}

	isIdTwice(id: string | number): boolean {
		return this.run.idsTwice.has(String(id));
	}

	/**
	 * Reads the list again, where only that shows that a record is not there. Nothing is written meanwhile, because that
	 * could move records from one page to another.
	 */
	startReadingAgain(): void {
		this.isSure = true;
		const reading = this.run.goAlone(async () => await this.readAgain());
		reading.catch((error: unknown) => {
			this.failure = error;
		});
	}

	/** Reads a record that this run has created, for the next item that matches it. */
	startReadingId(item: MatchItem, entry: Entry): void {
		const isIt = (record: JsonObject) => this.isMatch(record, item);
		const reading = this.readOne(isIt).then(({ records: [record] }) => {
			entry.record = record ?? entry.record;
		});

		entry.isWithoutId = false;
		entry.writing = whenEnded(reading, () => {
			entry.writing = undefined;
		});
	}

	/** Adds what the first reading has missed. What this run has written stays as it is. */
	private async readAgain(): Promise<void> {
		const again = await readForAbsent(this.run.client, this.request, this.list);
		if (again === this.list) return;

		const known = new Set([...this.entries].map(({ record }) => this.identity(record)));
		for (const record of again.records) {
			if (!known.has(this.identity(record))) this.addListed(record);
		}
		this.list = again;
		this.readings += 1;
	}

	private identity(record: JsonObject): string {
		return recordKey(record, this.request.resource) ?? JSON.stringify(record);
	}

	/** Reads the list until a record fits. */
	async readOne(fits: (record: JsonObject) => boolean): Promise<List> {
		return await readOne(this.run.client, { ...this.request, keep: fits });
	}

	add(entry: Entry): void {
		this.entries.add(entry);
		this.byValues.add(entry);
		this.byNearValues?.add(entry);
	}

	/** A record that was not created after all. */
	remove(entry: Entry): void {
		this.entries.delete(entry);
		this.byValues.remove(entry);
		this.byNearValues?.remove(entry);
	}

	private addListed(record: JsonObject): void {
		this.add({ record });
		for (const name of Object.keys(record)) this.fields.add(name);

		const id = recordId(record, this.request.resource);
		const project = this.request.request.query.project_id;
		if (id !== undefined) {
			this.run.noteId(String(id), { record, identity: this.identity(record), project });
		}
	}
}

/** Records by their values in the fields to match on. */
class EntryIndex {
	private readonly byKey = new Map<string, Entry[]>();
	private readonly matchOn: readonly string[];
	private readonly form: (value: unknown) => string;

	constructor(matchOn: readonly string[], form: (value: unknown) => string) {
		this.matchOn = matchOn;
		this.form = form;
	}

	keyOf(record: JsonObject): string[] {
		return this.matchOn.map((name) => this.form(ownField(record, name)));
	}

	at(key: readonly string[]): readonly Entry[] {
		return this.byKey.get(JSON.stringify(key)) ?? [];
	}

	add(entry: Entry): void {
		const key = this.keyOf(entry.record);
		const others = this.byKey.get(JSON.stringify(key));
		if (others) others.push(entry);
		else this.byKey.set(JSON.stringify(key), [entry]);
	}

	remove(entry: Entry): void {
		const key = this.keyOf(entry.record);
		const others = this.at(key).filter((each) => each !== entry);
		this.byKey.set(JSON.stringify(key), others);
	}
}

interface ListedRecord {
	record: JsonObject;
	/** From its ID, its parent and its type. */
	identity: string;
	/** The project whose list it is in; undefined for the list of all. */
	project: string | undefined;
}

/** Whether two records with the same ID are not the same one, read in two lists. */
function areDifferent(one: ListedRecord, other: ListedRecord): boolean {
	if (one.identity !== other.identity) return true;
	if (one.project === other.project) return false;
	const areOfProjects = one.project !== undefined && other.project !== undefined;
	return areOfProjects && JSON.stringify(one.record) !== JSON.stringify(other.record);
}

/** The list with the first record to keep. If there is none, it is read again where only that shows it. */
export async function readOne(client: Client, request: ListRequest): Promise<List> {
	const one: ListRequest = { ...request, limit: 1 };
	const first = await readList(client, one);
	return first.records.length > 0 ? first : await readForAbsent(client, one, first);
}

const ownField = (record: JsonObject, name: string): unknown =>
	Object.hasOwn(record, name) ? record[name] : undefined;
