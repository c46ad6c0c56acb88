import { badSetting } from '../transport/credentialFields';
import type { ListSettings } from '../transport/types';
import { inStyleOf } from './nextValues';
import type { Page } from './page';
import { GUESSES } from './pageFields';
import {
	BY_PAGE,
	BY_RECORD,
	countingPaginator,
	type Counting,
	guessedLastId,
	guessedOffset,
	guessedPages,
	ledPaginator,
	type Paginator,
} from './paginators';
import { haveFields, isNamed, type ResponseField, wholeNumber } from './responseFields';

/** An option of 'Pagination': how the page after the first one may be requested. */
interface Pagination {
	/**
	 * What the first page suggests, the likeliest first.
	 * @param setParameter 'Page Parameter', if it is set
	 */
	suggestedBy: (page: Page, setParameter: string | undefined) => Paginator[];
	/** A parameter is tried, although nothing suggests it. */
	guesses: (parameter: string) => Paginator[];
}

export type PaginationName = 'link' | 'cursor' | 'page' | 'offset' | 'lastId';

/** All ways to get the next page, the likeliest first. */
export const PAGINATIONS: Readonly<Record<PaginationName, Pagination>> = {
	// A link sends no parameter.
	link: { suggestedBy: (page) => ledPaginators(page, true, ''), guesses: () => [] },
	cursor: {
		suggestedBy: (page, setParameter) => ledPaginators(page, false, setParameter),
		guesses: () => [],
	},
	page: {
		suggestedBy: (page, setParameter) => countingPaginators(page, BY_PAGE, setParameter),
		guesses: guessedPages,
	},
	offset: {
		suggestedBy: (page, setParameter) => countingPaginators(page, BY_RECORD, setParameter),
		guesses: guessedOffset,
	},
	lastId: { suggestedBy: () => [], guesses: guessedLastId },
};

/** @throws UserError if an expression for 'Pagination' returned something else */
export function checkPagination({ style = 'none' }: ListSettings): void {
	const options = ['auto', ...Object.keys(PAGINATIONS), 'none'];
	if (!options.includes(style)) throw badSetting('Pagination', `one of ${options.join(', ')}`);
}

/**
 * How the page after the first one may be requested, the likeliest first. What the person has set applies.
 * @param mayGuess whether parameters are tried about which the page says nothing
 */
export function candidatesAfter(
	first: Page,
	{ style, parameter: setParameter }: ListSettings,
	mayGuess: boolean,
): Paginator[] {
	const allowed = Object.entries(PAGINATIONS).filter(
		([name]) => style === undefined || name === style,
	);
	const candidates = allowed.flatMap(([, { suggestedBy }]) => suggestedBy(first, setParameter));

	if (setParameter !== undefined) {
		candidates.push(...allowed.flatMap(([, { guesses }]) => guesses(setParameter)));
	} else if (mayGuess) {
		for (const [name, parameter, beside] of GUESSES) {
			const isAllowed = style === undefined || name === style;
			if (isAllowed && haveFields(first.fields, beside)) {
				candidates.push(...PAGINATIONS[name].guesses(parameter));
			}
		}
	}

	// What the person sends is not replaced.
	const { query } = first.request;
	return candidates.filter(({ parameter }) => parameter === setParameter || !(parameter in query));
}

/** What leads on: links, or tokens with each parameter that may take them. */
function ledPaginators(page: Page, isLink: boolean, setParameter: string | undefined): Paginator[] {
	const paginators: Paginator[] = [];
	for (const lead of page.nextValues) {
		if (lead.isLink !== isLink) continue;
		const parameters = setParameter === undefined ? lead.parameters : [setParameter];
		paginators.push(...parameters.map((parameter) => ledPaginator(lead, parameter)));
	}
	return paginators;
}

/** Fields that say which page this is, with each parameter that may take the next number. */
function countingPaginators(
	{ fields }: Page,
	counting: Counting,
	setParameter: string | undefined,
): Paginator[] {
	const paginators: Paginator[] = [];
	for (const row of counting.reportedIn) {
		const reported = fields.find((field) => isNamed(field, row.field) && positionIn(field) >= 0);
		if (!reported || !haveFields(fields, row.beside)) continue;

		const numbers = counting.firstNumbers(positionIn(reported));
		const sentAs = setParameter === undefined ? inStyleOf(reported, row.sentAs) : [setParameter];
		for (const parameter of sentAs) {
			for (const from of numbers) {
				paginators.push(countingPaginator(counting, parameter, from, reported));
			}
		}
	}
	return paginators;
}

const positionIn = ({ value }: ResponseField) => wholeNumber(value) ?? -1;
