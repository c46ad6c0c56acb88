/** What every item sets besides values: the options, the output and the limit. */
import type { IDataObject } from 'n8n-workflow';

import type { SendSettings } from '../client/dispatch';
import { RETRY_LIMITS } from '../client/retryPolicy';
import { readCollection, readWholeNumber, trueOrFalse } from '../optionKinds';
import { isTooLongField } from '../records/json';
import type { OutputShape } from '../records/record';
import { isEmpty, isNothing, isObject } from '../records/value';
import { ok, reject, type Result } from '../result';
import { parameterMessages } from './messages';
import { options, type Options } from './options';
import { givesNothing, type ParameterReader, readChoice, readNames, rowsIn } from './reader';

/** Those of an item that sets none. */
const DEFAULTS = readCollection(options, {});

export function readOptions(parameters: ParameterReader): Result<Options> {
	const given = parameters.get('options', {});
	if (isEmpty(given)) return DEFAULTS;
	if (!isObject(given)) return readCollection(options, given);
	// No fields to ignore is a choice, none to match on is not.
	const { matchOn } = given;
	const decided: IDataObject = { ...given, matchOn: isEmpty(matchOn) ? undefined : matchOn };
	const decisive = DECISIVE.find((name) =>
		givesNothing(parameters, decided[name], 'options', name),
	);
	if (decisive) return reject(parameterMessages.nothing(options[decisive].property.displayName));
	const rows = rowsIn(given.queryParameters, 'parameter');
	const path = ['options', 'queryParameters', 'parameter'];
	// Without the parameter, the request would be about other records.
	const row = rows.find(
		({ value }, at) => isEmpty(value) && givesNothing(parameters, '', ...path, at, 'value'),
	);
	if (row) return reject(parameterMessages.queryNothing(String(row.name)));
	return readCollection(options, given, parameters.forAgent);
}

/** They decide which records are touched, and what is sent. */
const DECISIVE = [
	'ignoreFields',
	'matchOn',
	'previewOnly',
	'requireComplete',
	'sendWholeRecord',
	'skip',
] as const;

export const sendSettings = (
	{ headers, requests: { timeout, maxAttempts, maxQuotaWait } }: Options,
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

export const DEFAULT_LIMIT = 50;

/** Undefined if 'Return All' is on. */
export function readLimit(parameters: ParameterReader): Result<number | undefined> {
	const all = parameters.get('returnAll', false);
	// The default would be another choice of records.
	if (givesNothing(parameters, all, 'returnAll'))
		return reject(parameterMessages.nothing('Return All'));
	const isAll = isNothing(all) ? ok(false) : trueOrFalse(all);
	if (!isAll.ok) return reject(parameterMessages.limit('Return All', isAll.problem));
	if (isAll.value) return ok(undefined);
	const given = parameters.get('limit', DEFAULT_LIMIT);
	if (givesNothing(parameters, given, 'limit')) return reject(parameterMessages.nothing('Limit'));
	const limit = readWholeNumber(isNothing(given) ? DEFAULT_LIMIT : given, 1);
	return limit.ok ? limit : reject(parameterMessages.limit('Limit', limit.problem));
}

/** Operations without this parameter return all fields. */
export function readOutput(parameters: ParameterReader): Result<OutputShape> {
	const mode = readChoice(parameters, 'output', 'Output', [
		'raw',
		'simplified',
		'selected',
		'count',
	]);
	if (!mode.ok) return mode;
	if (mode.value === 'count') {
		const by = parameters.get('countBy', '');
		if (typeof by === 'object' && by !== null) return reject(parameterMessages.names('Count By'));
		const name = isNothing(by) ? undefined : String(by).trim();
		if (name !== undefined && isTooLongField(name))
			return reject(parameterMessages.fieldTooLong('Count By'));
		return ok({ mode: mode.value, by: name });
	}
	if (mode.value !== 'selected') return ok({ mode: mode.value });
	const fields = readNames(parameters.get('outputFields', []), 'Output Fields');
	if (!fields.ok) return fields;
	return fields.value.length > 0
		? ok({ mode: mode.value, fields: fields.value })
		: reject(parameterMessages.outputFields());
}
