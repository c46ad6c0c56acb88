import {
	readForAbsent,
	readList,
	readOne,
	type List,
	type ListRequest,
} from '../pagination/readList';
import { recordId, recordKey } from '../records/fields';
import { isNear, nearForm } from '../records/near';
import { isSame, savedKey, type GivenValue } from '../records/same';
import { booleanOf, isEmpty, type JsonObject } from '../records/value';
import { turns } from '../transport/concurrency';
import type { Client } from '../transport/types';
import { Findings } from './findings';
import type { MatchItem } from './item';

/** Thousands of records or items must not hold up n8n, and to ask after each would take as long as to add or to plan it. */
export const BETWEEN_TURNS = 50;

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

/** The records with the same values in the fields to match on, and a place for those that this run creates. */
export type Slot = Entry[];

/** An item that has been read, and where its record is. */
export interface ReadItem {
	item: MatchItem;
	list: MatchList;
	/** The slots of its values, in each form in which they may be saved. */
	slots: readonly Slot[];
	/** The slot of nearly its values; undefined for an item whose record is in the list. */
	nearSlot?: Slot;
}

/** The lists in which items match records: of one client, and either for what is sent or for previews. */
export class MatchLists {
	readonly findings = new Findings();
	/** The IDs that several records have, as in services that count IDs in each project. */
	readonly idsTwice = new Set<string>();

	private readonly byId = new Map<string, ListedEntry>();
	private readonly lists = new Map<string, Promise<MatchList>>();

	constructor(readonly client: Client) {}

	/** Opens a list, which is read once for all items. */
	async open(request: ListRequest, matchOn: readonly string[]): Promise<MatchList> {
		const key = JSON.stringify([request.request.query, matchOn]);
		const list = this.lists.get(key) ?? this.read(request, matchOn);
		this.lists.set(key, list);
		return await list;
	}

	private async read(request: ListRequest, matchOn: readonly string[]): Promise<MatchList> {
		const list = new MatchList(this, request, matchOn, await readList(this.client, request));
		await list.addListed(list.reading.records);
		return list;
	}

	/**
	 * Notes a record of a list. An update by ID could change the wrong one of two records with one ID.
	 * @returns the same record as another list has shown it, or as this one has on the same page, if there is one
	 */
	note(id: string, listed: ListedEntry): ListedEntry | undefined {
		const known = this.byId.get(id);
		if (!known) this.byId.set(id, listed);
		else if (isOneRecord(known, listed)) return known;
		else this.idsTwice.add(id);
		return undefined;
	}
}

/** An entry, and the list that has shown it. */
interface ListedEntry {
	entry: Entry;
	list: MatchList;
}

/** Not every service shows the project of a record, so records of two projects are one only if they are equal. */
function isOneRecord(known: ListedEntry, listed: ListedEntry): boolean {
	const [one, other] = [known.entry.record, listed.entry.record];
	if (known.list.identityOf(one) !== listed.list.identityOf(other)) return false;
	if (known.list !== listed.list && known.list.project === listed.list.project) return true;
	return JSON.stringify(one) === JSON.stringify(other);
}

/** A list in which records are matched, with what this run has written. */
export class MatchList {
	/** The fields that its records have. */
	readonly fieldNames = new Set<string>();

	private secondReading: Promise<void> | undefined;
	private readonly entries: Entry[] = [];
	private readonly byValues: EntryIndex;
	/** Built for the first item that no record matches. */
	private byNearValues: EntryIndex | undefined;
	/** Whether the service leaves out false or 0, by value and field. */
	private readonly leftOut = new Map<string, boolean>();
	private readonly unsaved = new Set<string>();

	constructor(
		readonly shared: MatchLists,
		readonly request: ListRequest,
		private readonly matchOn: readonly string[],
		public reading: List,
	) {
		this.byValues = new EntryIndex(matchOn, savedKey);
	}

	/** The ID of the project whose list it is. */
	get project(): string | undefined {
		return this.request.request.query.project_id;
	}

	/** Finds where the record of an item is. The list is read again, once, if only that shows that it is not there. */
	async locate(item: MatchItem): Promise<ReadItem> {
		const slots = this.slotsOf(item);
		if (slots.some((slot) => slot.length > 0)) return { item, list: this, slots };

		this.secondReading ??= this.readAgain();
		await this.secondReading;
		return { item, list: this, slots: this.slotsOf(item), nearSlot: this.nearSlotOf(item) };
	}

	private slotsOf({ given }: MatchItem): Slot[] {
		let keys: string[][] = [[]];
		for (const name of this.matchOn) {
			const forms = [...(given.get(name)?.forms ?? [])];
			if (this.leavesOut(name, given.get(name))) forms.push('');
			keys = keys.flatMap((key) => forms.map((form) => [...key, form]));
		}
		return keys.map((key) => this.byValues.slotAt(key));
	}

	private nearSlotOf({ match }: MatchItem): Slot {
		if (!this.byNearValues) {
			this.byNearValues = new EntryIndex(this.matchOn, nearForm);
			for (const entry of this.entries) this.byNearValues.slotOf(entry.record).push(entry);
		}
		return this.byNearValues.slotOf(match);
	}

	private async readAgain(): Promise<void> {
		const { client } = this.shared;
		const again = await readForAbsent(client, this.request, this.reading);
		if (again === this.reading) return;

		const known = new Set(this.entries.map(({ record }) => this.identityOf(record)));
		await this.addListed(again.records.filter((record) => !known.has(this.identityOf(record))));
		this.reading = again;
		this.leftOut.clear();
	}

	/** Adds records that the list has shown. */
	async addListed(records: readonly JsonObject[]): Promise<void> {
		const { resource } = this.request;
		const mayGoOn = turns();
		for (const [at, record] of records.entries()) {
			if (at % BETWEEN_TURNS === 0) await mayGoOn();
			for (const name of Object.keys(record)) this.fieldNames.add(name);

			const id = recordId(record, resource);
			const listed = { entry: { record }, list: this };
			const known = id === undefined ? undefined : this.shared.note(String(id), listed);
			// A page may have a record twice.
			if (known?.list === this) continue;

			// A record is one entry in all its lists.
			const { entry } = known ?? listed;
			this.entries.push(entry);
			this.byValues.slotOf(record).push(entry);
			this.byNearValues?.slotOf(record).push(entry);
		}
	}

	/** The ID of a record, with its parent and its type. */
	identityOf(record: JsonObject): string {
		return recordKey(record, this.request.resource) ?? JSON.stringify(record);
	}

	/** Adds what this run has created: items find it by what was sent, and by what the service has made of that. */
	addCreated(entry: Entry, sent: JsonObject): void {
		for (const index of [this.byValues, this.byNearValues]) {
			const slots = new Set([index?.slotOf(sent), index?.slotOf(entry.record)]);
			for (const slot of slots) slot?.push(entry);
		}
	}

	/** Whether a record has the value that an item gives for a field. */
	has(record: JsonObject, name: string, { given }: MatchItem): boolean {
		const value = given.get(name);
		if (value && isSame(value, ownField(record, name))) return true;
		return !Object.hasOwn(record, name) && this.leavesOut(name, value);
	}

	/** Whether the next run would recognize a record: it has the values of an item, or nearly, and is not created again. */
	isNear(record: JsonObject, item: MatchItem): boolean {
		return this.matchOn.every(
			(name) =>
				this.has(record, name, item) || isNear(name, item.match[name], ownField(record, name)),
		);
	}

	/** Notes that the service does not save a value of a field. It is no difference for the rest of the run. */
	noteUnsaved(name: string, item: MatchItem): void {
		this.unsaved.add(unsavedKey(name, item));
	}

	isUnsaved(name: string, item: MatchItem): boolean {
		return this.unsaved.has(name) || this.unsaved.has(unsavedKey(name, item));
	}

	/** Whether the service leaves out false or 0: some record shows the field with another value, and none with this one. */
	private leavesOut(name: string, given: GivenValue | undefined): boolean {
		if (given === undefined || booleanOf(given.form) !== false) return false;

		const key = `${name}\n${given.form}`;
		let isLeftOut = this.leftOut.get(key);
		if (isLeftOut === undefined) {
			const values = this.reading.records.map((record) => ownField(record, name));
			const shown = values.filter((value) => !isEmpty(value));
			isLeftOut = shown.length > 0 && !shown.some((value) => isSame(given, value));
			this.leftOut.set(key, isLeftOut);
		}
		return isLeftOut;
	}

	/** What a creation warns of: the list of a project that does not exist may be empty. */
	get emptyProject(): string | undefined {
		if (this.project === undefined || this.reading.recordsRead > 0) return undefined;
		return `The list of ${this.request.resource}s in this project is empty. Check the ID in 'Project'.`;
	}

	/** Reads the list until a record fits. */
	async readOne(fits: (record: JsonObject) => boolean): Promise<List> {
		return await readOne(this.shared.client, { ...this.request, keep: fits });
	}
}

/** Records by their values in the fields to match on. */
class EntryIndex {
	private readonly slots = new Map<string, Slot>();

	constructor(
		private readonly matchOn: readonly string[],
		private readonly formOf: (value: unknown) => string,
	) {}

	slotOf(record: JsonObject): Slot {
		return this.slotAt(this.matchOn.map((name) => this.formOf(ownField(record, name))));
	}

	slotAt(forms: readonly string[]): Slot {
		const key = JSON.stringify(forms);
		const slot = this.slots.get(key) ?? [];
		this.slots.set(key, slot);
		return slot;
	}
}

/** A service may leave out false and 0, and save other values of the field. */
function unsavedKey(name: string, { given }: MatchItem): string {
	const { form = '' } = given.get(name) ?? {};
	return booleanOf(form) === false ? `${name}\n${form}` : name;
}

const ownField = (record: JsonObject, name: string): unknown =>
	Object.hasOwn(record, name) ? record[name] : undefined;
