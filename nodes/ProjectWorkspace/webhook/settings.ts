import { readFilter } from '../parameters/filters';
import { optionReader } from '../parameters/options';
import type { ParameterReader } from '../parameters/reader';
import { choiceOf, readSelection, toggleOf } from '../parameters/simpleTypes';
import type { RecordFilter } from '../records/filter';
import { textOf } from '../records/value';
import { EVENTS } from './events';

/** The parameters of the node. */
export interface TriggerSettings {
	/** At least one. */
	events: string[];
	filter?: RecordFilter;
	options: TriggerOptions;
}

/** By the names that workflows save. */
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
	return {
		events: readSelection(reader, 'events', 'Events', EVENTS),
		// An event must not be lost because a filter cannot compare a value.
		filter: readFilter(reader, true),
		options: readTriggerOptions(reader),
	};
}

function readTriggerOptions(reader: ParameterReader): TriggerOptions {
	const read = optionReader(reader);
	return {
		duplicates: read('duplicates', 'Duplicate Deliveries', duplicatesOf),
		duplicateField: read('duplicateField', 'Duplicate Field', pathOf),
		eventField: read('eventField', 'Event Field', pathOf),
		includeDetails: read('includeDetails', 'Include Delivery Details', toggleOf),
		otherEvents: read('otherEvents', 'Include Other Events', toggleOf),
	};
}

const duplicatesOf = (value: unknown, label: string): TriggerOptions['duplicates'] =>
	choiceOf(value, label, ['automatic', 'letThrough']);

const pathOf = (value: unknown): string => textOf(value).trim();
