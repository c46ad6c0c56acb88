import type { IDataObject } from 'n8n-workflow';

import type { Resource } from '../catalogue';
import { isEmpty, type Problem } from '../parameters/request';
import { isSetByService } from '../records/fieldNames';
import { recordId } from './recordId';

/** By which fields a record is found, and what they are to hold. */
export interface Match {
	matchOn: readonly string[];
	matchValues: readonly unknown[];
}

/** Why nothing can be looked for at all. */
export function unfitToMatch(
	{ matchOn, matchValues }: Match,
	singular: string,
): Problem | undefined {
	if (matchOn.length === 0) {
		return {
			message: 'No field to match on is chosen',
			description: `Choose at least one under 'Fields to Match On', or find the ${singular} by its ID.`,
		};
	}
	const empty = matchOn.find((_, at) => isEmpty(matchValues[at]));
	if (empty !== undefined) {
		return {
			message: `The field '${empty}' is empty, and the ${singular} is found by it`,
			description: "Give it a value under 'Fields to Send', or match on another field.",
		};
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
				message: `A new ${singular} would not hold the field '${missing}' that it is found by`,
				description: `${
					isSetByService(missing)
						? 'The service sets that field itself.'
						: "Take it out of 'Ignore Fields From Input'."
				} Otherwise match on another field, or change 'If None Matches'.`,
			};
}

/** A second item for a record that could not be created: whether it is there now may not be known. */
export const notCreatedBefore = ({ value }: Resource, match: Match): Problem => ({
	message: `An earlier item could not create the ${value} with ${told(match)}, so this one was not sent`,
	description: `Check whether the ${value} is there, and run the item again.`,
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
	message: `No ${value} has ${told(match)}`,
	description: "Check the value, or change 'If None Matches' to create or to skip.",
});

export function severalMatch(
	{ value, plural }: Resource,
	match: Match,
	matches: readonly IDataObject[],
): Problem {
	const ids = matches.map((record) => recordId(record, value) ?? '?');
	const shown = ids.length > 5 ? [...ids.slice(0, 5), '…'] : ids;
	return {
		message: `${matches.length} ${plural} have ${told(match)}: ${shown.join(', ')}`,
		description:
			"Match on a further field as well, or turn on 'Update All Matches' under 'Options'.",
	};
}

export const noId = ({ value }: Resource): Problem => ({
	message: `The ${value} that matches has no ID that could be found`,
	description: `Find the ${value} by its ID instead.`,
});

export const inexact = ({ value }: Resource): Problem => ({
	message: `The ${value} that matches holds a number that cannot be kept exactly`,
	description: "Turn off 'Send Whole Record' under 'Options' to leave that number alone.",
});
