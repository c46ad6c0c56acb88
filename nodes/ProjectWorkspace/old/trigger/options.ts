import {
	oneOf,
	propertiesOf,
	readCollection,
	text,
	toggle,
	type Described,
	type Option,
	type ValuesOf,
} from '../optionKinds';
import { isTooLongField } from '../records/json';
import { ok, reject, type Result } from '../result';
import { headerName } from '../signature/format';

/** Empty if it is not set. No field has a path with an empty part, such as `header.` */
const fieldName = (label: string, property: Described): Option<string> => ({
	...text(label, [], property),
	default: '',
	read(given) {
		const path = String(given).trim();
		return isTooLongField(path) || path.split('.').includes('')
			? reject('the name of a field, or a path such as data.name')
			: ok(path);
	},
});

const DUPLICATES = [
	{
		name: 'Detect by Body',
		value: 'body',
		description: 'Same body within one to two days. IDs and headers are ignored.',
	},
	{
		name: 'Detect by ID or Body',
		value: 'automatic',
		description: 'Same unique event ID, or same body with the same ID or signed timestamp',
	},
	{
		name: 'Let Through',
		value: 'letThrough',
		description: 'Every delivery starts the n8n workflow, even a duplicate',
	},
] as const;

/** Every option of the trigger. The names are saved in workflows. */
const triggerOptions = {
	deliveryIdHeader: headerName('Delivery ID Header', {
		placeholder: 'e.g. X-Delivery-ID',
		description:
			'Header with the delivery ID, used to detect duplicates. Leave empty to check the common header names.',
	}),
	duplicateField: fieldName('Duplicate Field', {
		placeholder: 'e.g. meta.event_id',
		description:
			"Payload field with a unique value for each event. The same event with the same value is a duplicate. If a payload does not have the field, 'Duplicate Deliveries' applies.",
	}),
	duplicates: oneOf('Duplicate Deliveries', [], DUPLICATES, {
		default: 'automatic',
		description: 'How to detect duplicate deliveries, so that they do not start the workflow again',
	}),
	eventField: fieldName('Event Field', {
		placeholder: 'e.g. event.name or header.X-Event-Name',
		description:
			"Payload field that contains the event name, or 'header.' and the name of a header. Nothing else is checked then. Leave empty to check the common ones.",
	}),
	includeDetails: toggle('Include Delivery Details', [], {
		description:
			"Whether to add a '_delivery' field to the output with the event, ID, times and the headers about the delivery",
	}),
	otherEvents: toggle('Start on Other Events', [], {
		description:
			"Whether to also start the workflow on events that are not listed in 'Events', and on deliveries without an event name",
	}),
	outputPerEvent: toggle('One Output per Event', [], {
		description: 'Whether to add a separate output for each selected event',
	}),
} as const satisfies Record<string, Option>;

export const triggerOptionProperties = propertiesOf(triggerOptions);

export type TriggerOptions = ValuesOf<typeof triggerOptions>;

export const readTriggerOptions = (collection: unknown): Result<TriggerOptions> =>
	readCollection(triggerOptions, collection);

/** The values of the parameter `events`. */
export const readSelectedEvents = (value: unknown): string[] =>
	Array.isArray(value) ? value.map(String) : [];
