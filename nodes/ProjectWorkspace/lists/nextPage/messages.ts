import type { ListProblem } from '../page/types';

export const SET_MANUALLY =
	"Set 'Pagination', 'Page Parameter' and 'Next Page Path' under 'Options', or set 'Limit'.";
const CONTINUE =
	"The details contain the records read so far and the position to continue from, for 'Start From Position' under 'Options'.";

/** Why there is no next page although there should be one. */
export const messages = {
	request: {
		reason: 'request',
		message: 'A later page of the list could not be read',
		description: CONTINUE,
	},
	noList: {
		reason: 'no-list',
		message: 'A later page had a success status, but contained no list',
		description: `${CONTINUE} Try again, or set 'Limit'.`,
	},
	nextLink: (why: string): ListProblem => ({
		reason: 'next-link',
		message: `The link to the next page was not followed: ${why}`,
		description:
			"The API key is only sent to the address in 'Base URL' in the credential. Check that the service links to the same address. If its pages are numbered, set 'Pagination' under 'Options' to 'Page Number'; the link shows the 'Page Parameter'.",
	}),
	/** @param tried the parameters that were sent; `set`: those that are not replaced because the person set them */
	noWayOn: (
		said: string,
		{ tried, set }: { tried: readonly string[]; set: readonly string[] },
	): ListProblem => ({
		reason: 'no-way-on',
		message: `${said}, and ${tried.length === 0 ? 'no way to get the next page was found' : `no parameter that was tried returned the next page (${tried.join(', ')})`}`,
		description:
			set.length === 0
				? SET_MANUALLY
				: `Remove ${set.map((name) => `"${name}"`).join(' and ')} from 'Query Parameters', as the node does not replace it. Otherwise: ${SET_MANUALLY}`,
	}),
	skipping: (distinct: number): ListProblem => ({
		reason: 'no-way-on',
		message: `The service returned a page after these ${distinct} records, but by the position that the page states, it leaves records out`,
		description: SET_MANUALLY,
	}),
	nowhereToSend: (nextPath: string): ListProblem => ({
		reason: 'override',
		message: `'Next Page Path' is "${nextPath}", but 'Page Parameter' is not set`,
		description:
			"Set 'Page Parameter' under 'Options' to the query parameter that takes the value, or remove 'Next Page Path' to detect the next page automatically.",
	}),
} as const;
