import { isLabelName, isSetByService } from '../records/fields';
import { givenValue, isSame } from '../records/same';
import { isEmpty, isObject, type JsonObject } from '../records/value';

/** What a response says about the fields that were sent. */
export interface SavedNotes {
	/** Sent, but not in the response. */
	notSaved: string[];
	/** Saved with another value. */
	savedOtherwise: string[];
}

/**
 * Compares the named fields that were sent with the record in the response. Services that respond with the ID alone, or with nothing, are
 * ordinary: that says nothing about the fields.
 */
export function compareSaved(
	sent: JsonObject,
	saved: JsonObject,
	zone: string,
	names: readonly string[] = Object.keys(sent),
): SavedNotes {
	const notes: SavedNotes = { notSaved: [], savedOtherwise: [] };
	if (!showsRecord(sent, saved)) return notes;

	for (const name of names) {
		const value = sent[name];
		if (Object.hasOwn(saved, name)) {
			if (!isSame(givenValue(value, zone), saved[name])) notes.savedOtherwise.push(name);
		} else if (!isEmpty(value) && !isObject(value) && !hasInside(saved, name)) {
			notes.notSaved.push(name);
		}
	}
	return notes;
}

const showsRecord = (sent: JsonObject, saved: JsonObject): boolean =>
	Object.keys(saved).some(
		(name) => !isSetByService(name) && (Object.hasOwn(sent, name) || isLabelName(name)),
	);

/** JSON:API has the fields of a record in `attributes`. */
const hasInside = (record: JsonObject, name: string): boolean =>
	Object.values(record).some((value) => isObject(value) && Object.hasOwn(value, name));

/** The fields that the record has without a value, and that were not sent. */
export const emptyFields = (saved: JsonObject, sent: JsonObject): string[] =>
	Object.keys(saved).filter((name) => isEmpty(saved[name]) && !Object.hasOwn(sent, name));

/** The fields that a PUT may have cleared: they had a value, were not sent, and are not the service's own. */
export const fieldsAtRisk = (record: JsonObject, sent: JsonObject): string[] =>
	Object.keys(record).filter(
		(name) => !isEmpty(record[name]) && !Object.hasOwn(sent, name) && !isSetByService(name),
	);
