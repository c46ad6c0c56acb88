import type { JsonObject } from '../records/value';
import { ownField } from './listedFields';

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

/** Records by one form of their values in the fields to match on. */
export class EntryIndex {
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
