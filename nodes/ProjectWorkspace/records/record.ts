import type { IDataObject } from 'n8n-workflow';

import type { Resource } from '../catalogue';
import { isBlank, isCompany, isRecord, ownId, RECORD_FIELDS, saysSuccess } from './envelopeFields';
import { plainName } from './fieldNames';
import { isObject } from './json';

/**
 * The items of one response that is not a list: one for each record, whatever the service wraps it in.
 *
 * - no body, or one in which nothing is (`{}`, `[]`, `{"data": null}`): `{ [done]: true, id }`
 * - an object, or what an envelope (`data`, `task`, …) has in it: the record
 * - an array, also in an envelope: one item for each entry
 * - a bare text, number or boolean: `{ value }`
 * @param id the ID that the request was about
 * @param about set where the response is about something else than a record of the resource
 */
export function recordsOf(
	body: unknown,
	resource: Pick<Resource, 'value' | 'plural'>,
	done: string,
	id: unknown,
	about?: string,
): IDataObject[] {
	if (saysNothing(body)) {
		return [{ [done]: true, ...(id === undefined ? {} : { id: idValue(id) }) }];
	}
	const names = about ? [about] : [resource.value, resource.plural];
	const found = isObject(body) ? unwrap(body, names, id) : body;
	return Array.isArray(found) ? found.map(asItem) : [asItem(found)];
}

/** n8n's items are objects. */
export const asItem = (value: unknown): IDataObject =>
	isObject(value) ? value : { value: value as IDataObject['value'] };

const idValue = (id: unknown) => (typeof id === 'number' ? id : String(id));

const saysNothing = (body: unknown) =>
	isBlank(body) ||
	(isObject(body) &&
		Object.keys(body).length > 1 &&
		Object.entries(body).every(([field, value]) => isBlank(value) || tellsSuccess(field, value)));

const tellsSuccess = (field: string, value: unknown) =>
	['success', 'ok', 'status', 'code'].includes(plainName(field)) && saysSuccess(value);

/**
 * What is in an envelope, or the object itself: it is unwrapped only if everything next to the record is known
 * to be the envelope's, because a field that is dropped here would be lost.
 */
function unwrap(body: IDataObject, names: readonly string[], id: unknown): unknown {
	const [field, inner] = envelopeOf(body, names) ?? [];
	if (field === undefined) return body;
	const others = Object.entries(body).filter(([each]) => each !== field);
	const isNamed = names.includes(plainName(field));
	if (ownId(body) !== undefined) {
		// The ID may be the record's and not the envelope's.
		const asked = id !== undefined && String(ownId(body)) === String(id);
		const holdsRecord = isRecord(Array.isArray(inner) ? inner[0] : inner);
		if (asked || !holdsRecord || !isNamed) return body;
	}
	const isIdOfEnvelope = ([each, value]: [string, unknown]) =>
		/^_?id$/i.test(each) && (ownId(body) === undefined || isNamed) && typeof value !== 'object';
	if (!others.every((each) => isCompany(...each) || isIdOfEnvelope(each))) return body;
	const next = isObject(inner) && !isRecord(inner) ? unwrap(inner, names, id) : inner;
	return isRecord(next) || Array.isArray(next) ? next : inner;
}

/** The resource's own name comes before `data` and the like. */
function envelopeOf(
	body: IDataObject,
	names: readonly string[],
): [field: string, inner: unknown] | undefined {
	const fields = Object.entries(body);
	return [...names, ...RECORD_FIELDS]
		.map((name) =>
			fields.find(
				([field, value]) =>
					plainName(field) === name &&
					(isObject(value) || (Array.isArray(value) && value.every(isObject))),
			),
		)
		.find((entry) => entry !== undefined);
}
