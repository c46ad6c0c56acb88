import type { ListProblem } from './types';

/** Why a page cannot be read. */
export const messages = {
	errorAnswer: (serviceText: string): ListProblem => ({
		reason: 'error-answer',
		message: `The service rejected the request, although it returned a success status: ${serviceText}`,
		description:
			"Nothing was read from this response. Read the service's message, and change the fields or query parameters that it names.",
	}),
	shape: (message: string, [example = 'data.items']: readonly string[]): ListProblem => ({
		reason: 'shape',
		message,
		description: `Set 'Records Path' under 'Options', e.g. ${example}.`,
	}),
	recordsPath: (path: string): ListProblem => ({
		reason: 'shape',
		message: `'Records Path' is "${path}", but there is no list at this path`,
		description:
			"Change 'Records Path' under 'Options', e.g. data.items, or remove it to detect the list automatically.",
	}),
};
