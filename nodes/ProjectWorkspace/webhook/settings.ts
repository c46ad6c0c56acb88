import { readFilter } from '../parameters/filters';
import type { ParameterReader } from '../parameters/reader';
import type { RecordFilter } from '../records/filter';
import { EVENTS } from './events';

/** The parameters of the node. */
export interface TriggerSettings {
	/** At least one. */
	events: string[];
	filter?: RecordFilter;
	options: TriggerOptions;
}

/** The options under the names that workflows save. */
export interface TriggerOptions {
	duplicates: 'automatic' | 'letThrough';
	/** Empty if it is not set, like 'Event Field'. */
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
		options: {
			duplicates: options.choice('duplicates', 'Duplicate Deliveries', ['automatic', 'letThrough']),
			duplicateField: options.text('duplicateField', 'Duplicate Field').trim(),
			eventField: options.text('eventField', 'Event Field').trim(),
			includeDetails: options.toggle('includeDetails', 'Include Delivery Details'),
			otherEvents: options.toggle('otherEvents', 'Include Other Events'),
		},
	};
}
