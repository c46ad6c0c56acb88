import { isSame, type GivenValue } from '../records/same';
import { booleanOf, isEmpty, ownField, type JsonObject } from '../records/value';
import type { MatchRequest } from './matchRequest';

/** What is known about the fields of the records in a list: which ones they have, and what the service leaves out. */
export class ListedFields {
	/** The fields that records have. */
	readonly names = new Set<string>();
	/** Fields that the service does not save. They are no difference for the rest of the run. */
	readonly unsaved = new Set<string>();

	private readonly records: JsonObject[] = [];
	/** Whether the service leaves out false or 0, by field and value. */
	private readonly leftOut = new Map<string, boolean>();

	/** Adds a record that the list has shown. */
	add(record: JsonObject): void {
		this.records.push(record);
		this.leftOut.clear();
		for (const name of Object.keys(record)) this.names.add(name);
	}

	/** Whether a record has the value that an item gives for a field. */
	has(record: JsonObject, name: string, { given }: MatchRequest): boolean {
		const value = given.get(name);
		if (value && isSame(value, ownField(record, name))) return true;
		return !Object.hasOwn(record, name) && this.leavesOut(name, value);
	}

	/** Whether the service leaves out false or 0: some record shows the field with another value, and none with this one. */
	leavesOut(name: string, given: GivenValue | undefined): boolean {
		if (!isFalse(given)) return false;

		const key = keyOf(name, given);
		const isLeftOut = this.leftOut.get(key) ?? this.showsOnlyOthers(name, given);
		this.leftOut.set(key, isLeftOut);
		return isLeftOut;
	}

	private showsOnlyOthers(name: string, given: GivenValue): boolean {
		let hasOther = false;
		for (const record of this.records) {
			const value = ownField(record, name);
			if (isSame(given, value)) return false;
			hasOther ||= !isEmpty(value);
		}
		return hasOther;
	}

	/** Notes that the service has not saved a value. It may leave out false and 0, and save other values of the field. */
	noteUnsaved(name: string, { given }: MatchRequest): void {
		const value = given.get(name);
		if (isFalse(value)) this.leftOut.set(keyOf(name, value), true);
		else this.unsaved.add(name);
	}
}

const isFalse = (given: GivenValue | undefined): given is GivenValue =>
	given !== undefined && booleanOf(given.asGiven) === false;

const keyOf = (name: string, { asGiven }: GivenValue) => `${name}\n${asGiven}`;
