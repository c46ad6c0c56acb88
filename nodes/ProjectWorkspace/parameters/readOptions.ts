import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Operation, Upsert } from '../catalogue';
import type { SendSettings } from '../client/dispatch';
import { RETRY_LIMITS } from '../client/retryPolicy';
import type { ListOverrides } from '../lists/types';
import { ok, reject, type Result } from '../result';
import { messages } from './messages';
import type { Option, Place } from './optionKinds';
import { options } from './options';
import { isEmpty, splitNames, type ParameterReader } from './reader';

const HIDE_FROM_AGENTS: INodeProperties['displayOptions'] = { hide: { '@tool': [true] } };

/** The options of an operation, as the editor shows them. */
export function optionProperties(operation: Operation | Upsert): INodeProperties[] {
	const places = placesOf(operation);
	return Object.entries<Option>(options)
		.flatMap(([name, { property, shownFor }]) => {
			const [place] = shownFor.flatMap((each) => places[each] ?? []);
			if (!place) return [];
			const { show, hide } = property.displayOptions ?? {};
			const displayOptions = { show: { ...show, ...place.show }, hide: { ...hide, ...place.hide } };
			return [{ ...property, name, displayOptions }];
		})
		.sort((a, b) => a.displayName.localeCompare(b.displayName));
}

/** The places that an operation has, each with the condition under which its options are shown. */
function placesOf(
	operation: Operation | Upsert,
): Partial<Record<Place, INodeProperties['displayOptions']>> {
	const { method, endpoint } = operation.endpoint ? operation : operation.create;
	const always = {
		all: {},
		requests: HIDE_FROM_AGENTS,
		...(endpoint.body ? { body: {} } : {}),
		...(method === 'GET' ? {} : { write: {} }),
		...(endpoint.answer.gives === 'list' ? { list: {} } : {}),
		...(endpoint.answer.gives === 'list' || endpoint.isInList ? { pages: HIDE_FROM_AGENTS } : {}),
		...(endpoint.references?.some(({ sendIn }) => sendIn !== 'query')
			? { placement: HIDE_FROM_AGENTS }
			: {}),
	};
	if (!operation.endpoint) return { ...always, match: {}, pages: HIDE_FROM_AGENTS };
	if (!endpoint.canMatch) return always;
	const match = { '/findBy': ['match'] };
	return {
		...always,
		match: { show: match },
		skip: { show: { ...match, '/noMatch': ['skip'] } },
		pages: { ...HIDE_FROM_AGENTS, show: match },
	};
}

/** The options of one item: the values that were set, or the defaults. */
export type Options = {
	[Name in keyof typeof options]: (typeof options)[Name]['default'];
};

export function readOptions(read: ParameterReader, item: number): Result<Options> {
	const given = read('options', item, {}) as IDataObject; // a collection
	const values: Record<string, unknown> = {};
	for (const [name, option] of Object.entries<Option>(options)) {
		const value = given[name];
		const result = isEmpty(value) ? ok(option.default) : option.read(value);
		if (!result.ok) {
			const { problem } = result;
			const { displayName } = option.property;
			return reject(typeof problem === 'string' ? messages.option(displayName, problem) : problem);
		}
		values[name] = result.value;
	}
	return ok(values as Options); // one value for each option
}

/** Names of input fields that are not sent. */
export const ignoredFields = ({ ignoreFields }: Options) => new Set(splitNames(ignoreFields));

const OF_PAGES = new Map(
	Object.entries<Option>(options).filter(([, { shownFor }]) => shownFor.includes('pages')),
);

/** The options for lists that were set; without the defaults. */
export const listOverrides = (set: Options): ListOverrides =>
	Object.fromEntries(
		Object.entries(set).filter(
			([name, value]) => OF_PAGES.has(name) && value !== OF_PAGES.get(name)?.default,
		),
	);

export const sendSettings = (
	{ timeout, headers, maxAttempts, maxQuotaWait }: Options,
	/** For all attempts of a request, and for its waits. */
	maxMs = Infinity,
): SendSettings => ({
	timeout,
	headers,
	limits: {
		attempts: maxAttempts,
		totalMs: Math.min(RETRY_LIMITS.totalMs, maxMs),
		rateLimitMs: Math.min(maxQuotaWait * 1000, maxMs),
	},
});

/** The additional query parameters that have a value. */
export function additionalQuery({
	queryParameters: rows,
}: Options): Result<Record<string, string>> {
	const query: Record<string, string> = {};
	for (const { name, value } of rows) {
		if (isEmpty(value)) continue;
		const key = isEmpty(name) ? '' : String(name).trim();
		if (key === '') return reject(messages.queryNoName());
		if (Object.hasOwn(query, key)) return reject(messages.queryTwice(key));
		const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
		if (!key.isWellFormed() || !text.isWellFormed()) return reject(messages.queryCharacter(key));
		query[key] = text;
	}
	return ok(query);
}
