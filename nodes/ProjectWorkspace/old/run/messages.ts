import type { Resource } from '../catalogue';
import type { Problem } from '../result';

export const runMessages = {
	/** n8n adds "Custom API Call" to both lists itself; it is meant for the HTTP Request node. */
	customApiCall: (): Problem => ({
		message: 'Use the HTTP Request node for custom API calls',
		description:
			"Add an HTTP Request node, set 'Authentication' to 'Predefined Credential Type' and 'Credential Type' to 'Project Workspace API'.",
	}),
	noOperation: (resource: string, operation: string): Problem => ({
		message: `The resource "${resource}" has no operation "${operation}"`,
		description: "Choose 'Resource' and 'Operation' from their lists.",
	}),
	noList: ({ plural }: Resource): Problem => ({
		message: `The service returned nothing instead of a list of ${plural}, so it is not known whether there are any`,
		description:
			"Try again later. If this is how the service returns an empty list, turn off 'Always Output Item'.",
	}),
	nothing: ({ value }: Resource, id: unknown): Problem => ({
		message: `The service returned nothing instead of the ${value} ${JSON.stringify(id)}`,
		description: `Check the ID, and whether the ${value} exists.`,
	}),
	noRecord: ({ value, plural }: Resource, id: unknown): Problem => ({
		message: `No ${value} found with the ID ${JSON.stringify(id)}`,
		description: `Check the ID. The service has no request for one ${value}, so the node looks for it in the list of ${plural}.`,
	}),
	/** @param doubt its message is a part of a sentence */
	recordNotRead: ({ value }: Resource, id: unknown, doubt: Problem): Problem => ({
		message: `No ${value} found with the ID ${JSON.stringify(id)}, but there may be one: ${doubt.message}`,
		description: doubt.description,
	}),
} as const;

export const hints = {
	others: (item: number, summary: string) =>
		`[item ${item}] ${summary} Lists for other items differ.`,
	/** For an agent. */
	none: ({ plural }: Resource, skipped: number) =>
		`No ${plural} found${skipped > 0 ? ` after the first ${skipped}` : ''}.`,
	/** For an agent, which may have given a name. */
	mustBeId: ({ displayName, value }: { displayName: string; value: unknown }) =>
		`'${displayName}' is ${JSON.stringify(value)}: it must be an ID, not a name.`,
	manyValues:
		'The values were left out to keep this response short: count by a field with fewer values, or add filters.',
	omittedFields: (fields: string) =>
		`Not sent, because the service sets these fields itself: ${fields}. To send one anyway, add it under 'Additional Fields'.`,
	unknownFields: (fields: string) =>
		`The records have no field ${fields}. The service may have ignored it, or added it.`,
	emptyFields: (fields: string) =>
		`Not sent, because they were empty: ${fields}. To clear fields in the service, turn on 'Send Empty Values' under 'Options'.`,
	normalizedFields: (fields: string) =>
		`The service saved different values than you sent in: ${fields}. Each run will write them again, unless you provide the values as the service saves them.`,
	/** @param counts such as "2 created, 1 updated" */
	preview: (counts: string) =>
		`Preview only: ${/^\d+ (skipped|unchanged)/.test(counts) ? counts : counts.replace(' ', ' would be ')}.`,
	/** @param items how many items have one; the first is `item` */
	warning: ({ message, description }: Problem, item: number, items: number) =>
		`${items > 1 ? `[item ${item} and ${items - 1} more] ` : ''}${message}. ${description}`,
	retryOnFail:
		"'Retry On Fail' is on in the node settings: if an item is not successful, n8n runs all items again, including those already written. Turn it off: the node repeats requests itself where that is safe.",
	wait: (seconds: number) =>
		`Requests waited up to ${seconds} s because of the rate limit. Other apps that use the same API key count toward it too.`,
} as const;
