import { ExpressionError } from 'n8n-workflow';

import { UserError } from '../errors';
import { readFilter } from '../parameters/filters';
import type { ParameterReader } from '../parameters/reader';
import type { RecordFilter } from '../records/filter';
import { EVENTS } from './events';

/** The parameters of the node; the options under the names that workflows save. */
export interface TriggerSettings {
	/** At least one of them is selected. */
	events: string[];
	filter?: RecordFilter;
	duplicates: 'automatic' | 'letThrough';
	/** It is empty if it is not set, and so is 'Event Field'. */
	duplicateField: string;
	eventField: string;
	includeDetails: boolean;
	otherEvents: boolean;
}

/** @throws UserError if a parameter cannot be used */
export function readTriggerSettings(reader: ParameterReader): TriggerSettings {
	const options = reader.collection('options', 'Options');
	return {
		events: reader.selection('events', 'Events', EVENTS),
		// An event must not be lost because a filter cannot compare a value.
		filter: readFilter(reader, true),
		duplicates: options.choice('duplicates', 'Duplicate Deliveries', ['automatic', 'letThrough']),
		duplicateField: options.text('duplicateField', 'Duplicate Field').trim(),
		eventField: options.text('eventField', 'Event Field').trim(),
		includeDetails: options.toggle('includeDetails', 'Include Delivery Details'),
		otherEvents: options.toggle('otherEvents', 'Include Other Events'),
	};
}

/** Why the credential or the parameters cannot be used, whatever was thrown. */
export function settingsError(error: unknown): UserError {
	if (error instanceof UserError) return error;

	if (error instanceof ExpressionError) {
		return new UserError(
			`An expression in the node or its credential could not be evaluated: ${error.message}`,
			'Change the expression. Expressions of a trigger cannot use other nodes.',
		);
	}
	return new UserError(
		'The credential could not be read: choose it again in the node',
		'If it was deleted, create it again.',
	);
}
