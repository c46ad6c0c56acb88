import { plainName } from '../../records/fieldNames';
import { wholeNumber } from '../../records/json';
import { ok, reject, type Result } from '../../result';
import type { Reading } from '../page/reading';
import type { ListProblem, Reached, Way, ListOverrides } from '../types';
import { addressIn, fieldAtPath, isEndMarker, isZero } from './follow';
import { messages } from '../messages';
import { shownWays, type ShownWays, spell } from './shownWays';
import { STRATEGIES } from './strategies';

const NO_WAYS: ShownWays = { live: [], isClosed: false, possible: [], usual: [] };

/** The ways to the next page: what was set manually applies, the rest is detected. */
export function waysFrom(
	reading: Reading,
	reached: Reached,
	firstQuery: Readonly<Record<string, string>>,
	overrides: ListOverrides,
): Result<ShownWays, ListProblem> {
	const { style, nextPath, parameter, firstPage } = overrides;
	if (style === 'none') return ok(NO_WAYS);
	// The number of the first request, if the person sends one.
	const first = wholeNumber(firstQuery[parameter ?? '']);
	const apply = (ways: readonly Way[]): Way[] => {
		// The name of a parameter mostly says what it takes.
		const named = ways.filter((way) => way.parameter === parameter);
		return (named.length > 0 ? named : ways).map((way) => ({
			...way,
			// A link has none.
			parameter: way.parameter && (parameter ?? way.parameter),
			base: first ?? (way.kind === 'page' ? (firstPage ?? way.base) : way.base),
		}));
	};
	const shown = shownWays(reading, reached, parameter ? {} : firstQuery, style);
	const isLed = style === 'cursor' || style === 'link';
	const hasNone = isLed && shown.live.length === 0 && !shown.isClosed;
	// If the pages have no cursor, a link may lead on, and the reverse.
	const other = hasNone ? shownWays(reading, reached, firstQuery) : NO_WAYS;
	const ways = {
		live: apply(shown.live),
		isClosed: shown.isClosed || other.isClosed,
		possible: apply([...other.live, ...shown.possible]),
		usual: apply(shown.usual),
	};
	return nextPath ? waysAt(reading, nextPath, overrides, ways) : ok(ways);
}

/** @param place as in 'Next Page Path'; `elsewhere`: the ways without that path */
function waysAt(
	reading: Reading,
	place: string,
	{ style, parameter }: ListOverrides,
	elsewhere: ShownWays,
): Result<ShownWays, ListProblem> {
	const value = fieldAtPath(reading.page, place)?.value;
	// If it is missing on the first page, the list ends there, unless the path is misspelled.
	if (value === undefined) {
		const { live, possible, usual } = elsewhere;
		return ok({ ...NO_WAYS, possible: [...live, ...possible, ...(style ? usual : [])] });
	}
	if (isEndMarker(value)) return ok({ ...NO_WAYS, isClosed: value === null });
	const isLink =
		style === 'link' || (!(style && parameter) && addressIn(value, false) !== undefined);
	if (isLink) return ok({ ...NO_WAYS, live: [{ kind: 'link', place, base: 0, parameter: '' }] });
	const path = place.split('.');
	const name = plainName(path.at(-1) ?? '');
	const usual = STRATEGIES.filter(
		({ kind, field }) => kind === 'cursor' && field?.split('.').at(-1) === name,
	).flatMap((strategy) => strategy.parameters.filter(Boolean));
	const parameters = parameter
		? [parameter]
		: usual.map((words) => spell(words, { path: path.slice(-1) }));
	if (parameters.length === 0) return reject(messages.nowhereToSend(place));
	const ways = parameters.map((one): Way => ({ kind: 'cursor', place, base: 0, parameter: one }));
	return ok({ ...NO_WAYS, [isZero(value) ? 'possible' : 'live']: ways });
}

export const isSetManually = ({ style, nextPath, parameter }: ListOverrides): boolean =>
	[style, nextPath, parameter].some((set) => set !== undefined);
