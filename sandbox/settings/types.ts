import type { JsonObject } from '../json.ts';
import type { Condition } from '../service/conditions.ts';
import type { ListEnvelope, RecordEnvelope } from '../service/envelopes.ts';
import type { Action } from '../service/endpoints.ts';
import type { PaginationStyle } from '../service/pagination.ts';
import type { QuotaMode } from '../service/quota.ts';
import type { Payload } from '../webhooks/payloads.ts';
import type { Layout, LayoutName } from '../webhooks/layouts.ts';

/** What the specification leaves open, one setting for each. The defaults stand in defaults.ts. */
export interface Settings {
	/** Steady time that every API answer takes, in milliseconds. */
	latencyMs: number;
	/** Form of the IDs that the service gives: `task_7`, `7` or a UUID. */
	ids: 'prefixed' | 'number' | 'uuid';
	/** Whether a body must come with `Content-Type: application/json`. */
	contentType: 'required' | 'ignored';
	/** PUT lays the sent fields over the record, or puts them in its place. */
	updates: 'merge' | 'replace';
	list: {
		/** Where in a list answer the records stand; see envelopes.ts. */
		envelope: ListEnvelope;
		/** More fields beside the list, such as `{"object": "list"}`. A bare array cannot carry them. */
		extras: JsonObject;
	};
	record: {
		/** How one record is wrapped; see envelopes.ts. */
		envelope: RecordEnvelope;
	};
	pagination: PaginationSettings;
	/** Success status of each kind of operation, and whether its answer has a body. */
	success: Record<Action, { status: number; body: boolean }>;
	/** Status and `error.code` of each refusal. */
	errors: Record<Condition, { status: number; code: string }>;
	quota: {
		/** How the quota is counted; see quota.ts. */
		mode: QuotaMode;
		/** Length of the window (for the bucket: time in which it fills), in milliseconds. */
		windowMs: number;
		/** Requests in a window; null takes the plan's. */
		limit: number | null;
		/** How a refusal tells when to come back. */
		retryAfter: 'off' | 'seconds' | 'date';
		/** Whether X-RateLimit-Remaining is sent. */
		header: boolean;
		/** Whether a refused request uses up quota as well. */
		countRefused: boolean;
	};
	archive: {
		/** Whether GET /v1/projects shows archived projects. */
		listed: boolean;
		/** What archiving an archived project answers. */
		again: 'done' | 'notFound' | 'conflict';
	};
	tasks: {
		/** What GET /v1/tasks without `project_id` answers. */
		withoutProject: 'all' | 'none' | 'refused';
		/** Whether POST /v1/tasks needs a `project_id`, or one of a project that exists. */
		projectIdOnCreate: 'optional' | 'required' | 'known';
	};
	/** Time between a workflow's trigger and `workflow.run.completed`, in milliseconds. */
	runs: { delayMs: number };
	events: {
		/** Shape of the event's JSON; see payloads.ts. */
		payload: Payload;
		/** Whether an update that completes a task emits task.updated beside task.completed. */
		updatedWithCompleted: boolean;
	};
	signature: SignatureSettings;
	delivery: DeliverySettings;
}

export interface PaginationSettings {
	/** How a list is cut into pages; see pagination.ts. */
	style: PaginationStyle;
	/** Page size when the request asks for none. */
	pageSize: number;
	/** The largest page; more is cut down to it. */
	maximumPageSize: number;
	/** Number of the first page. */
	firstPage: number;
	/** How the last page says that nothing follows: null, '' or no field. */
	end: 'null' | 'empty' | 'omitted';
	/** Form of next links. */
	links: 'absolute' | 'relative';
	/** A service that misbehaves: it gives out the same page again and again, or a link to another host. */
	trap: 'none' | 'samePage' | 'foreignLink';
	/** Names of the query parameters. */
	request: Record<'page' | 'size' | 'offset' | 'cursor' | 'lastId', string>;
	/** Names of the answer's fields; dots nest (`meta.total`), `{resource}` is users, projects …, '' leaves it out. */
	response: Record<
		| 'total'
		| 'page'
		| 'size'
		| 'totalPages'
		| 'offset'
		| 'nextCursor'
		| 'nextOffset'
		| 'hasMore'
		| 'nextLink',
		string
	>;
}

export interface SignatureSettings {
	/** Name of the header that carries the signature. */
	header: string;
	/** What is signed and how it is written; see layouts.ts. `custom` takes the layout below. */
	layout: LayoutName | 'custom';
	custom: Layout;
	/** Seconds added to the time that is signed: a negative number makes it stale. */
	skewSeconds: number;
	/** Whether a webhook whose secret was renewed signs with the former secret as well. */
	withPrevious: boolean;
}

export interface DeliverySettings {
	/** Names of headers that carry the event's name and ID; '' sends none. */
	eventHeader: string;
	idHeader: string;
	/** How often one delivery is tried in all. */
	attempts: number;
	/** Wait before the second attempt; it doubles with each further one, up to the maximum. */
	baseDelayMs: number;
	maximumDelayMs: number;
	/** Time that a receiver has for its answer. */
	timeoutMs: number;
	/** Deliveries under way at once. */
	parallel: number;
	/** How often each event is sent: 2 makes every delivery a duplicate. */
	copies: number;
	/** Keeps deliveries back until they are released, in order or out of it. */
	hold: boolean;
}

/** Any part of something; open objects (such as `list.extras`) only whole. */
export type DeepPartial<T> = T extends object
	? string extends keyof T
		? T
		: { [K in keyof T]?: DeepPartial<T[K]> }
	: T;
