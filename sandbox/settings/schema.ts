import { z } from 'zod';
import { amount, flag, jsonObject, namesOf, oneOf, text } from '../input.ts';
import { listEnvelopes, recordEnvelopes } from '../service/envelopes.ts';
import { paginationStyles } from '../service/pagination.ts';
import { quotaModes } from '../service/quota.ts';
import { layouts } from '../webhooks/layouts.ts';
import { payloads } from '../webhooks/payloads.ts';

/** A group of settings. A misspelt name is refused instead of changing nothing; each setting has a default. */
function group<T extends z.ZodRawShape>(settings: T) {
	// zod cannot see that all of them have one.
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
const refusal = (status: number, code: string) =>
	group({ status: httpStatus(status), code: text(code) });

/** All but the style, which is a name in the table that reads these. */
const pages = {
	/** Page size when the request asks for none. */
	pageSize: amount(50, 1),
	/** The largest page; more is cut down to it. */
	maximumPageSize: amount(100, 1),
	/** Number of the first page. */
	firstPage: amount(1),
	/** How the last page says that nothing follows: null, '' or no field. */
	end: oneOf('null', 'empty', 'omitted'),
	/** Names of the query parameters. */
	request: group({
		page: text('page'),
		size: text('limit'),
		offset: text('offset'),
		cursor: text('cursor'),
		lastId: text('starting_after'),
	}),
	/** Names of the response's fields; dots nest (`meta.total`), `{resource}` is users, projects …, '' leaves it out. */
	response: group({
		total: text('total'),
		page: text('page'),
		size: text('limit'),
		totalPages: text('total_pages'),
		offset: text('offset'),
		nextCursor: text('next_cursor'),
		nextOffset: text(''),
		hasMore: text('has_more'),
		nextLink: text('next'),
	}),
};

/**
 * How a delivery is signed and how the signature is written. Texts may name {body}, {timestamp} and {id} (in
 * `content`), {digest} (in `candidate`), {candidates} and {timestamp} (in `header`).
 */
const layout = {
	algorithm: oneOf('sha256', 'sha384', 'sha512', 'sha1'),
	encoding: oneOf('hex', 'base64', 'base64url'),
	/** What is signed. */
	content: text('{body}'),
	/** How one signature is written; there is one for each secret in force. */
	candidate: text('{digest}'),
	/** What is between several. */
	separator: text(' '),
	/** The header's value. */
	header: text('{candidates}'),
	/** A header of its own for the time; '' sends none. */
	timestampHeader: text(''),
	timestampUnit: oneOf('seconds', 'milliseconds'),
	/** Whether the secret is used as it is, or decoded from base64 after its prefix. */
	key: oneOf('text', 'base64'),
};

/** What the specification leaves open, one setting for each, with a plain default. None is a fact about the service. */
export const settingsSchema = group({
	/** Steady time that every API response takes, in milliseconds. */
	latencyMs: amount(0),
	/** Form of the IDs that the service gives: `task_7`, `7` or a UUID. */
	ids: oneOf('prefixed', 'number', 'uuid'),
	/** Whether a body must come with `Content-Type: application/json`. */
	contentType: oneOf('required', 'ignored'),
	/** PUT lays the sent fields over the record, or puts them in its place. */
	updates: oneOf('merge', 'replace'),
	list: group({
		/** Where in a list response the records are. */
		envelope: oneOf(...namesOf(listEnvelopes)),
		/** More fields next to the list, such as `{"object": "list"}`. A bare array cannot have them. */
		extras: jsonObject.default({}),
	}),
	/** How one record is wrapped. */
	record: group({ envelope: oneOf(...namesOf(recordEnvelopes)) }),
	/** How a list is cut into pages. */
	pagination: group({ style: oneOf('cursor', ...namesOf(paginationStyles)), ...pages }),
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
	/** The ways in which the service refuses a request: status and `error.code` of each. */
	errors: group({
		missingKey: refusal(401, 'missing_api_key'),
		invalidKey: refusal(401, 'invalid_api_key'),
		planRequired: refusal(403, 'plan_required'),
		notFound: refusal(404, 'not_found'),
		unknownRoute: refusal(404, 'unknown_route'),
		conflict: refusal(409, 'conflict'),
		invalidBody: refusal(400, 'invalid_body'),
		invalidQuery: refusal(400, 'invalid_query'),
		wrongContentType: refusal(415, 'unsupported_media_type'),
		bodyTooLarge: refusal(413, 'body_too_large'),
		badRequest: refusal(400, 'bad_request'),
		quotaExceeded: refusal(429, 'rate_limit_exceeded'),
		serverError: refusal(500, 'internal_error'),
	}),
	quota: group({
		/** How requests are counted. */
		mode: oneOf(...namesOf(quotaModes)),
		/** Length of the window (for the bucket: time in which it fills), in milliseconds. */
		windowMs: amount(60_000, 1),
		/** Requests in a window; null takes the plan's. */
		limit: z.number().min(0).nullable().default(null),
		/** How a refusal tells when to come back. */
		retryAfter: oneOf('off', 'seconds', 'date'),
		/** Whether X-RateLimit-Remaining is sent. */
		header: flag(true),
	}),
	archive: group({
		/** Whether GET /v1/projects shows archived projects. */
		listed: flag(false),
		/** The response to archiving an archived project. */
		again: oneOf('done', 'notFound', 'conflict'),
	}),
	tasks: group({
		/** The response to GET /v1/tasks without `project_id`. */
		withoutProject: oneOf('all', 'none', 'refused'),
		/** Whether POST /v1/tasks needs a `project_id`, or one of a project that exists. */
		projectIdOnCreate: oneOf('optional', 'required', 'known'),
	}),
	/** Time between a workflow's trigger and `workflow.run.completed`, in milliseconds. */
	runs: group({ delayMs: amount(200) }),
	events: group({
		/** Shape of the event's JSON. */
		payload: oneOf(...namesOf(payloads)),
		/** Whether an update that completes a task emits task.updated as well as task.completed. */
		updatedWithCompleted: flag(true),
	}),
	signature: group({
		/** Name of the header that has the signature. */
		header: text('X-Service-Signature'),
		/** What is signed and how it is written; `custom` takes the layout below. */
		layout: oneOf(...namesOf(layouts), 'custom'),
		custom: group(layout),
		/** Seconds added to the time that is signed: a negative number makes it stale. */
		skewSeconds: z.number().default(0),
		/** Whether a webhook whose secret was renewed signs with the previous secret as well. */
		withPrevious: flag(true),
	}),
	delivery: group({
		/** Names of headers that have the event's name and ID; '' sends none. */
		eventHeader: text(''),
		idHeader: text(''),
		/** How often one delivery is tried in all. */
		attempts: amount(5, 1),
		/** Wait before the second attempt; it doubles with each further one, up to the maximum. */
		baseDelayMs: amount(1_000),
		maximumDelayMs: amount(60_000),
		/** Time that a receiver has to respond. */
		timeoutMs: amount(10_000, 1),
		/** Deliveries sent at once. */
		parallel: amount(8, 1),
		/** How often each event is sent: 2 makes every delivery a duplicate. */
		copies: amount(1, 1),
	}),
});

export type Settings = Readonly<z.output<typeof settingsSchema>>;
/** Any part of them; `list.extras` only whole. */
export type SettingsChange = z.input<typeof settingsSchema>;
export type PageSettings = z.output<z.ZodObject<typeof pages>>;
export type Layout = z.output<z.ZodObject<typeof layout>>;

export const defaultSettings: Settings = settingsSchema.parse(undefined);
