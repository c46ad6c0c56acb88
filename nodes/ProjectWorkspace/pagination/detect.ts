import type { ListSettings } from '../transport/types';
import { inStyleOf, type NextValue } from './nextValues';
import type { Page } from './page';
import { type Guess, GUESSES, OFFSETS, PAGE_NUMBERS, type Row } from './pageFields';
import {
	cursorPaginator,
	lastIdPaginator,
	linkPaginator,
	offsetPaginator,
	pagePaginator,
	type Paginator,
} from './paginators';
import { haveFields, isNamed, type PageField, wholeNumber } from './responseFields';

/**
 * How the page after this one may be requested, the likeliest first. What the person has set applies.
 * @param mayGuess whether parameters are tried about which the page says nothing
 */
export function detect(
	{ info: { nextValues, fields }, request }: Page,
	{ style, parameter: setParameter }: ListSettings,
	mayGuess: boolean,
): Paginator[] {
	const candidates = [
		...nextValues.flatMap((value) => byNextValue(value, setParameter)),
		...PAGE_NUMBERS.flatMap((row) => byPosition('page', row, fields, setParameter)),
		...OFFSETS.flatMap((row) => byPosition('offset', row, fields, setParameter)),
	];

	if (mayGuess || setParameter !== undefined) {
		const likely = GUESSES.filter(({ beside }) => haveFields(fields, beside));
		candidates.push(...likely.flatMap((guess) => byGuess(guess, setParameter)));
	}

	return candidates.filter(({ kind, parameter }) => {
		// What the person sends is not replaced.
		const isTaken = parameter !== setParameter && parameter in request.query;
		return !isTaken && (style === undefined || kind === style);
	});
}

function byNextValue(value: NextValue, setParameter: string | undefined): Paginator[] {
	if (value.kind === 'link') return [linkPaginator(value)];

	const parameters = setParameter === undefined ? value.parameters : [setParameter];
	return parameters.map((parameter) => cursorPaginator(value, parameter));
}

/** Pages and offsets may be counted from elsewhere than they are reported. */
function byPosition(
	kind: 'page' | 'offset',
	row: Row,
	fields: readonly PageField[],
	setParameter: string | undefined,
): Paginator[] {
	const field = fields.find((each) => isNamed(each, row.field) && positionIn(each) >= 0);
	if (!field || !haveFields(fields, row.beside)) return [];

	const paginator = kind === 'page' ? pagePaginator : offsetPaginator;
	const firsts = firstsOf(kind, positionIn(field));

	const parameters = setParameter === undefined ? inStyleOf(field, row.sentAs) : [setParameter];
	return parameters.flatMap((parameter) =>
		firsts.map((first) => paginator(parameter, first, field.plainPath)),
	);
}

/** -1 if it is none. */
const positionIn = ({ value }: PageField): number => wholeNumber(value) ?? -1;

/** The number of the first page, or the offset of the first record: as it is reported, or as it may be counted. */
function firstsOf(kind: 'page' | 'offset', reported: number): number[] {
	const counted = kind === 'offset' ? 0 : Math.abs(reported - 1);
	// A number above 1 is more likely that of the next page, or the end of this one.
	return reported > 1 ? [counted, reported] : [reported, counted];
}

function byGuess({ kind, parameter: usual }: Guess, setParameter: string | undefined): Paginator[] {
	const parameter = setParameter ?? usual;
	if (kind === 'lastId') return [lastIdPaginator(parameter)];
	if (kind === 'offset') return [offsetPaginator(parameter, 0)];
	return [pagePaginator(parameter, 1), pagePaginator(parameter, 0)];
}
