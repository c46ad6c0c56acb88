import type { ListSettings } from '../transport/types';
import { type Lead, type Position, positionsIn } from './leads';
import type { Page } from './page';
import { GUESSES, type Guess } from './pageFields';
import {
	cursorPaginator,
	lastIdPaginator,
	linkPaginator,
	offsetPaginator,
	pagePaginator,
	type Paginator,
} from './paginators';
import { hasField } from './responseFields';

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
		...positionsIn(fields).flatMap((position) => byPosition(position, set)),
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
function byPosition(position: Position, set: string | undefined): Paginator[] {
	const { kind, value } = position;
	const paginator = kind === 'page' ? pagePaginator : offsetPaginator;
	const parameters = set === undefined ? position.parameters : [set];
	return parameters.flatMap((parameter) =>
		firstsOf(kind, value).map((first) => paginator(parameter, first, position)),
	);
}

/** A number above 1 is more likely that of the next page, or the end of this one. */
function firstsOf(kind: Position['kind'], reported: number): number[] {
	if (kind === 'offset') return reported > 1 ? [0, reported] : [reported, 0];
	if (reported > 1) return [reported - 1, reported];
	return [reported, 1 - reported];
}

function byGuess({ kind, sentAs }: Guess, parameter = sentAs): Paginator[] {
	if (kind === 'lastId') return [lastIdPaginator(parameter)];
	if (kind === 'offset') return [offsetPaginator(parameter, 0)];
	return [pagePaginator(parameter, 1), pagePaginator(parameter, 0)];
}
