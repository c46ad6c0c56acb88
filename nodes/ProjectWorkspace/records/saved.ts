import { isLabelName, isSetByService } from './fields';
import { givenValue, isSame } from './same';
import { booleanOf, isEmpty, isObject, type JsonObject } from './value';

/** What the response to a write says about the fields that were sent. */
export interface SavedNotes {
	/** The fields that the response does not have. */
	notSaved: string[];
	/** The fields that were saved with another value. */
	savedOtherwise: string[];
	/** Fields that no record has either, as far as that was looked at. */
	nowhere?: string[];
}

/**
 * Compares fields that were sent with the record in the response. Services that respond with the ID alone, or with nothing,
 * are ordinary: that says nothing about the fields.
 */
export function compareSaved(
	sent: JsonObject,
	saved: JsonObject,
	names: readonly string[],
	zone: string,
): SavedNotes {
	const notes: SavedNotes = { notSaved: [], savedOtherwise: [] };
	if (!showsRecord(saved, sent)) return notes;

	for (const name of names) {
		const value = sent[name];
		if (Object.hasOwn(saved, name)) {
			if (!isSame(givenValue(value, zone), saved[name])) notes.savedOtherwise.push(name);
		} else if (isShownIfSaved(value) && !isInside(name, saved)) {
			notes.notSaved.push(name);
		}
	}
	return notes;
}

/**
 * Whether a record shows a field with this value. Services leave out what is empty, false or 0 (Airtable, Go), and Rails takes a
 * record inside `{ "task": … }`.
 */
export const isShownIfSaved = (value: unknown): boolean =>
	!isEmpty(value) && booleanOf(value) !== false && !isObject(value);

/** Whether a response has more of a record than its ID. */
const showsRecord = (saved: JsonObject, sent: JsonObject) =>
	Object.keys(saved).some(
		(name) => !isSetByService(name) && (Object.hasOwn(sent, name) || isLabelName(name)),
	);

/** Whether a record has a field in an object, such as `attributes` (JSON:API, Strapi). */
export const isInside = (name: string, record: JsonObject): boolean =>
	Object.values(record).some((inner) => isObject(inner) && Object.hasOwn(inner, name));

/** Whether a response has nothing but what was sent, such as the fields that have changed. */
export const isEcho = (saved: JsonObject, sent: JsonObject): boolean =>
	Object.keys(saved).every((name) => isSetByService(name) || Object.hasOwn(sent, name));

/** A service clears `completed_at` and `completed_by` when a task is opened again. */
const OF_SERVICE = /(_at|At|_by|By)$/;

/** The fields of a record that a PUT may clear, because they are not sent. */
export const fieldsAtRisk = (record: JsonObject, sent: JsonObject): string[] =>
	Object.keys(record).filter((name) => {
		const isOfService = isSetByService(name) || OF_SERVICE.test(name);
		return !isOfService && !isEmpty(record[name]) && !Object.hasOwn(sent, name);
	});
