import type { IDataObject } from 'n8n-workflow';

import type { Resource } from '../catalogue';
import { isEmpty, type Problem } from '../parameters/request';
import type { MappedField } from '../parameters/typedValue';
import { isSetByService } from '../records/fieldNames';
import { isInexact } from '../records/json';
import { recordId } from './recordId';

/** By which fields a record is found, and what they are to hold. */
export interface Match {
	matchOn: readonly string[];
	matchValues: readonly unknown[];
}

/** Why nothing can be looked for at all. */
export function unfitToMatch(
	{ matchOn, matchValues, fields }: Match & { fields?: ReadonlyMap<string, MappedField> },
	singular: string,
): Problem | undefined {
	if (matchOn.length === 0) {
		return {
			message: 'No fields to match on are selected',
			description: `Select at least one under 'Fields to Match On', or find the ${singular} by its ID.`,
		};
	}
	const empty = matchOn.find((_, at) => isEmpty(matchValues[at]));
	if (empty !== undefined) {
		return {
			message: `Cannot find the ${singular}, because the field '${empty}' to match on is empty`,
			description: 'Provide a value for it, or match on another field.',
		};
	}
	for (const [at, name] of matchOn.entries()) {
		const value = matchValues[at];
		if (isInexact(value)) {
			return {
				message: `Cannot find the ${singular}, because the number in the field '${name}' to match on is too large for JavaScript and may have been rounded`,
				description: 'Provide it as text, with all its digits, or match on another field.',
			};
		}
		// The service cannot have such a number, and 7 would be another record.
		if (fields?.get(name)?.type === 'number' && /^\s*[+-]?0\d/.test(String(value))) {
			return {
				message: `Cannot find the ${singular}, because '${name}' is a number and the value to match on starts with a zero`,
				description: 'Remove the zero if it means nothing, or match on another field.',
			};
		}
	}
	return undefined;
}

/** Why what is created would not be found by the next run, which would then create it once more. */
export function unfitToCreate(
	matchOn: readonly string[],
	body: IDataObject,
	singular: string,
): Problem | undefined {
	const missing = matchOn.find((name) => !Object.hasOwn(body, name));
	return missing === undefined
		? undefined
		: {
				message: `Cannot create the ${singular} without the field '${missing}' to match on`,
				description: `${
					isSetByService(missing)
						? 'The service sets that field itself.'
						: "Remove it from 'Ignore Fields From Input'."
				} You can also match on another field, or change 'If No Match Is Found'.`,
			};
}

/** A second item for a record that could not be created: whether it is there now may not be known. */
export const notCreatedBefore = ({ value }: Resource, match: Match): Problem => ({
	message: `An earlier item could not create the ${value} with ${told(match)}, so this one was not sent`,
	description: `Check whether the ${value} exists, then run this item again.`,
});

const quoted = (name: string) => `'${name}'`;

const told = ({ matchOn, matchValues }: Match) =>
	matchOn.map((name, at) => `${quoted(name)} ${shortened(matchValues[at])}`).join(' and ');

const LONGEST_VALUE = 60;

function shortened(value: unknown): string {
	const text = JSON.stringify(value);
	return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}

export const noneMatches = ({ value }: Resource, match: Match): Problem => ({
	message: `No ${value} found with ${told(match)}`,
	description: "Check the value, or set 'If No Match Is Found' to create or skip.",
});

export function severalMatch(
	{ value, plural }: Resource,
	match: Match,
	matches: readonly IDataObject[],
): Problem {
	const ids = matches.map((record) => recordId(record, value) ?? '?');
	const shown = ids.length > 5 ? [...ids.slice(0, 5), '…'] : ids;
	return {
		message: `${matches.length} ${plural} found with ${told(match)}: ${shown.join(', ')}`,
		description: "Match on an additional field, or turn on 'Update All Matches' under 'Options'.",
	};
}

export const noId = ({ value }: Resource): Problem => ({
	message: `No ID was found in the matching ${value}`,
	description: `Find the ${value} by its ID instead.`,
});

export const inexact = ({ value }: Resource): Problem => ({
	message: `The matching ${value} contains a number that is too large to send back exactly`,
	description: "Turn off 'Send Whole Record' under 'Options' to leave that number unchanged.",
});

/** A number such as 9007199254740993.0 or 1e30 is read as the nearest that JavaScript has. */
export const undecided = ({ value, plural }: Resource, match: Match): Problem => ({
	message: `Cannot tell whether a ${value} has ${told(match)}, because the service returned a number that JavaScript cannot keep exactly`,
	description: `Match the ${plural} on another field.`,
});
