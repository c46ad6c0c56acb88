import type { IDataObject } from 'n8n-workflow';

import type { Resource } from '../catalogue';
import { isEmpty, type Problem } from '../derive/request';
import { isSetByService } from '../output/fieldNames';
import { recordLabel } from '../output/recordLabel';

/** By which fields a record is found, and what they are to hold. */
export interface Match {
	matchOn: readonly string[];
	matchValues: readonly unknown[];
}

/** Why nothing can be looked for at all. */
export function unfitToMatch(
	{ matchOn, matchValues }: Match,
	singular: string,
	noMatch: string,
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
	return noMatch === 'create' && matchOn.every(isSetByService)
		? {
				message: `A new ${singular} cannot be given the ${matchOn.map(quoted).join(' and ')} that it is found by`,
				description:
					"The service sets that itself. Match on another field, or change 'If None Matches'.",
			}
		: undefined;
}

const quoted = (name: string) => `'${name}'`;

const told = ({ matchOn, matchValues }: Match) =>
	matchOn.map((name, at) => `${quoted(name)} ${JSON.stringify(matchValues[at])}`).join(' and ');

export const noneMatches = ({ value }: Resource, match: Match): Problem => ({
	message: `No ${value} has ${told(match)}`,
	description: "Check the value, or change 'If None Matches' to create or to skip.",
});

export function severalMatch(
	{ value, plural }: Resource,
	match: Match,
	matches: readonly IDataObject[],
): Problem {
	const ids = matches.map((record) => recordLabel(record, value)?.id ?? '?');
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
