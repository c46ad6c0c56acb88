import type { IDataObject } from 'n8n-workflow';

import { filterProblems } from '../parameters/filters';
import { isObject, type JsonObject } from '../records/value';
import { isIdHeader } from './dedupe/key';
import { eventFound, ignored, passesFilter } from './messages';
import { EVENT_NAMES, Payload } from './names';
import type { TriggerOptions } from './options';
import type { Verified } from './verifyRequest';
import { findEvent, isEventHeader } from './whichEvent';

/** Notes that are not the same, as a batch may have many. */
const MAX_NOTES = 3;

/** The events of a delivery or a batch that start the workflow, and what is said about them and the others. */
export function readEvents(
	{ headers, options, selected, filter, isTest, hide }: Verified,
	whole: Payload,
	batch?: readonly JsonObject[],
) {
	const { eventField } = options;
	const said = new Set<string>();
	/** A documented event that is not selected is normal. One that is not recognized may be a wrong setting. */
	let isExpected = true;
	const payloads = batch?.map((entry) => new Payload(entry)) ?? [whole];
	const starting = payloads.flatMap((payload) => {
		const found = findEvent(payload, batch ? {} : headers, eventField);
		const { name = '', where = eventField } = found ?? {};
		const keeps = filter?.keeps?.(asItemData(payload.raw)) ?? true;
		const wanted = outputFor(found?.name, selected, options);
		const output = typeof wanted === 'number' && !keeps ? 'filtered' : wanted;
		if (typeof output === 'string') {
			said.add(ignored[output](name, where));
			if (output === 'unknown' || output === 'unnamed') isExpected = false;
			return [];
		}
		if (isTest) said.add(eventFound(name, where));
		// Without headers: anyone who has captured a delivery can change them.
		const nameInPayload = batch ? found?.name : findEvent(payload, {}, eventField)?.name;
		return [{ payload, name: found?.name, nameInPayload, output }];
	});
	const problems = filter ? filterProblems(filter) : [];
	const notes = [...problems.map(({ message }) => passesFilter(message)), ...said];
	return { starting, note: hide.inMessages(notes.slice(0, MAX_NOTES).join(' ')), isExpected };
}

/** n8n's items are objects, so any other JSON value goes into `value`. */
export const asItemData = (payload: unknown): IDataObject =>
	isObject(payload) ? payload : { value: payload as IDataObject[string] };

/** An event, whose secrets are hidden. */
export function asOutput(
	delivery: Verified,
	read: ReturnType<typeof readEvents>['starting'][number] & { part: number; id?: string },
) {
	const { name: event, output, part, id } = read;
	const item = asItemData(read.payload.raw);
	const { includeDetails } = delivery.options;
	const data = includeDetails ? { ...item, _delivery: detailsOf(delivery, event, id) } : item;
	return { part, output, ...delivery.hide.inRecords({ id, event, data }) };
}

/** Headers about the delivery. Others may contain credentials, and n8n saves the output. */
const SHOWN =
	/^(?:content-type|user-agent|date|ce-(?:id|type|time|source))$|(?:^|-)(?:timestamp|attempt|retry-(?:count|num|number))$/;

/** The field `_delivery` of the output. */
export function detailsOf(
	{ headers, signature }: Pick<Verified, 'headers' | 'signature'>,
	event: string | null = null,
	id: string | null = null,
): IDataObject {
	const shown = Object.entries(headers).filter(
		([name]) => SHOWN.test(name) || isIdHeader(name) || isEventHeader(name),
	);
	const isoDate = (time?: number) => (time === undefined ? null : new Date(time).toISOString());
	const times = { sentAt: isoDate(signature.timestamp), receivedAt: isoDate(Date.now()) };
	return { event, id, ...times, headers: Object.fromEntries(shown) };
}

/**
 * The output for a delivery, by the order in `outputsOf`, or why it does not start the workflow: a documented event must
 * be selected, any other delivery needs 'Start on Other Events'.
 */
export function outputFor(
	event: string | undefined,
	selected: readonly string[],
	{ outputPerEvent, otherEvents }: Partial<TriggerOptions>,
) {
	const order = EVENT_NAMES.filter((name) => selected.includes(name));
	const index = order.findIndex((name) => name === event);
	if (index >= 0) return outputPerEvent ? index : 0;
	if (EVENT_NAMES.some((name) => name === event)) return 'notSelected';
	if (!otherEvents) return event === undefined ? 'unnamed' : 'unknown';
	return outputPerEvent ? order.length : 0;
}

/**
 * The node's outputs. n8n evaluates the source of this function, in the editor as well, so it uses nothing from
 * outside.
 */
function outputsOf(
	{ events, options }: { events?: unknown; options?: Partial<TriggerOptions> },
	names: readonly string[],
) {
	const order = Array.isArray(events) ? names.filter((name) => events.includes(name)) : [];
	// An expression may return the text of a boolean.
	const isOn = (value: unknown) => String(value).trim().toLowerCase() === 'true';
	if (!isOn(options?.outputPerEvent) || order.length === 0) return [{ type: 'main' }];
	const others = isOn(options?.otherEvents) ? ['Other'] : [];
	return [...order, ...others].map((displayName) => ({ type: 'main', displayName }));
}

export const outputsExpression =
	`={{(${outputsOf.toString()})($parameter, ${JSON.stringify(EVENT_NAMES)})}}` as const;

export const outputCount = (events: readonly string[], options: Partial<TriggerOptions>): number =>
	outputsOf({ events, options }, EVENT_NAMES).length;
