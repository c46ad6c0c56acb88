import type { ListSettings } from '../transport/types';
import { type Lead, spelledLike } from './leads';
import type { Page } from './page';
import { GUESSES, type Guess, NUMBERS, OFFSETS, type PositionRow } from './pageFields';
import {
	cursorPaginator,
	lastIdPaginator,
	linkPaginator,
	offsetPaginator,
	pagePaginator,
	type Paginator,
} from './paginators';
import { hasField, isNamed, type PageField, wholeNumber } from './responseFields';

/**
 * How the page after this one may be requested, the likeliest first. What the person has set applies.
 * @param mayGuess whether parameters are tried about which the page says nothing
 */
export function detect(
	{ info: { leads, fields }, request }: Page,
	{ style, parameter: set }: ListSettings,
	mayGuess: boolean,
): Paginator[] {
	const candidates = [
		...leads.flatMap((lead) => byLead(lead, set)),
		...NUMBERS.flatMap((row) => byPosition('page', row, fields, set)),
		...OFFSETS.flatMap((row) => byPosition('offset', row, fields, set)),
	];
	for (const guess of mayGuess || set !== undefined ? GUESSES : []) {
		const { beside = [] } = guess;
		const isLikely = beside.every((name) => hasField(fields, name));
		if (isLikely) candidates.push(...byGuess(guess, set));
	}

	return candidates.filter(({ kind, parameter }) => {
		// What the person sends is not replaced.
		const isTaken = parameter !== set && parameter in request.query;
		return !isTaken && (style === undefined || kind === style);
	});
}

/** @param set the parameter that the person has set, here and below */
function byLead(lead: Lead, set: string | undefined): Paginator[] {
	if (lead.kind === 'link') return [linkPaginator(lead)];
	if (set !== undefined) return [cursorPaginator(lead, set)];

	const { parameters } = lead;
	if (parameters.length === 0) return [cursorPaginator(lead, '')];
	return parameters.map((parameter) => cursorPaginator(lead, parameter));
}

/** Pages and offsets may be counted from elsewhere than they are reported. */
function byPosition(
	kind: 'page' | 'offset',
	{ field: row, beside, sentAs }: PositionRow,
	fields: readonly PageField[],
	set: string | undefined,
): Paginator[] {
	const field = fields.find((each) => isNamed(each, row) && positionIn(each) >= 0);
	if (!field || !hasField(fields, beside)) return [];

	const paginator = kind === 'page' ? pagePaginator : offsetPaginator;
	const firsts = firstsOf(kind, positionIn(field));
	const parameters = set === undefined ? spelledLike(field.path, sentAs) : [set];
	return parameters.flatMap((parameter) =>
		firsts.map((first) => paginator(parameter, first, field.at)),
	);
}

/** -1 if it is none. */
const positionIn = ({ value }: PageField): number => wholeNumber(value) ?? -1;

/** A number above 1 is more likely that of the next page, or the end of this one. */
function firstsOf(kind: 'page' | 'offset', reported: number): number[] {
	if (kind === 'offset') return reported > 1 ? [0, reported] : [reported, 0];
	return reported > 1 ? [reported - 1, reported] : [reported, 1 - reported];
}

function byGuess({ kind, sentAs }: Guess, parameter = sentAs): Paginator[] {
	if (kind === 'lastId') return [lastIdPaginator(parameter)];
	if (kind === 'offset') return [offsetPaginator(parameter, 0)];
	return [pagePaginator(parameter, 1), pagePaginator(parameter, 0)];
}
