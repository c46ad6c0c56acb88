import type { LayoutName } from './layouts.ts';
import type { ListStyle } from './lists.ts';

/** What the specification leaves open and a person may want to try. None of it is a fact about the service. */
export interface Settings {
	/** Delay of every API response, in milliseconds. */
	latencyMs: number;
	/** The form of a list, and the size of its pages if the request has none. */
	pagination: { style: ListStyle; pageSize: number };
	/** Requests in a window; null for the limit of the plan. */
	quota: { limit: number | null; windowMs: number };
	signature: { layout: LayoutName };
	/** Attempts for each delivery. */
	delivery: { attempts: number };
}

export const defaultSettings: Settings = {
	latencyMs: 0,
	pagination: { style: 'page', pageSize: 50 },
	quota: { limit: null, windowMs: 60_000 },
	signature: { layout: 'body' },
	delivery: { attempts: 5 },
};
