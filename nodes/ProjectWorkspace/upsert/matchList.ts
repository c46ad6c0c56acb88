import type { ApiError, UserError } from '../errors';
import type { KnownPaginators } from '../pagination/knownPaginators';
import {
	readForAbsent,
	readList,
	readOne,
	type List,
	type ListRequest,
} from '../pagination/readList';
import { recordId, recordKey } from '../records/fields';
import { isNear, nearForm } from '../records/near';
import { isSame, savedKey } from '../records/same';
import type { JsonObject } from '../records/value';
import type { Client } from '../transport/types';
import { Lock } from './lock';
import type { Entry, ListFacts, MatchItem } from './plan';

/** What the writes of a run have shown about the service. */
export interface Findings {
	/** Whether the list has shown a record that this run has created. */
	isCreationProven: boolean;
	/** Names of fields that an update has kept, although they were not sent. */
	keptNames: Set<string>;
	/** Whether the response to the first creation had the values that were matched on. */
	responseShowsMatch?: boolean;
	/** Why nothing more is created. */
	noCreation?: ApiError;
	/** Why nothing more is written. */
	noWrite?: UserError;
}

/** The lists in which the items of a run match records, for one client. */
export class MatchLists {
	/** Writes share it. One that has to prove something takes it alone, and so does a second reading. */
	readonly lock = new Lock();
	readonly findings: Findings = { isCreationProven: false, keptNames: new Set() };
	/** The IDs that several records have. */
	readonly idsTwice = new Set<string>();

	private readonly byId = new Map<string, ListedRecord>();
	private readonly lists = new Map<string, Promise<MatchList>>();

	constructor(
		readonly client: Client,
		private readonly known: KnownPaginators,
	) {}

	/**
	 * Opens a list, which is read once for all items.
	 * @param isPreview it has a list of its own, because items that are sent must not find what it would create
	 */
	async open(
		{ resource, request }: Pick<ListRequest, 'resource' | 'request'>,
		matchOn: readonly string[],
		isPreview: boolean,
	): Promise<MatchList> {
		const key = JSON.stringify([request.query, matchOn, isPreview]);
		const reading =
			this.lists.get(key) ?? this.read({ resource, request, known: this.known }, matchOn);
		this.lists.set(key, reading);
		const list = await reading;
		list.items += 1;

		// By now the other items have asked for their lists. The IDs that are in several have to be known before an update.
		await Promise.allSettled(this.lists.values());
		return list;
	}

	private async read(request: ListRequest, matchOn: readonly string[]): Promise<MatchList> {
		return new MatchList(this, request, matchOn, await readList(this.client, request));
	}

	/** Some services count IDs in each project, so that an update by ID could change the task of another one. */
	noteId(id: string, listed: ListedRecord): void {
		const known = this.byId.get(id) ?? listed;
		this.byId.set(id, known);
		if (!isOneRecord(known, listed)) this.idsTwice.add(id);
	}
}

/** A record as a list shows it. */
interface ListedRecord {
	record: JsonObject;
	/** Its ID, with its parent and its type. */
	key: string;
	/** The project whose list it is in. */
	project: string | undefined;
}

/** Not every service shows the project of a record, so records of two projects are one only if they are equal. */
function isOneRecord(known: ListedRecord, listed: ListedRecord): boolean {
	if (known.key !== listed.key) return false;
	if (known.project === listed.project) return true;
	return JSON.stringify(known.record) === JSON.stringify(listed.record);
}

/** A list in which records are matched, with what this run has written. */
export class MatchList implements ListFacts {
	readonly fieldNames = new Set<string>();
	readonly unsavedNames = new Set<string>();
	readonly idsTwice: ReadonlySet<string>;
	/** Whether reading it again has started, which happens at most once. */
	hasStartedAgain = false;
	/** Why it could not be read again. */
	failure: unknown;
	/** How many items share it. */
	items = 0;

	private isReadTwice = false;
	private readonly entries: Entry[] = [];
	private readonly byValues: EntryIndex;
	/** Built for the first item that no record matches. */
	private byNearValues: EntryIndex | undefined;

	constructor(
		readonly matchLists: MatchLists,
		private readonly request: ListRequest,
		private readonly matchOn: readonly string[],
		public list: List,
	) {
		this.idsTwice = matchLists.idsTwice;
		this.byValues = new EntryIndex(matchOn, savedKey);
		for (const record of list.records) this.addListed(record);
	}

	/** How it was read, in sentences. */
	get summary(): string {
		const { completeness, records, summary } = this.list;
		const isShared = this.items > 1 && records.length > 1;
		if (!isShared || completeness.is !== 'complete') return summary;

		const times = this.isReadTwice ? 'twice' : 'once';
		return `All ${records.length} records were read ${times}, for ${this.items} input items.`;
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

	/** The records that have nearly the values of an item. */
	findNear({ match }: MatchItem): Entry[] {
		if (!this.byNearValues) {
			this.byNearValues = new EntryIndex(this.matchOn, nearForm);
			for (const entry of this.entries) this.byNearValues.add(entry);
		}
		return this.byNearValues
			.at(this.byNearValues.keyOf(match))
			.filter(({ record }) =>
				this.matchOn.every((name) => isNear(name, match[name], ownField(record, name))),
			);
	}

	/** Whether the next run would recognize a record: by the values of an item, or nearly. */
	recognizes(record: JsonObject, { match, expected }: MatchItem): boolean {
		return this.matchOn.every((name) => {
			const saved = ownField(record, name);
			const given = expected.get(name);
			return (given && isSame(given, saved)) || isNear(name, match[name], saved);
		});
	}

	hasId(record: JsonObject, id: string | number): boolean {
		return String(recordId(record, this.request.resource)) === String(id);
	}

	/**
	 * Starts to read the list again, where only that shows that a record is not there. Nothing is written meanwhile, because
	 * that could move records from one page to another. Who has started it waits like all others, so that they keep their order.
	 */
	startReadingAgain(): void {
		this.hasStartedAgain = true;
		void this.matchLists.lock.takeAlone(async () => await this.readAgain());
	}

	private async readAgain(): Promise<void> {
		try {
			const again = await readForAbsent(this.matchLists.client, this.request, this.list);
			this.isReadTwice = again !== this.list;
			if (this.isReadTwice) this.addMissed(again.records);
			this.list = again;
		} catch (error) {
			this.failure = error;
		}
	}

	/** What this run has written stays as it is. */
	private addMissed(records: readonly JsonObject[]): void {
		const known = new Set(this.entries.map(({ record }) => this.identityOf(record)));
		for (const record of records) {
			if (!known.has(this.identityOf(record))) this.addListed(record);
		}
	}

	/** Reads the list until a record fits. */
	async readOne(fits: (record: JsonObject) => boolean): Promise<List> {
		return await readOne(this.matchLists.client, { ...this.request, keep: fits });
	}

	add(entry: Entry): void {
		this.entries.push(entry);
		this.byValues.add(entry);
		this.byNearValues?.add(entry);
	}

	private addListed(record: JsonObject): void {
		this.add({ record });
		for (const name of Object.keys(record)) this.fieldNames.add(name);

		const { resource, request } = this.request;
		const id = recordId(record, resource);
		if (id === undefined) return;
		const project = request.query.project_id;
		this.matchLists.noteId(String(id), { record, key: this.identityOf(record), project });
	}

	private identityOf(record: JsonObject): string {
		return recordKey(record, this.request.resource) ?? JSON.stringify(record);
	}
}

/** Records by their values in the fields to match on. */
class EntryIndex {
	private readonly byKey = new Map<string, Entry[]>();

	constructor(
		private readonly matchOn: readonly string[],
		private readonly formOf: (value: unknown) => string,
	) {}

	keyOf(record: JsonObject): string[] {
		return this.matchOn.map((name) => this.formOf(ownField(record, name)));
	}

	at(key: readonly string[]): Entry[] {
		const entries = this.byKey.get(JSON.stringify(key)) ?? [];
		return entries.filter(({ state }) => state !== 'rejected');
	}

	add(entry: Entry): void {
		const key = JSON.stringify(this.keyOf(entry.record));
		const others = this.byKey.get(key);
		if (others) others.push(entry);
		else this.byKey.set(key, [entry]);
	}
}

const ownField = (record: JsonObject, name: string): unknown =>
	Object.hasOwn(record, name) ? record[name] : undefined;
