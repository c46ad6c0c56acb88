import type { ApiError, UserError } from '../errors';
import {
	readForAbsent,
	readList,
	readOne,
	type List,
	type ListRequest,
} from '../pagination/readList';
import { recordId, recordKey } from '../records/fields';
import { isNear, nearForm } from '../records/near';
import { fieldForm } from '../records/same';
import { ownField, type JsonObject } from '../records/value';
import { inTurns } from '../transport/concurrency';
import type { Client } from '../transport/types';
import { ListedFields } from './listedFields';
import { requestFor, type MatchRequest } from './matchRequest';

/** A record that items can match. */
export interface Entry {
	/** What the service has returned, or what this run has written. */
	record: JsonObject;
	/**
	 * - `uncertain`: its creation has failed, but the service may have made it
	 * - `preview`: it only exists in a preview, so that it has no ID
	 */
	state?: 'uncertain' | 'preview';
}

/** The records with the same values in the fields to match on. */
export type Slot = Entry[];

/** An item that has been read, and where its record is. */
export interface LocatedItem {
	request: MatchRequest;
	list: MatchList;
	/** The slots of its values, in each form in which they may be saved. */
	slots: readonly Slot[];
	/** The slot of nearly its values, of an item whose record is not in the list. */
	nearSlot?: Slot;
	/** What the service has returned of the record that was created for the item. */
	created?: JsonObject;
}

/**
 * The lists in which items match records, of one client and either for what is sent or for previews, and what the writes of
 * the run have shown about the service.
 */
export class MatchLists {
	/** A list has shown a record that this run has created. */
	isCreationListed = false;
	/** The response had shown it as well, so that a later one with another value means that the value was cut. */
	isCreationEchoed = false;
	/** An update has left alone the fields that were not sent. */
	keepsFields = false;
	/** One has left alone the project at least, which services may keep that replace the rest of the record. */
	keepsParent = false;
	/** Why nothing more is created. */
	endOfCreations?: ApiError;
	/** Why nothing more is written. */
	endOfWrites?: UserError;
	/** The IDs that several records have, as in services that count IDs in each project. */
	readonly idsTwice = new Set<string>();

	private readonly readings = new Map<string, Promise<List>>();
	private readonly lists = new Map<string, Promise<MatchList>>();
	private readonly byId = new Map<string, Entry>();

	constructor(readonly client: Client) {}

	/** Finds where the record of an item is. Its list is read once for all items. */
	async locate(request: MatchRequest): Promise<LocatedItem> {
		const { resource, match } = request;
		const matchOn = Object.keys(match);
		const listRequest = { resource: resource.name, request: requestFor(request, 'getAll').request };
		const key = JSON.stringify([listRequest.request.query, matchOn]);
		const list = this.lists.get(key) ?? this.read(listRequest, matchOn);
		this.lists.set(key, list);
		return await (await list).locate(request);
	}

	private async read(request: ListRequest, matchOn: readonly string[]): Promise<MatchList> {
		const key = JSON.stringify(request.request.query);
		const reading = this.readings.get(key) ?? readList(this.client, request);
		this.readings.set(key, reading);

		const list = new MatchList(this, request, matchOn, await reading);
		await list.addListed(list.reading.records);
		return list;
	}

	/**
	 * The entry of a record, which other lists or the same page may have shown before. Records of two projects may have one ID,
	 * and not every service shows the project, so only equal records are one. Of two others, an update by ID could change
	 * the wrong one.
	 */
	entryOf(id: string, record: JsonObject): Entry {
		const known = this.byId.get(id);
		if (known && JSON.stringify(known.record) === JSON.stringify(record)) return known;

		const entry = { record };
		if (known) this.idsTwice.add(id);
		else this.byId.set(id, entry);
		return entry;
	}
}

/** A list in which records are matched, with what this run has written. */
export class MatchList {
	readonly fields = new ListedFields();

	private readonly entries = new Set<Entry>();
	private readonly byValues: EntryIndex;
	private readonly byNearValues: EntryIndex;
	/** Resolves when it is known for certain which records are not there. */
	private searchedAgain: Promise<void> | undefined;

	constructor(
		readonly lists: MatchLists,
		readonly request: ListRequest,
		private readonly matchOn: readonly string[],
		public reading: List,
	) {
		this.byValues = new EntryIndex(matchOn, fieldForm);
		this.byNearValues = new EntryIndex(matchOn, nearForm);
	}

	/** Adds records that the list has shown. */
	async addListed(records: readonly JsonObject[]): Promise<void> {
		for await (const record of inTurns(records)) {
			const id = recordId(record, this.request.resource);
			const entry = id === undefined ? { record } : this.lists.entryOf(String(id), record);
			if (this.entries.has(entry)) continue; // a page may have a record twice

			this.entries.add(entry);
			this.byValues.slotOf(record).push(entry);
			this.fields.add(record);
		}
	}

	/** Finds where the record of an item is. Only if it is not there, the list is read again, once for all items. */
	async locate(request: MatchRequest): Promise<LocatedItem> {
		const located: LocatedItem = { request, list: this, slots: this.slotsOf(request) };
		if (located.slots.some((slot) => slot.length > 0)) return located;

		this.searchedAgain ??= this.searchAgain();
		await this.searchedAgain;
		return { ...located, nearSlot: this.byNearValues.slotOf(request.match) };
	}

	/** The slots of all combinations of the forms. */
	private slotsOf({ given }: MatchRequest): Slot[] {
		let keys: string[][] = [[]];
		for (const name of this.matchOn) {
			const value = given.get(name);
			const forms = [...(value?.forms ?? [])];
			if (this.fields.leavesOut(name, value)) forms.push('');
			keys = keys.flatMap((key) => forms.map((form) => [...key, form]));
		}
		return keys.map((key) => this.byValues.slotAt(key));
	}

	/** One reading may miss a record, and one that is nearly the same must not be there either. */
	private async searchAgain(): Promise<void> {
		const again = await readForAbsent(this.lists.client, this.request, this.reading);
		if (again !== this.reading) {
			const keyOf = (record: JsonObject): string =>
				recordKey(record, this.request.resource) ?? JSON.stringify(record);
			const known = new Set(this.reading.records.map(keyOf));
			await this.addListed(again.records.filter((record) => !known.has(keyOf(record))));
			this.reading = again;
		}

		for await (const entry of inTurns(this.entries)) {
			this.byNearValues.slotOf(entry.record).push(entry);
		}
	}

	/** Adds what this run has created: items find it by what was sent, and by what the service has made of that. */
	addCreated(entry: Entry, sent: JsonObject): void {
		for (const index of [this.byValues, this.byNearValues]) {
			const slots = new Set([index.slotOf(sent), index.slotOf(entry.record)]);
			for (const slot of slots) slot.push(entry);
		}
	}

	/** Whether the next run would recognize a record: it has the values of an item, or nearly, and is not created again. */
	recognizes(record: JsonObject, request: MatchRequest): boolean {
		return this.matchOn.every(
			(name) =>
				this.fields.has(record, name, request) ||
				isNear(name, request.match[name], ownField(record, name)),
		);
	}

	/** Reads the list until a record fits. */
	async readOne(fits: (record: JsonObject) => boolean): Promise<List> {
		return await readOne(this.lists.client, { ...this.request, keep: fits });
	}

	/** What a creation warns of: the list of a project that does not exist may be empty. */
	get emptyProject(): string | undefined {
		const { resource, request } = this.request;
		if (request.query.project_id === undefined || this.reading.recordsRead > 0) return undefined;
		return `The list of ${resource}s in this project is empty. Check the ID in 'Project'.`;
	}
}

/** Records by one form of their values in the fields to match on. */
class EntryIndex {
	private readonly slots = new Map<string, Slot>();

	constructor(
		private readonly matchOn: readonly string[],
		private readonly formOf: (value: unknown) => string,
	) {}

	slotOf(record: JsonObject): Slot {
		return this.slotAt(this.matchOn.map((name) => this.formOf(ownField(record, name))));
	}

	/** A slot is made when it is asked for, so that items that look for the same values share it, also without a record. */
	slotAt(forms: readonly string[]): Slot {
		const key = JSON.stringify(forms);
		const slot = this.slots.get(key) ?? [];
		this.slots.set(key, slot);
		return slot;
	}
}
