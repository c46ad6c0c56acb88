import { UserError } from '../errors';
import { isObject, isStructure, textOf } from '../records/value';
import { namedRows } from './fixedCollection';
import { cannotBeRead, isNotSet } from './notSet';
import type { ParameterReader } from './reader';
import { namesIn, toggleOf, wholeNumberOf } from './simpleTypes';

/** 'Options' of one item, by the names that workflows save. */
export interface Options {
	queryParameters: Readonly<Record<string, string>>;
	inOrder: boolean;
	requireComplete: boolean;
	skip: number;
	previewOnly: boolean;
	includeResult: boolean;
	sendEmpty: boolean;
	ignoreFields: readonly string[];
	matchOn: readonly string[];
	sendWholeRecord: boolean;
	startWithExisting: boolean;
}

/** @throws UserError, as all readers here */
export function readOptions(reader: ParameterReader): Options {
	const read = optionReader(reader);
	return {
		queryParameters: read('queryParameters', 'Query Parameters', queryParametersOf),
		inOrder: read('inOrder', 'Send in Order', toggleOf),
		requireComplete: read('requireComplete', 'Require Complete List', toggleOf),
		skip: read('skip', 'Skip', skipOf),
		previewOnly: read('previewOnly', 'Preview Only', toggleOf),
		includeResult: read('includeResult', 'Include Change Details', toggleOf),
		sendEmpty: read('sendEmpty', 'Send Empty Values', toggleOf),
		ignoreFields: read('ignoreFields', 'Ignore Fields From Input', namesIn),
		matchOn: read('matchOn', 'Match On Other Fields', namesIn),
		sendWholeRecord: read('sendWholeRecord', 'Send Whole Record', toggleOf),
		startWithExisting: read('startWithExisting', 'Start With Existing Records', toggleOf),
	};
}

type ReadOption = <Value>(
	name: string,
	label: string,
	read: (value: unknown, label: string, reader: ParameterReader) => Value,
) => Value;

/** Reads single options, each by a function for its kind of value, which gets undefined for an option that is not set. */
export function optionReader(reader: ParameterReader): ReadOption {
	const options = reader.get('options', {}) ?? {};
	if (!isObject(options)) throw cannotBeRead('Options', options);

	return (name, label, read) => {
		const value = options[name];
		const isSet = !isNotSet(reader, value, label, 'options', name);
		return read(isSet ? value : undefined, label, reader);
	};
}

function queryParametersOf(
	value: unknown,
	label: string,
	reader: ParameterReader,
): Record<string, string> {
	const query = new Map<string, string>();
	const rows = namedRows(reader, value, label, { group: 'parameter' });

	for (const [at, { name, row }] of rows.entries()) {
		const path = ['options', 'queryParameters', 'parameter', at, 'value'];
		if (isNotSet(reader, row.value, `${label}: ${name}`, ...path)) continue;

		if (query.has(name)) throw queryParameterTwice(name);
		if (isStructure(row.value)) throw cannotBeRead(label, row.value);
		query.set(name, textOf(row.value));
	}
	return Object.fromEntries(query);
}

export const queryParameterTwice = (name: string): UserError =>
	new UserError(
		`The query parameter '${name}' is set twice`,
		"Remove one of the two in 'Query Parameters', or clear the parameter of this node that sends it, such as 'Project'.",
	);

const skipOf = (value: unknown, label: string): number => wholeNumberOf(value ?? 0, label, 0);
