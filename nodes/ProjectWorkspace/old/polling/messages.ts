import { withSuggestion } from '../records/fieldNames';
import type { Problem } from '../result';

/** Why a poll failed, and what to do about it. */
export const pollMessages = {
	noResource: (resource: string): Problem => ({
		message: `There is no resource "${resource}"`,
		description: "Choose 'Resource' from its list.",
	}),
	noChanges: (): Problem => ({
		message: 'No changes are selected',
		description: "Select at least one in 'Changes'.",
	}),
	unknownChange: (change: string): Problem => ({
		message: `'Changes' cannot contain "${change}"`,
		description: "Select from its list. In an expression, use 'new', 'changed' and 'removed'.",
	}),
	changedSinceTwice: (parameter: string): Problem => ({
		message: `The query parameter '${parameter}' in 'Changed Since' is already sent with another value`,
		description:
			"Remove it from 'Query Parameters' or clear 'Project', or enter another query parameter in 'Changed Since' under 'Options'.",
	}),
	noId: (): Problem => ({
		message: 'A record has no ID, so its changes cannot be detected',
		description:
			"Set 'Records Path' in the credential under 'Service Details' to where the records are in the response. Without IDs, this trigger cannot be used.",
	}),
	idTwice: (id: string): Problem => ({
		message: `Two different records have the ID "${id}", so their changes cannot be told apart`,
		description:
			"Choose a project in 'Project' if the service numbers the tasks of each project separately, or exclude one of the records with 'Filters'.",
	}),
	tooMany: (): Problem => ({
		message: 'The list has more than 50,000 records, the maximum for this trigger',
		description:
			"Add 'Filters', or choose a project in 'Project' for tasks. If you know of filters that the service supports, send them with 'Query Parameters' under 'Options'.",
	}),
	restlessField: (field: string): Problem => ({
		message: `Most records changed in two polls, but only in the field '${field}'`,
		description:
			"If its changes do not matter, enter it in 'Ignore Fields' under 'Options', so that they no longer start the workflow. The trigger is active.",
	}),
	missingFields: (
		fields: readonly string[],
		records: number,
		known: ReadonlySet<string> = new Set(),
	): Problem => ({
		message: `None of the ${records} records has the field ${fields.map((field) => withSuggestion(field, known)).join(' or ')}`,
		description:
			"Check its name in 'Watch Field Names or IDs' and 'Filters', including upper and lower case. The trigger is active, but cannot report changes by this field.",
	}),
	tooLarge: (): Problem => ({
		message: 'The IDs of the records take up more than 5 MB, the maximum for this trigger',
		description:
			"Add 'Filters', or choose a project in 'Project' for tasks. If the IDs are long texts, check 'Records Path' in the credential under 'Service Details'.",
	}),
	/** @param doubt its message is a part of a sentence */
	unproven: (doubt: Problem): Problem => ({
		message: `Removed records cannot be detected, because ${doubt.message}`,
		description: `Records on another page would count as removed. ${doubt.description} Or remove 'Removed' from 'Changes'.`,
	}),
	mayMiss: (doubt: Problem): Problem => ({
		message: `The trigger may miss changes, because ${doubt.message}`,
		description: `The trigger works with the records that it can read. ${doubt.description} The test in the editor shows whether that helps.`,
	}),
	massRemoval: (removed: number, known: number): Problem => ({
		message: `${removed} of ${known} records are gone, so the list was rejected`,
		description:
			"Check 'Filters', the credential and the service. If the records were really removed, turn on 'Allow Mass Removals' under 'Options' until the next poll.",
	}),
	tooSlow: (seconds: number): Problem => ({
		message: `The list could not be read in the ${seconds} seconds that n8n allows for a poll`,
		description:
			"Set 'Page Size Parameter' and 'Page Size' in the credential under 'Service Details', or choose a project in 'Project' for tasks. If the rate limit is used up, poll less often.",
	}),
	nothingToShow: (): Problem => ({
		message: 'There are no records to show yet',
		description: "Check 'Filters', or create a record in the service.",
	}),
} as const;

export const STILL_RUNNING = 'The previous poll is still running, so this one was skipped.';

export const NO_CREDENTIAL =
	'Select the credential in the node, and save it again if n8n cannot read it. The next poll tries again.';

export const NOT_SAVED =
	'The previous poll found the same changes, and n8n is still saving them, so this one was skipped.';

export const AGAIN =
	"This poll changed nothing, and the next one reads the list again. If it keeps happening, set 'Pagination' in the credential under 'Service Details' to how the service gets the next page.";
