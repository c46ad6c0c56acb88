import type { INodeProperties } from 'n8n-workflow';

import type { Operation, Upsert } from '../catalogue';
import type { SendSettings } from '../client/dispatch';
import { RETRY_LIMITS } from '../client/retryPolicy';
import type { ListOverrides } from '../lists/types';
import { reject, type Result } from '../result';
import { messages } from './messages';
import { readCollection, type Option, type Place, type ValuesOf } from './optionKinds';
import { options } from './options';
import type { ParameterReader } from './reader';

const HIDE_FROM_AGENTS: INodeProperties['displayOptions'] = { hide: { '@tool': [true] } };

export function optionProperties(operation: Operation | Upsert): INodeProperties[] {
	const places = placesOf(operation);
	return Object.entries<Option>(options).flatMap(([name, { property, shownFor }]) => {
		const [place] = shownFor.flatMap((each) => places[each] ?? []);
		if (!place) return [];
		const { show, hide } = property.displayOptions ?? {};
		const displayOptions = { show: { ...show, ...place.show }, hide: { ...hide, ...place.hide } };
		return [{ ...property, name, displayOptions }];
	});
}

/** The places that an operation has, each with the condition under which its options are shown. */
function placesOf(
	operation: Operation | Upsert,
): Partial<Record<Place, INodeProperties['displayOptions']>> {
	const { method, endpoint } = operation.endpoint ? operation : operation.create;
	const isList = endpoint.answer.gives === 'list';
	const findBy = { '/findBy': ['match'] };
	const match = operation.endpoint ? endpoint.canMatch && { show: findBy } : {};
	const isPlaced = endpoint.references?.some(({ sendIn }) => sendIn !== 'query');
	return {
		all: {},
		list: isList ? {} : undefined,
		body: endpoint.body && {},
		write: method === 'GET' ? undefined : {},
		match,
		skip: endpoint.canMatch && { show: { ...findBy, '/noMatch': ['skip'] } },
		requests: HIDE_FROM_AGENTS,
		pages: match || isList || endpoint.isInList ? { ...HIDE_FROM_AGENTS, ...match } : undefined,
		placement: isPlaced ? HIDE_FROM_AGENTS : undefined,
	};
}

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
