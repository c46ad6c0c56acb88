import { isJsonObject, parseJson } from '../json.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { spoilers } from '../faults/kinds.ts';
import type { FaultKind, FaultWish } from '../faults/list.ts';
import type { Order } from '../random.ts';
import { endpoints, pluralOf } from '../service/endpoints.ts';
import type { Kind } from '../service/endpoints.ts';
import { eventNames, isEventName } from '../webhooks/eventNames.ts';
import type { EventName } from '../webhooks/eventNames.ts';
import type { Burst } from '../webhooks/events.ts';

/** A control request that cannot be understood; the message says why. */
export class WishError extends Error {}

export function readBody(body: unknown): JsonObject {
	if (body === undefined || body === null || body === '') return {};
	const value = typeof body === 'string' ? parseJson(body) : undefined;
	if (!isJsonObject(value)) throw new WishError('the body must be a JSON object');
	return value;
}

export function readFault(body: JsonObject): FaultWish {
	const kinds: readonly FaultKind[] = ['latency', ...(Object.keys(spoilers) as FaultKind[])];
	const kind = oneOf(kinds, body.kind, 'kind');
	const when = body.when === undefined ? 'before' : oneOf(['before', 'after'], body.when, 'when');
	const wish: FaultWish = { kind, when };
	for (const name of ['times', 'probability', 'seed', 'ms', 'status'] as const) {
		const value = body[name];
		if (value !== undefined) wish[name] = numberFrom(value, name);
	}
	for (const name of ['method', 'path', 'location'] as const) {
		const value = body[name];
		if (value !== undefined) wish[name] = textFrom(value, name);
	}
	const { retryAfter } = body;
	if (typeof retryAfter === 'string' || typeof retryAfter === 'number') {
		wish.retryAfter = retryAfter;
	}
	return wish;
}

export function readBurst(body: JsonObject): Burst {
	const burst: Burst = { count: numberFrom(body.count, 'count') };
	if (body.duplicates !== undefined) burst.duplicates = numberFrom(body.duplicates, 'duplicates');
	if (body.seed !== undefined) burst.seed = numberFrom(body.seed, 'seed');
	if (body.event !== undefined) burst.event = readEvent(body.event);
	if (body.order !== undefined) burst.order = readOrder(body.order);
	if (body.webhookId !== undefined) burst.webhookId = textFrom(body.webhookId, 'webhookId');
	return burst;
}

export function readOrder(value: JsonValue | undefined): Order {
	return oneOf(['inOrder', 'reversed', 'shuffled'], value ?? 'inOrder', 'order');
}

export function readEvent(value: JsonValue | undefined): EventName {
	return oneOf(eventNames, value, 'event');
}

export function readEvents(value: JsonValue | undefined): EventName[] | undefined {
	if (value === undefined || value === 'all') return undefined;
	if (Array.isArray(value) && value.every(isEventName)) return value.filter(isEventName);
	throw new WishError(`events must be "all" or a list of ${eventNames.join(', ')}`);
}

/** The kind that a resource's name in the plural stands for. */
export function readResource(value: string): Kind {
	const found = endpoints.find(({ kind }) => pluralOf(kind) === value);
	if (!found) throw new WishError(`there is no resource ${value}`);
	return found.kind;
}

export function oneOf<T extends string>(
	words: readonly T[],
	value: JsonValue | undefined,
	name: string,
): T {
	const found = words.find((word) => word === value);
	if (found === undefined) throw new WishError(`${name} must be one of ${words.join(', ')}`);
	return found;
}

export function numberFrom(value: JsonValue | undefined, name: string): number {
	if (typeof value === 'number' && value >= 0) return value;
	throw new WishError(`${name} must be a number from 0`);
}

export function textFrom(value: JsonValue | undefined, name: string): string {
	if (typeof value === 'string' && value !== '') return value;
	throw new WishError(`${name} must be a text`);
}
