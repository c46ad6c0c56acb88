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
	{ style, parameter }: ListSettings,
	mayGuess: boolean,
): Paginator[] {
	const guesses = mayGuess || parameter !== undefined ? GUESSES : [];
	const candidates = [
		...leads.flatMap((lead) => byLead(lead, parameter)),
		...positionsIn(fields).flatMap((position) => byPosition(position, parameter)),
		...guesses
			.filter(({ beside = [] }) => beside.every((name) => hasField(fields, name)))
			.flatMap((guess) => byGuess(guess, parameter)),
	];
	return candidates.filter(({ kind, parameter: name }) => {
		// What the person sends is not replaced.
		const isTaken = name !== parameter && name in request.query;
		return !isTaken && (style === undefined || kind === style);
	});
}

/** @param parameter what the person has set, here and below */
function byLead(lead: Lead, parameter: string | undefined): Paginator[] {
	if (lead.kind === 'link') return [linkPaginator(lead)];
	const parameters = lead.parameters.length > 0 ? lead.parameters : [''];
	return parameters.map((name) => cursorPaginator(lead, parameter ?? name));
}

/**
 * Pages and offsets may be counted from elsewhere than they are reported. A number above 1 is more likely that of the next
 * page, or the end of this one.
 */
function byPosition(position: Position, parameter: string | undefined): Paginator[] {
	const { kind, value } = position;
	const names = parameter === undefined ? position.parameters : [parameter];
	const paginator = kind === 'page' ? pagePaginator : offsetPaginator;
	return names.flatMap((name) =>
		firstsOf(kind, value).map((first) => paginator(name, first, position)),
	);
}

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
