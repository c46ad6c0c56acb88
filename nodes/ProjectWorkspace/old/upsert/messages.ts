import type { IDataObject } from 'n8n-workflow';

import type { Resource } from '../catalogue';
import { TRY_AGAIN } from '../lists/messages';
import { isSetByService, recordId, withSuggestion } from '../records/fieldNames';
import { quoted } from '../records/value';
import type { Problem } from '../result';

const nothingWritten = (advice: string) => `Nothing was written for this item. ${advice}`;

/** The advice if the list could not be read to its end. */
export const NOTHING_WRITTEN = nothingWritten(TRY_AGAIN);

/** Why a record cannot be found, created or updated, and what to do about it. */
export const upsertMessages = {
	otherHeaders: (): Problem => ({
		message: "'Additional Headers' must have the same values as for the first item",
		description:
			"Records are looked for once for all items, so use the same values under 'Options' for all of them. Only idempotency keys and headers that start with If- may differ.",
	}),
	noFields: ({ value }: Resource): Problem => ({
		message: 'No fields to match on are selected',
		description: `Select at least one under 'Fields to Match On', enter their names in 'Match On' under 'Options', or use the operation 'Update' with the ID of the ${value}.`,
	}),
	emptyField: ({ value }: Resource, field: string): Problem => ({
		message: `Cannot find the ${value}, because '${field}' is empty`,
		description:
			"It is one of the 'Fields to Match On'. Provide a value for it, or match on another field.",
	}),
	leadingZero: ({ value }: Resource, field: string): Problem => ({
		message: `Cannot find the ${value}, because '${field}' is a number and the value to match on starts with a zero`,
		description: 'Remove the zero if it has no meaning, or match on another field.',
	}),
	/** The next run would not find what is created, and create it once more. */
	notCreatable: ({ value }: Resource, field: string): Problem => ({
		message: `Cannot create the ${value} without '${field}', which is a field to match on`,
		description: `${
			isSetByService(field)
				? 'The service sets that field itself.'
				: "Remove it from 'Ignore Fields From Input'."
		} You can match on another field, or use the operation 'Update'.`,
	}),
	/** Some services write an empty list so; if it was cut off by a proxy, everything would be created twice, or skipped. */
	noList: ({ plural }: Resource): Problem => ({
		message: `The service returned nothing instead of a list of ${plural}, so nothing was written`,
		description: `Try again later. If there are no ${plural} yet, create the first one with the operation 'Create'.`,
	}),
	/** The record may be on a page that was not read: created, it would exist twice. */
	notKnown: ({ value }: Resource, match: IDataObject, doubt: Problem): Problem => ({
		message: `No ${value} found with ${describeMatch(match)}, but there may be one: ${doubt.message}`,
		description: nothingWritten(doubt.description),
	}),
	fieldNowhere: (
		{ value, plural }: Resource,
		field: string,
		size: number,
		known: ReadonlySet<string> = new Set(),
	): Problem => ({
		message: `Cannot find the ${value}, because none of the ${size} ${plural} that the service returned has the field ${withSuggestion(field, known)}`,
		description:
			"Nothing was written for this item. Check the spelling of the field, including upper and lower case, or select another field under 'Fields to Match On'. If no record has this field yet, enter its name in 'Match On' under 'Options'.",
	}),
	fieldInside: ({ value, plural }: Resource, field: string, place: string): Problem => ({
		message: `Cannot find the ${value} by '${field}', because the ${plural} have it inside another field ('${place}')`,
		description: `Nothing was written for this item. Only fields of the record itself can be matched on. Match on another field, or use the operation 'Update' with the ID of the ${value}.`,
	}),
	/** A record that has just been created, and that no later run would find. */
	notFindable: ({ value }: Resource, field: string, given: unknown, id: unknown): Problem => ({
		message: `The ${value} ${String(id)} was created, but the service saved '${field}' in a different form than ${quoted(given)}`,
		description:
			"The next run would not find it and would create it again. Provide the value as the service saves it (e.g. in lower case or without spaces around it), match on another field, or turn on 'Match Similar Text' under 'Options' if it is nearly the same.",
	}),
	/** The service may have saved the values in another form, so that no later run would find the record. */
	notListed: ({ value, plural }: Resource, match: IDataObject, id?: unknown): Problem => ({
		message: `The ${value}${id === undefined ? '' : ` ${String(id)}`} was created, but the list of ${plural} does not have one with ${describeMatch(match)}`,
		description: `The next run would not find it and would create it again. Check in the service how it was saved, and provide the values in that form, or match on another field. Nothing more is created in this run.`,
	}),
	notCreatedAfter: ({ value, plural }: Resource): Problem => ({
		message: `Not created, because the list of ${plural} does not have the ${value} that was created before in this run`,
		description:
			'See the message of the first item that was not successful. This one was not sent.',
	}),
	similar: ({ value }: Resource, match: IDataObject, found: readonly IDataObject[]): Problem => {
		const [record = {}] = found;
		const id = recordId(record, value);
		const it = id === undefined ? `another ${value}` : `the ${value} ${id}`;
		const own = Object.fromEntries(Object.keys(match).map((name) => [name, record[name]]));
		return {
			message: `No ${value} found with ${describeMatch(match)}, but ${it} has ${describeMatch(own)}`,
			description:
				"Nothing was written for this item, because they may be the same. If they are, provide the value as the service saves it, or turn on 'Match Similar Text' under 'Options'. Otherwise match on another field, or use the operation 'Create'.",
		};
	},
	idTwice: ({ value, plural }: Resource, id: string | number): Problem => ({
		message: `Several ${plural} have the ID "${id}", so the matching ${value} cannot be updated`,
		description:
			'An update could change the other one. Nothing was written for this item. Change the record in the service.',
	}),
	/** Whether it exists now may not be known. */
	notCreatedBefore: ({ value }: Resource, match: IDataObject): Problem => ({
		message: `An earlier item could not create the ${value} with ${describeMatch(match)}, so this one was not sent`,
		description: `Check whether the ${value} exists, then run this item again.`,
	}),
	noMatch: ({ value }: Resource, match: IDataObject): Problem => ({
		message: `No ${value} found with ${describeMatch(match)}`,
		description:
			"Check the value, set 'If No Match Is Found' to 'Skip Item', or use the operation 'Create or Update'.",
	}),
	severalMatches: (
		{ value, plural }: Resource,
		match: IDataObject,
		records: readonly IDataObject[],
	): Problem => {
		const ids = records.slice(0, MAX_IDS).map((record) => recordId(record, value) ?? '?');
		const shown = records.length > MAX_IDS ? [...ids, '…'] : ids;
		return {
			message: `${records.length} ${plural} found with ${describeMatch(match)}: ${shown.join(', ')}`,
			description: "Match on an additional field, or turn on 'Update All Matches' under 'Options'.",
		};
	},
	/** A number such as 9007199254740993.0 or 1e30 is read as the nearest that JavaScript has. */
	rounded: ({ value, plural }: Resource, match: IDataObject): Problem => ({
		message: `Cannot tell whether a ${value} has ${describeMatch(match)}, because the service returned a number that JavaScript cannot keep exactly`,
		description: `Match the ${plural} on another field.`,
	}),
	undecoded: ({ value, plural }: Resource, match: IDataObject): Problem => ({
		message: `Cannot tell whether a ${value} has ${describeMatch(match)}, because the service returned text in a charset that it does not name, shown as \ufffd`,
		description: nothingWritten(`Match the ${plural} on another field.`),
	}),
	/** Written back, the text would be lost. */
	undecodedRest: ({ value }: Resource): Problem => ({
		message: `The matching ${value} contains text that could not be decoded, shown as \ufffd`,
		description:
			"Turn off 'Send Whole Record' under 'Options' to leave that text unchanged. The service sends it in a charset that its responses do not name.",
	}),
	noId: ({ value }: Resource): Problem => ({
		message: `No ID was found in the matching ${value}`,
		description: `Update the ${value} by its ID instead.`,
	}),
	roundedRest: ({ value }: Resource): Problem => ({
		message: `The matching ${value} contains a number that is too large to send back exactly`,
		description: "Turn off 'Send Whole Record' under 'Options' to leave that number unchanged.",
	}),
} as const;

const MAX_IDS = 5;

const describeMatch = (match: IDataObject) =>
	Object.entries(match)
		.map(([name, value]) => `'${name}' ${quoted(value)}`)
		.join(' and ');
