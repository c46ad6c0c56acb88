import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../records/json';

/** What this trigger listens for, kept with the workflow. The service has no endpoint to register it with. */
export interface Subscription extends IDataObject {
	url: string;
	events: string[];
	/** ISO 8601. */
	since: string;
}

const FIELD = 'subscription';

export function isSubscribed(data: IDataObject, url: string, events: readonly string[]): boolean {
	const kept = data[FIELD];
	if (!isObject(kept) || kept.url !== url || !Array.isArray(kept.events)) return false;
	return sameNames(kept.events, events);
}

export function subscribe(
	data: IDataObject,
	url: string,
	events: readonly string[],
	now: Date,
): void {
	const subscription: Subscription = { url, events: [...events], since: now.toISOString() };
	data[FIELD] = subscription;
}

/** One that is not there is as good as deleted. */
export function unsubscribe(data: IDataObject): void {
	delete data[FIELD];
}

const sameNames = (kept: readonly unknown[], wanted: readonly string[]) =>
	new Set(kept).size === new Set(wanted).size && wanted.every((name) => kept.includes(name));
