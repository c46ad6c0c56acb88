import type { IDataObject } from 'n8n-workflow';

import type { SendSettings } from '../client/dispatch';
import { readHeaders, type Headers } from '../client/headers';
import { RETRY_LIMITS } from '../client/retryPolicy';
import type { ListOverrides } from '../lists/types';
import { hasRounded, textOf } from '../records/json';
import type { SortField } from '../records/sort';
import { ok, reject, type Result } from '../result';
import { messages } from './messages';
import {
	choice,
	headersProperty,
	nameField,
	number,
	readCollection,
	rowsOf,
	text,
	toggle,
	valueField,
	type Option,
	type ValuesOf,
} from './optionKinds';
import { isEmpty, type ParameterReader } from './reader';

const STYLES = [
	{
		name: 'Cursor',
		value: 'cursor',
		description: 'The response contains a token for the next page',
	},
	{
		name: 'Last ID',
		value: 'lastId',
		description: 'The next page is requested with the ID of the last record',
	},
	{ name: 'Link', value: 'link', description: 'The response contains the URL of the next page' },
	{ name: 'None', value: 'none', description: 'There is only one page' },
	{
		name: 'Offset',
		value: 'offset',
		description: 'The next page is requested with the number of records to skip',
	},
	{ name: 'Page Number', value: 'page', description: 'Pages are numbered' },
] as const;

const PLACEMENTS = [
	{ name: 'Body', value: 'body', description: "As the 'project_id' field of the JSON body" },
	{ name: 'Query', value: 'query', description: "As the 'project_id' query parameter" },
] as const;

const TIME_FORMATS = [
	{ name: 'ISO 8601', value: 'iso', description: 'For example 2026-12-31T12:00:00.000Z' },
	{ name: 'Unix (Milliseconds)', value: 'unixMs', description: 'For example 1798718400000' },
	{ name: 'Unix (Seconds)', value: 'unix', description: 'For example 1798718400' },
] as const;

/** The service documents only `project_id`; a person may know others, such as filters or an order. */
const queryParameters: Option<Record<string, string>> = {
	property: {
		displayName: 'Query Parameters',
		placeholder: 'Add parameter',
		description:
			'Additional query parameters to send, such as filters that the service supports. If records are found by matching fields, they are added to the create or update request, not to the search.',
		...rowsOf('Parameter', 'parameter', [
			nameField({
				placeholder: 'e.g. status',
				description: 'Parameter name, exactly as the service expects it',
			}),
			valueField({
				placeholder: 'e.g. open',
				description: 'The value to send. A parameter with an empty value is not sent.',
			}),
		]),
	},
	shownFor: ['all'],
	default: {},
	read: (given) => {
		const { parameter: rows = [] } = given as { parameter?: IDataObject[] }; // a fixed collection
		const query: Record<string, string> = {};
		for (const { name, value } of rows) {
			if (isEmpty(value)) continue;
			const key = textOf(name).trim();
			if (key === '') return reject(messages.rowNoName('parameter', 'Query Parameters'));
			if (key === '__proto__') return reject(messages.queryName(key));
			if (Object.hasOwn(query, key)) return reject(messages.queryTwice(key));
			const text = textOf(value);
			if (hasRounded(value) || ![key, text].every((each) => each.isWellFormed()))
				return reject(messages.queryCharacter(key));
			query[key] = text;
		}
		return ok(query);
	},
};

const headers: Option<Headers> = {
	property: headersProperty(
		'Additional headers to send. Values are not hidden: enter secrets in the credential. With Idempotency-Key and an expression that is different for each item, requests that create or trigger something can be repeated safely.',
		{ placeholder: 'e.g. {{ $json.orderId }}' },
	),
	shownFor: ['all'],
	default: {},
	read: (given) => readHeaders(given, 'option'),
};

const DIRECTIONS = [
	{ name: 'Ascending', value: 'asc' },
	{ name: 'Descending', value: 'desc' },
] as const;

/** The service documents no order. */
const sort: Option<SortField[]> = {
	property: {
		displayName: 'Sort',
		placeholder: 'Add field',
		description:
			"Fields to sort the records by, before 'Limit' and 'Skip' apply. The whole list is read for this.",
		...rowsOf('Field', 'field', [
			nameField({
				placeholder: 'e.g. due_date',
				description: 'Field to sort by. Use dot notation for nested fields.',
			}),
			{
				displayName: 'Direction',
				name: 'direction',
				type: 'options',
				default: 'asc',
				options: [...DIRECTIONS],
			},
		]),
	},
	shownFor: ['list'],
	default: [],
	read: (given, forAgent) => {
		const { field: rows = [] } = given as { field?: IDataObject[] }; // a fixed collection
		const fields: SortField[] = [];
		for (const { name, direction } of rows) {
			if (forAgent && isEmpty(name)) continue;
			const wanted = isEmpty(direction) ? 'asc' : direction;
			const known = DIRECTIONS.find(({ value }) => value === wanted);
			if (isEmpty(name) || !known)
				return reject('a list of fields that have a name, and a direction of asc or desc');
			fields.push({ name: String(name).trim(), direction: known.value });
		}
		return ok(fields);
	},
};

/**
 * Every option. The names are saved in workflows; those of the options shown with `pages` are names of `ListOverrides`.
 */
export const options = {
	allowMassRemovals: toggle('Allow Mass Removals', ['polling'], {
		description:
			'Whether to accept a list that has lost more than half of its records at once. If off, such a list is rejected with a message, unless there were fewer than 20 records.',
	}),
	alwaysOutputItem: toggle('Always Output Item', ['list', 'skip'], {
		description:
			"Whether to output an empty item for each input item that finds no records, linked to that input item. In contrast, 'Always Output Data' in the node settings adds a single item if the whole output is empty.",
	}),
	anyFilter: toggle('Match Any Filter', ['list', 'polling'], {
		description: 'Whether records only need to match one of the filters instead of all of them',
	}),
	changedSince: text('Changed Since', ['polling'], {
		placeholder: 'e.g. updated_since',
		description:
			"Query parameter that takes a time and limits the list to records changed since then. Polls then read only those, and all records at the interval in 'Full Read Every (Hours)'.",
	}),
	changedSinceFormat: choice('Changed Since Format', ['polling'], TIME_FORMATS, {
		default: 'iso',
		description: "Format of the time that is sent in 'Changed Since'",
	}),
	firstPage: number('First Page', ['pages'], {
		default: undefined,
		suggested: 1,
		min: 0,
		description: 'Number of the first page if pages are numbered, e.g. 0 or 1',
	}),
	fullEveryHours: number('Full Read Every (Hours)', ['polling'], {
		default: 24,
		description:
			"Number of hours after which a poll reads all records again, if 'Changed Since' is set. This also finds removed records.",
	}),
	headers,
	ignoreFields: text('Ignore Fields From Input', ['body'], {
		displayOptions: { show: { '/fields.mappingMode': ['autoMapInputData'] } },
		placeholder: 'e.g. row_number, notes',
		description: 'Comma-separated list of input fields that should not be sent',
	}),
	ignoreTotal: toggle('Ignore Reported Total', ['pages'], {
		description:
			'Whether to ignore the total that the service reports, because it is too high or too low',
	}),
	includeResult: toggle('Include Result', ['write'], {
		description:
			"Whether to add '_result' to the output (such as created, updated, unchanged or skipped) and, for an update, '_changes' with the old and new values",
	}),
	maxAttempts: number('Max Attempts', ['requests'], {
		default: RETRY_LIMITS.attempts,
		description:
			'Max number of times to send a request if the service is unavailable, or at most 5 times if it does not respond. Requests that create or trigger something are only repeated if the service cannot have processed them, or if they have an idempotency key.',
	}),
	maxQuotaWait: number('Max Rate Limit Wait', ['requests'], {
		default: RETRY_LIMITS.rateLimitMs / 1000,
		min: 0,
		description:
			'Max number of seconds that a request waits because of the rate limit. Before it is first sent, it may always wait up to 10 seconds.',
	}),
	nextPath: text('Next Page Path', ['pages'], {
		placeholder: 'e.g. meta.next_cursor',
		description:
			'Path to the next cursor, link or page number in the response, in dot notation. For a header, enter header.Name.',
	}),
	overlapMinutes: number('Overlap (Minutes)', ['polling'], {
		default: 5,
		min: 0,
		description:
			"Number of minutes to go back from the last poll when requesting changes, if 'Changed Since' is set. It must cover the time until a change is in the list, and how far the service's clock may be behind n8n's.",
	}),
	pageSize: number('Page Size', ['pages'], {
		default: undefined,
		suggested: 100,
		description: "Number of records to request per page. Set 'Page Size Parameter' as well.",
	}),
	pageSizeParameter: text('Page Size Parameter', ['pages'], {
		placeholder: 'e.g. per_page',
		description: "Query parameter for the page size. Replaces the same one in 'Query Parameters'.",
	}),
	parallelRequests: number('Parallel Requests', ['requests'], {
		default: undefined,
		suggested: 32,
		description:
			'Max number of requests to send at the same time. Set to 1 to send them one by one. If you do not add this option, it is 128, and 32 for the pages of one list. The order of the output does not change.',
	}),
	parameter: text('Page Parameter', ['pages'], {
		placeholder: 'e.g. cursor',
		description: 'Query parameter to send the cursor, page number, offset or last ID in',
	}),
	previewOnly: toggle('Preview Only', ['write'], {
		description:
			"Whether to output what would be done without changing anything in the service. Lists are still read. Adds '_preview', '_result' and '_changes' to the output.",
	}),
	projectIdPlacement: choice('Send Project ID In', ['placement'], PLACEMENTS, {
		default: 'body',
		description: "Where to send 'project_id'. The service does not document it.",
	}),
	queryParameters,
	recordsPath: text('Records Path', ['pages'], {
		placeholder: 'e.g. data.items',
		description:
			'Path to the records in the response, in dot notation. Enter a single dot if the response itself is the list.',
	}),
	requireComplete: toggle('Require Complete List', ['list', 'polling'], {
		// An agent gets a notice in its output instead.
		displayOptions: { hide: { '@tool': [true] } },
		description: 'Whether to stop with a message if it is not known whether the list is complete',
	}),
	sendWholeRecord: toggle('Send Whole Record', ['match'], {
		description:
			"Whether to send the record's existing values along with your changes. Turn this on if updates clear the fields you leave out.",
	}),
	skip: number('Skip', ['list'], {
		default: 0,
		min: 0,
		description: 'Number of results to skip before returning the rest',
	}),
	sort,
	startFrom: text('Start From Position', ['list'], {
		default: 'start',
		// An agent continues with 'Skip'.
		displayOptions: { hide: { '@tool': [true] } },
		description:
			"Where to continue reading: the position in the hint of a limited list, or in the details of a list that stopped early. Use 'start' for the beginning of the list. 'Sort' and counting always start there. While this option is set, the last item has a '_position' field if there are more records.",
	}),
	startWithExisting: toggle('Start With Existing Records', ['polling'], {
		description:
			"Whether the first poll starts the workflow with all records, if 'New' is selected in 'Changes'. If off, it only remembers them.",
	}),
	style: choice('Pagination', ['pages'], STYLES, {
		default: 'cursor',
		description:
			'How to request the next page. Detected automatically if you do not add this option.',
	}),
	timeout: number('Timeout', ['requests'], {
		default: 60_000,
		description: 'Time in milliseconds to wait for a response before aborting the request',
	}),
	updateAllMatches: toggle('Update All Matches', ['match'], {
		description:
			'Whether to update every matching record. If off, an item that matches several records is rejected.',
	}),
} as const satisfies Record<string, Option>;

/** The options of one item: the values that were set, or the defaults. */
export type Options = ValuesOf<typeof options>;

export function readOptions(read: ParameterReader): Result<Options> {
	const set = readCollection(options, read.get('options', {}), read.forAgent);
	const { style, nextPath, parameter, pageSizeParameter = '' } = set.ok ? set.value : {};
	if (style === 'none' && nextPath)
		return reject(messages.option('Next Page Path', "empty if 'Pagination' is None"));
	const label = parameter === 'project_id' ? 'Page Parameter' : 'Page Size Parameter';
	// The filter by project would be replaced.
	return parameter === 'project_id' || [parameter, 'project_id'].includes(pageSizeParameter)
		? reject(messages.option(label, 'different from project_id and the other page parameter'))
		: set;
}

const PAGE_OPTIONS = Object.entries<Option>(options).flatMap(([name, { shownFor }]) =>
	shownFor.includes('pages') ? [name] : [],
);

export const listOverrides = (set: Options): ListOverrides =>
	Object.fromEntries(Object.entries(set).filter(([name]) => PAGE_OPTIONS.includes(name)));

export const sendSettings = (
	{ timeout, headers, maxAttempts, maxQuotaWait }: Options,
	/** For all attempts of a request, and for its waits. */
	maxMs = Infinity,
): SendSettings => ({
	// Six days: a timer of more than 2^31 milliseconds would end at once.
	timeout: Math.min(timeout, 2 ** 29),
	headers,
	limits: {
		attempts: maxAttempts,
		totalMs: Math.min(RETRY_LIMITS.totalMs, maxMs),
		rateLimitMs: Math.min(maxQuotaWait * 1000, maxMs),
	},
});
