import type { JsonObject } from '../json.ts';
import type { EventName } from './eventNames.ts';

export interface EventFacts {
	id: string;
	name: EventName;
	/** Milliseconds since 1970. */
	time: number;
	record: JsonObject;
}

/** Shapes of an event's JSON: the specification shows none. A new one is one entry. */
export const payloads = {
	event: ({ id, name, time, record }) => ({
		id,
		event: name,
		created_at: new Date(time).toISOString(),
		data: record,
	}),
	type: ({ id, name, time, record }) => ({
		id,
		type: name,
		created: Math.floor(time / 1000),
		data: { object: record },
	}),
	nested: ({ id, name, time, record }) => ({
		event: { id, name, occurred_at: new Date(time).toISOString() },
		payload: record,
	}),
	/** No ID of its own: the only `id` is the record's. */
	flat: ({ name, record }) => ({ event: name, ...record }),
	/** The name and the ID are in headers only (settings delivery.eventHeader and delivery.idHeader). */
	record: ({ record }) => record,
} satisfies Record<string, (facts: EventFacts) => JsonObject>;
