import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Operation, OptionalReference } from '../catalogue';
import type { SendSettings } from '../client/connect';
import { BOUNDS } from '../client/retryPolicy';
import type { ListOverrides } from '../lists/types';
import { ok, reject, type Result } from '../result';
import { messages } from './messages';
import type { Option, Place } from './optionKinds';
import { options } from './options';
import { isEmpty, splitNames, type ParameterReader } from './reader';

/** Where a reference is sent that the documentation leaves open: one option for each, named after its parameter. */
const placementName = ({ parameter }: OptionalReference) => `${parameter}Placement`;

const placementProperty = (reference: OptionalReference): INodeProperties => ({
	displayName: `Send ${reference.displayName} ID In`,
	name: placementName(reference),
	type: 'options',
	default: 'body',
	description: `Where to send '${reference.sendAs}'. The service does not document it.`,
	options: [
		{
			name: 'Body',
			value: 'body',
			description: `As the '${reference.sendAs}' field of the JSON body`,
		},
		{ name: 'Query', value: 'query', description: `As the '${reference.sendAs}' query parameter` },
	],
});

/**
 * The options of an operation, as the editor shows them.
 * @param references those whose place can be chosen
 */
export function optionProperties(
	{ endpoint }: Operation,
	references: readonly OptionalReference[],
): INodeProperties[] {
	const places: readonly Place[] = [
		'all',
		...(endpoint.answer.gives === 'list' ? ['list' as const] : []),
		...(endpoint.body ? ['body' as const] : []),
	];
	const matching = { displayOptions: { show: { '/findBy': ['match'] } } };
	const shown = Object.entries<Option>(options).flatMap(([name, { property, on }]) => {
		if (on.some((place) => places.includes(place))) return [{ ...property, name }];
		return endpoint.canMatch && on.includes('match') ? [{ ...property, name, ...matching }] : [];
	});
	const placements = references
		.filter(({ sendIn }) => sendIn === 'bodyOrQuery')
		.map((each) => ({ ...placementProperty(each), ...(endpoint.canMatch ? matching : {}) }));
	return [...shown, ...placements].sort((a, b) => a.displayName.localeCompare(b.displayName));
}

/** What the person has set under Options for one item, or what applies where nothing is set. */
export type Options = {
	[Name in keyof typeof options]: (typeof options)[Name]['unset'];
} & { placeOf: (reference: OptionalReference) => 'body' | 'query' };

export function readOptions(read: ParameterReader, item: number): Result<Options> {
	const given = read('options', item, {}) as IDataObject; // a collection
	const values: Record<string, unknown> = {};
	for (const [name, option] of Object.entries<Option>(options)) {
		const value = given[name];
		const result = isEmpty(value) ? ok(option.unset) : option.read(value);
		if (!result.ok) return reject(messages.option(option.property.displayName, result.problem));
		values[name] = result.value;
	}
	return ok({
		...(values as Options), // one value for each option
		placeOf: (reference) =>
			reference.sendIn === 'query' || given[placementName(reference)] === 'query'
				? 'query'
				: 'body',
	});
}

/** Names of input fields that are not sent. */
export const ignoredFields = ({ ignoreFields }: Options) => new Set(splitNames(ignoreFields));

/** What is set manually about lists; nothing that is not set. */
export function listOverrides(set: Options): ListOverrides {
	const { firstPage, nextPath, pageSize, pageSizeParameter, parameter, recordsPath, style } = set;
	const ignoreTotal = set.ignoreTotal || undefined;
	const overrides = { firstPage, ignoreTotal, nextPath, pageSize, pageSizeParameter };
	const given = Object.entries({ ...overrides, parameter, recordsPath, style });
	return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

export const sendSettings = ({ timeout, maxAttempts, maxQuotaWait }: Options): SendSettings => ({
	timeout,
	bounds: { ...BOUNDS, attempts: maxAttempts, quotaMs: maxQuotaWait * 1000 },
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
		query[key] = typeof value === 'object' ? JSON.stringify(value) : String(value);
	}
	return ok(query);
}
