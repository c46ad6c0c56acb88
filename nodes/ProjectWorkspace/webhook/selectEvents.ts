import { asItem } from '../records/envelope';
import { joinSentences } from '../texts';
import type { GenuineDelivery, StartingEvent } from './delivery';
import { batchIn, findEvent, isDocumented } from './events';
import { Refusal } from './responses';
import type { TriggerSettings } from './triggerSettings';

/** HubSpot sends a hundred, Asana a thousand. More would hold up n8n for seconds. */
const MAX_EVENTS = 10_000;

/** A batch may have many. */
const MAX_MESSAGES = 3;

/** Which events of a delivery start the workflow. */
export interface SelectedEvents {
	starting: StartingEvent[];
	/** What was found, and why the others do not start it. */
	message: string;
	/** Whether a setting may be wrong: an event is not documented, or a filter cannot compare a value. */
	isUnexpected: boolean;
}

/** @throws Refusal if there are too many */
export function selectEvents(
	{ payload, headers }: GenuineDelivery,
	settings: TriggerSettings,
): SelectedEvents {
	const entries = batchIn(payload, settings.eventField);
	if (entries && entries.length > MAX_EVENTS) {
		throw new Refusal(`The delivery has more than ${MAX_EVENTS} events.`, 413);
	}
	const starting: StartingEvent[] = [];
	const messages = new Set<string>();
	let isUnexpected = false;

	for (const each of entries ?? [payload]) {
		// A header names the delivery, not an entry of it.
		const event = findEvent(each, settings.eventField, entries ? undefined : headers);
		const reason = whyIgnored(event, each, settings);
		messages.add(`${described(event)} ${reason ?? STARTS}`);

		if (reason === undefined) starting.push({ payload: each, name: event });
		else isUnexpected ||= reason === NOT_DOCUMENTED;
	}

	const incomparable = settings.filter?.incomparable() ?? [];
	const passed = incomparable.map((text) => `${text}, so such events pass it`);
	return {
		starting,
		message: joinSentences([...passed, ...messages].slice(0, MAX_MESSAGES)),
		isUnexpected: isUnexpected || incomparable.length > 0,
	};
}

const STARTS = 'starts the workflow in production, unless it is a duplicate.';
const NOT_DOCUMENTED =
	"is not documented, so it starts the workflow only if 'Include Other Events' is on. If it is one of the selected events, set 'Event Field' to the field or header with its name, e.g. header.X-Event.";

const described = (event: string | undefined) =>
	event === undefined ? 'An event without a name' : `The event "${event}"`;

/** Undefined if the event starts the workflow. */
function whyIgnored(
	event: string | undefined,
	payload: unknown,
	{ events, filter, otherEvents }: TriggerSettings,
): string | undefined {
	if (isDocumented(event) && !events.includes(event)) return "is not selected in 'Events'.";
	if (!isDocumented(event) && !otherEvents) return NOT_DOCUMENTED;

	const isKept = filter === undefined || filter.keeps(asItem(payload));
	return isKept ? undefined : "does not match 'Filters'.";
}
