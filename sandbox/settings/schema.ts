import { z } from 'zod';
import { amount, flag, namesOf, oneOf, text } from '../input.ts';
import { listEnvelopes } from '../service/envelopes.ts';
import { paginationStyles } from '../service/pagination.ts';
import { quotaModes } from '../service/quota.ts';
import { layouts } from '../webhooks/layouts.ts';
import { payloads } from '../webhooks/payloads.ts';

/** A group of settings, each with a default. An unknown name is an error. */
function group<T extends z.ZodRawShape>(settings: T) {
	// zod does not know that all of them have a default.
	return z
		.object(settings)
		.strict()
		.default({} as never);
}

const httpStatus = (otherwise: number) =>
	z
		.number()
		.refine(
			(status) => Number.isInteger(status) && status >= 200 && status <= 599,
			'must be an HTTP status from 200 to 599',
		)
		.default(otherwise);
const success = (status: number, body: boolean) =>
	group({ status: httpStatus(status), body: flag(body) });

/** What the specification leaves open, one setting for each, with a plain default. None is a fact about the service. */
export const settingsSchema = group({
	/** Delay of every API response, in milliseconds. */
	latencyMs: amount(0),
	/** Form of new IDs: `task_7`, `7` or a UUID. */
	ids: oneOf('prefixed', 'number', 'uuid'),
	list: group({
		/** Where in a list response the records are. */
		envelope: oneOf(...namesOf(listEnvelopes)),
	}),
	/** How a list is cut into pages, and the page size if the request has none. */
	pagination: group({
		style: oneOf('cursor', ...namesOf(paginationStyles)),
		pageSize: amount(50, 1),
	}),
	/** Success status of each kind of operation, and whether its response has a body. */
	success: group({
		list: success(200, true),
		get: success(200, true),
		invite: success(201, true),
		create: success(201, true),
		update: success(200, true),
		trigger: success(202, true),
		remove: success(204, false),
		archive: success(204, false),
		delete: success(204, false),
	}),
	quota: group({
		/** How requests are counted. */
		mode: oneOf(...namesOf(quotaModes)),
		/** Length of the window (for the bucket: time in which it fills), in milliseconds. */
		windowMs: amount(60_000, 1),
		/** Requests in a window; null for the limit of the plan. */
		limit: z.number().min(0).nullable().default(null),
		/** Whether a rejected request says in Retry-After how many seconds to wait. */
		retryAfter: flag(false),
	}),
	/** Time between a workflow's trigger and `workflow.run.completed`, in milliseconds. */
	runs: group({ delayMs: amount(200) }),
	/** Shape of an event's JSON. */
	events: group({ payload: oneOf(...namesOf(payloads)) }),
	signature: group({
		/** Name of the header that has the signature. */
		header: text('X-Service-Signature'),
		/** What is signed, and how the signature is written. */
		layout: oneOf(...namesOf(layouts)),
	}),
	delivery: group({
		/** Names of headers that have the event's name and ID; '' sends none. */
		eventHeader: text(''),
		idHeader: text(''),
		/** The number of attempts for one delivery. */
		attempts: amount(5, 1),
		/** Delay before the second attempt. It doubles for each additional attempt, up to the maximum. */
		baseDelayMs: amount(1_000),
		maximumDelayMs: amount(60_000),
		/** Time in which a receiver must respond. */
		timeoutMs: amount(10_000, 1),
		/** Deliveries sent in parallel. */
		parallel: amount(8, 1),
		/** How often each event is sent: with 2, each delivery has a duplicate. */
		copies: amount(1, 1),
	}),
});

export type Settings = Readonly<z.output<typeof settingsSchema>>;
/** Any part of them. */
export type SettingsChange = z.input<typeof settingsSchema>;

export const defaultSettings: Settings = settingsSchema.parse(undefined);
