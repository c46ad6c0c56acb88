import { UserError } from '../errors';
import type { ParameterReader } from './reader';

/** 'Options' of one item. The type follows from what is read, so that an option is one line here. */
export type Options = ReturnType<typeof readOptions>;

/** Reads them by the names that workflows save. */
export function readOptions(reader: ParameterReader) {
	const options = reader.collection('options', 'Options');
	return {
		queryParameters: readQueryParameters(options),
		inOrder: options.toggle('inOrder', 'Send in Order'),
		requireComplete: options.toggle('requireComplete', 'Require Complete List'),
		skip: options.wholeNumber('skip', 'Skip', 0) ?? 0,
		previewOnly: options.toggle('previewOnly', 'Preview Only'),
		includeResult: options.toggle('includeResult', 'Include Change Details'),
		sendEmpty: options.toggle('sendEmpty', 'Send Empty Values'),
		ignoreFields: options.names('ignoreFields', 'Ignore Fields From Input'),
		matchOn: options.names('matchOn', 'Match On Other Fields'),
		sendWholeRecord: options.toggle('sendWholeRecord', 'Send Whole Record'),
		startWithExisting: options.toggle('startWithExisting', 'Start With Existing Records'),
	};
}

/** A parameter without a value is not sent. */
function readQueryParameters(options: ParameterReader): Record<string, string> {
	const label = 'Query Parameters';
	const query = new Map<string, string>();
	for (const { name, row } of options.rows('queryParameters', label, 'parameter')) {
		const value = row.text('value', `${label}: ${name}`);
		if (value === '') continue;

		if (query.has(name)) throw queryParameterTwice(name);
		query.set(name, value);
	}
	return Object.fromEntries(query);
}

export const queryParameterTwice = (name: string): UserError =>
	new UserError(
		`The query parameter '${name}' is set twice`,
		"Remove one of the two in 'Query Parameters', or clear the parameter of this node that sends it, such as 'Project'.",
	);
