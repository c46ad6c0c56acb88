import type { INodeProperties } from 'n8n-workflow';

import { ok, reject, type Result } from '../result';
import type { Show } from './bodyProperties';
import { messages } from './messages';
import { trueOrFalse, wholeNumber } from './optionKinds';
import { isEmpty, type ParameterReader } from './reader';

export const DEFAULT_LIMIT = 50;

/** Counting includes all matching records. */
const ALL_COUNT = { hide: { output: ['count'] } };

/** Max number of records of a list. */
export const limitProperties = (show: Show): INodeProperties[] => [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		displayOptions: { show, ...ALL_COUNT },
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50, // n8n's lint wants the number itself
		displayOptions: { show: { ...show, returnAll: [false] }, ...ALL_COUNT },
		description: 'Max number of results to return',
	},
];

/** Undefined if 'Return All' is on. */
export function readLimit(read: ParameterReader): Result<number | undefined> {
	const all = read.get('returnAll', false);
	const isAll = isEmpty(all) ? ok(false) : trueOrFalse(all);
	if (!isAll.ok) return reject(messages.limit('Return All', isAll.problem));
	if (isAll.value) return ok(undefined);
	const given = read.get('limit', DEFAULT_LIMIT);
	const limit = wholeNumber(isEmpty(given) ? DEFAULT_LIMIT : given, 1);
	return limit.ok ? limit : reject(messages.limit('Limit', limit.problem));
}
