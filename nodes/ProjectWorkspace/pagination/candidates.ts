import { badSetting } from '../transport/settings';
import type { ListSettings } from '../transport/types';
import type { Page } from './page';
import { type Pagination, type PaginationName, PAGINATIONS, type Paginator } from './paginators';
import { haveFields } from './responseFields';

/** A parameter that is tried although the page says nothing about it. */
export interface Guess {
	pagination: PaginationName;
	parameter: string;
	/** Only if the page has these fields. */
	beside?: readonly string[];
}

/** The likeliest first: the order decides how many requests a list costs, and only eight are tried where nothing says more. */
export const GUESSES: readonly Guess[] = [
	{ pagination: 'offset', parameter: '$skip', beside: ['odatacount'] }, // OData
	{ pagination: 'offset', parameter: 'SkipCount', beside: ['totalcount', 'items'] }, // ABP
	{ pagination: 'lastId', parameter: 'after', beside: ['lastid', 'object'] }, // OpenAI
	{ pagination: 'lastId', parameter: 'after_id', beside: ['lastid'] }, // Anthropic
	{ pagination: 'lastId', parameter: 'starting_after', beside: ['hasmore', 'object'] }, // Stripe
	{ pagination: 'page', parameter: 'page[number]', beside: ['meta.page'] }, // Datadog, Teamleader
	{ pagination: 'page', parameter: 'page' }, // ClickUp, WordPress, Freshdesk
	{ pagination: 'offset', parameter: 'offset' }, // Backlog, Mailchimp, PostgREST
	{ pagination: 'offset', parameter: 'skip' }, // FastAPI
	{ pagination: 'lastId', parameter: 'before' }, // Trello, Discord
	{ pagination: 'offset', parameter: '$skip' }, // YouTrack
	{ pagination: 'offset', parameter: 'startAt' }, // Jira
	{ pagination: 'lastId', parameter: 'after' }, // Discord
	{ pagination: 'offset', parameter: 'first' }, // Keycloak
	{ pagination: 'lastId', parameter: 'starting_after' }, // Stripe
	{ pagination: 'offset', parameter: 'start' }, // Pipedrive
	{ pagination: 'page', parameter: 'pageNumber' }, // ASP.NET
	{ pagination: 'page', parameter: 'page_number' }, // Zoom
	{ pagination: 'page', parameter: 'page[number]' }, // JSON:API
	{ pagination: 'page', parameter: '_page' }, // json-server
	{ pagination: 'offset', parameter: 'page[offset]' }, // JSON:API
];

/**
 * How the page after this one may be requested, the likeliest first. What the person has set applies.
 * @param mayGuess whether parameters are tried about which the page says nothing
 */
export function candidatesAfter(
	page: Page,
	{ style, parameter: setParameter }: ListSettings,
	mayGuess: boolean,
): Paginator[] {
	const names = PAGINATION_NAMES.filter((name) => style === undefined || name === style);
	const candidates = names.flatMap((name) => PAGINATIONS[name].suggestedBy(page, setParameter));

	if (mayGuess || setParameter !== undefined) {
		const { fields } = page.info;
		const rows = GUESSES.filter(
			({ pagination, beside }) => names.includes(pagination) && haveFields(fields, beside),
		);
		candidates.push(...rows.flatMap((row) => guessOf(row, setParameter)));
	}

	return candidates
		.filter(({ parameter }) => {
			// What the person sends is not replaced.
			return parameter === setParameter || !(parameter in page.request.query);
		})
		.flatMap((candidate) => (candidate.instead ? [candidate, candidate.instead] : [candidate]));
}

const PAGINATION_NAMES = Object.keys(PAGINATIONS) as PaginationName[]; // by the type of the table

/** @throws UserError if an expression for 'Pagination' returned something else */
export function checkPagination({ style = 'none' }: ListSettings): void {
	const options: readonly string[] = ['auto', ...PAGINATION_NAMES, 'none'];
	if (!options.includes(style)) throw badSetting('Pagination', `one of ${options.join(', ')}`);
}

function guessOf({ pagination, parameter }: Guess, setParameter = parameter): Paginator[] {
	const { guess }: Pagination = PAGINATIONS[pagination];
	return guess ? [guess(setParameter)] : [];
}
