import { MAX_IN_FLIGHT, PAGES_AHEAD } from '../client/connect';
import { readHeaders, type Headers } from '../client/headers';
import { RETRY_LIMITS } from '../client/retryPolicy';
import {
	headersProperty,
	number,
	oneOf,
	group,
	rowsOf,
	text,
	textColumn,
	toggle,
	type Described,
	type Option,
	type ValuesOf,
} from '../optionKinds';
import { isTooLongField } from '../records/json';
import { hasNoDate, hasRounded, isEmpty, isNothing, textOf } from '../records/value';
import type { SortField } from '../records/order';
import { ok, reject } from '../result';
import { parameterMessages } from './messages';
import { fieldChoice } from './properties';
import { readNames, rowsIn } from './reader';

/**
 * Where an option is shown: with all operations, or those that return a list, send a body or change data (`write`).
 * `match`: if records are found by matching fields; `skip`: if items without a match are also skipped. The polling
 * trigger has `all` and `polling`.
 */
export type Audience = 'all' | 'list' | 'body' | 'write' | 'match' | 'skip' | 'polling';

/** An agent cannot judge requests, and gets a notice about a list that is empty or not known to be complete. */
const NOT_FOR_AGENTS = { displayOptions: { hide: { '@tool': [true] } } };

const TIME_FORMATS = [
	{ name: 'ISO 8601', value: 'iso', description: 'For example 2026-12-31T12:00:00.000Z' },
	{ name: 'Unix (Milliseconds)', value: 'unixMs', description: 'For example 1798718400000' },
	{ name: 'Unix (Seconds)', value: 'unix', description: 'For example 1798718400' },
] as const;

/** Names with commas. */
const fieldNames = (
	displayName: string,
	shownFor: readonly Audience[],
	property: Described,
): Option<readonly string[], Audience> => ({
	property: { displayName, type: 'string', default: '', ...property },
	shownFor,
	default: [],
	read: (given, forAgent) => {
		const names = readNames(given, displayName);
		const isNone = names.ok && names.value.length === 0 && !isEmpty(given);
		return isNone && !forAgent ? reject(parameterMessages.names(displayName)) : names;
	},
});

/** The service documents only `project_id`; a person may know others, such as filters or an order. */
const queryParameters: Option<Record<string, string>, Audience> = {
	property: {
		displayName: 'Query Parameters',
		placeholder: 'Add parameter',
		description: 'Query parameters to add, such as filters that the service supports',
		...rowsOf('Parameter', 'parameter', [
			textColumn('Name', {
				placeholder: 'e.g. status',
				description: 'Parameter name, exactly as the service expects it',
			}),
			textColumn('Value', {
				placeholder: 'e.g. open',
				description: 'The value to send. A parameter with an empty value is not sent.',
			}),
		]),
	},
	shownFor: ['all'],
	default: {},
	read: (given) => {
		const query: Record<string, string> = {};
		for (const { name, value } of rowsIn(given, 'parameter')) {
			if (isEmpty(value)) continue;
			const key = String(name);
			if (key === '') return reject(parameterMessages.rowNoName('parameter', 'Query Parameters'));
			if (key === '__proto__') return reject(parameterMessages.queryName(key));
			if (Object.hasOwn(query, key)) return reject(parameterMessages.queryTwice(key));
			const text = textOf(value);
			const isMeant = !hasRounded(value) && !hasNoDate(value);
			if (!isMeant || ![key, text].every((each) => each.isWellFormed()))
				return reject(parameterMessages.queryCharacter(key));
			query[key] = text;
		}
		return ok(query);
	},
};

const headers: Option<Headers, Audience> = {
	property: headersProperty(
		'Headers to add. Values are not hidden: enter secrets in the credential.',
		{ placeholder: 'e.g. acme' },
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
const sort: Option<SortField[], Audience> = {
	property: {
		displayName: 'Sort',
		placeholder: 'Add field',
		description:
			"Fields to sort the records by, before 'Limit' and 'Skip' apply. The whole list is read for this.",
		...rowsOf('Field', 'field', [
			fieldChoice('name'),
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
		const fields: SortField[] = [];
		for (const { name, direction } of rowsIn(given, 'field')) {
			if (forAgent && name === '') continue;
			const wanted = isNothing(direction) ? 'asc' : direction;
			const known = DIRECTIONS.find(({ value }) => String(wanted).toLowerCase().startsWith(value));
			if (name === '') return reject(parameterMessages.rowNoField('row', 'Sort'));
			if (!known) return reject('a list of fields with a direction of asc or desc');
			if (isTooLongField(String(name))) return reject(parameterMessages.fieldTooLong('Sort'));
			fields.push({ name: String(name), direction: known.value });
		}
		return ok(fields);
	},
};

/** Every option. The names are saved in workflows. */
export const options = {
	allowMassRemovals: toggle('Allow Mass Removals', ['polling'], {
		description:
			'Whether to accept a list that has lost more than half of its records at once. If off, such a list is rejected with a message, unless there were fewer than 20 records.',
	}),
	alwaysOutputItem: toggle('Always Output Item', ['list', 'skip'], {
		...NOT_FOR_AGENTS,
		description:
			"Whether to output an empty, linked item for each input item that finds no records. 'Always Output Data' in the node settings only adds one if the whole output is empty. Turn it on inside a loop, which n8n ends at the first empty output.",
	}),
	changedSince: group('Changed Since', ['polling'], {
		description:
			'Only requests records that have changed since the last poll, if the service has a query parameter for it',
		settings: {
			parameter: text('Parameter', ['polling'], {
				placeholder: 'e.g. updated_since',
				description:
					'Query parameter that takes a time and limits the list to records changed since then',
			}),
			format: oneOf('Format', ['polling'], TIME_FORMATS, {
				default: 'iso',
				description: 'Format of the time that is sent',
			}),
			overlapMinutes: number('Overlap (Minutes)', ['polling'], {
				default: 5,
				min: 0,
				description:
					"Number of minutes to go back from the last poll when requesting changes. It must cover the time until a change is in the list, and how far the service's clock may be behind n8n's.",
			}),
			fullEveryHours: number('Full Read Every (Hours)', ['polling'], {
				default: 24,
				description:
					'Number of hours after which a poll reads all records again. This also finds removed records.',
			}),
		},
	}),
	headers,
	ignoreFields: fieldNames('Ignore Fields From Input', ['body'], {
		displayOptions: { show: { '/fields.mappingMode': ['autoMapInputData'] } },
		placeholder: 'e.g. row_number, notes',
		description: 'Comma-separated list of input fields that should not be sent',
	}),
	includeResult: toggle('Include Result', ['write'], {
		description:
			"Whether to add '_result' to the output (such as created, updated, unchanged or skipped) and, for updates, '_changes' with the old and new values",
	}),
	matchOn: fieldNames('Match On', ['match'], {
		placeholder: 'e.g. external_id',
		description:
			"Comma-separated list of fields to match on, instead of 'Fields to Match On'. Use it for fields that no record has yet. Their values come from 'Fields to Send', the input or 'Additional Fields'.",
	}),
	matchSimilar: toggle('Match Similar Text', ['match'], {
		description:
			'Whether text also matches if only letter case, spaces or leading zeros differ, or if the service has shortened, escaped or simplified it. If off, an item with such a match is rejected.',
	}),
	previewOnly: toggle('Preview Only', ['write'], {
		default: true,
		description:
			"Whether to output what would be done, without changing anything in the service. Adds '_result', '_changes' and '_preview' to the output.",
	}),
	queryParameters,
	requests: group('Requests', ['all'], {
		...NOT_FOR_AGENTS,
		description: 'How requests are sent: retries, waiting for the rate limit, and timeout',
		settings: {
			maxAttempts: number('Max Attempts', ['all'], {
				default: RETRY_LIMITS.attempts,
				description:
					'Max number of times to send a request if the service is unavailable, or up to 5 times if it does not respond',
			}),
			maxQuotaWait: number('Max Rate Limit Wait', ['all'], {
				default: RETRY_LIMITS.rateLimitMs / 1000,
				min: 0,
				description:
					'Max number of seconds that a request waits because of the rate limit. Before it is first sent, it may always wait up to 10 seconds.',
			}),
			parallelRequests: number('Parallel Requests', ['all'], {
				default: MAX_IN_FLIGHT,
				description: `Max number of requests to send at the same time. At most ${PAGES_AHEAD} of them are pages of one list. Set to 1 to send them one by one. The order of the output does not change.`,
			}),
			timeout: number('Timeout', ['all'], {
				default: 60_000,
				description: 'Time in milliseconds to wait for a response before aborting the request',
			}),
		},
	}),
	requireComplete: toggle('Require Complete List', ['list', 'polling'], {
		...NOT_FOR_AGENTS,
		default: true,
		description:
			"Whether to stop with a message if it is not known whether the list is complete. The operation 'Get Many' then reads a list of several pages twice.",
	}),
	sendEmpty: toggle('Send Empty Values', ['body'], {
		description:
			'Whether to send null for mapped fields whose value is empty, which clears them in many services. If off, they are not sent.',
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
	startWithExisting: toggle('Start With Existing Records', ['polling'], {
		description:
			"Whether the first poll starts the workflow with all records, if 'New' is selected in 'Changes'. If off, it only remembers them.",
	}),
	updateAllMatches: toggle('Update All Matches', ['match'], {
		description:
			'Whether to update every matching record. If off, an item that matches several records is rejected.',
	}),
} as const satisfies Record<string, Option<unknown, Audience>>;

/** Those that are shown there, by their names. */
export const optionsFor = (
	audiences: readonly Audience[],
): Record<string, Option<unknown, Audience>> =>
	Object.fromEntries(
		Object.entries<Option<unknown, Audience>>(options).filter(([, { shownFor }]) =>
			shownFor.some((each) => audiences.includes(each)),
		),
	);

/** The options of one item: the values that were set, or the defaults. */
export type Options = ValuesOf<typeof options>;
