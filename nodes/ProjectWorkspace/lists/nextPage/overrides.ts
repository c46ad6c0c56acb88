import { plainName } from '../../records/fieldNames';
import { ok, reject, type Result } from '../../result';
import type { Reading } from '../page/reading';
import type { ListProblem, Reached, Way, ListOverrides } from '../types';
import { addressIn, fieldAtPath, isEndMarker, isZero } from './follow';
import { messages } from '../messages';
import { shownWays, type ShownWays, spell, waysOf } from './shownWays';
import { STRATEGIES } from './strategies';

/** For a style that was set, if the pages show no parameter for it. */
const USUAL_PARAMETER = { page: 'page', offset: 'offset', lastId: 'starting_after' };

const NO_WAYS: ShownWays = { live: [], isClosed: false, possible: [], usual: [] };

/** The ways to the next page: what was set manually applies, the rest is detected. */
export function waysFrom(
	reading: Reading,
	reached: Reached,
	asked: Readonly<Record<string, string>>,
	overrides: ListOverrides,
): Result<ShownWays, ListProblem> {
	const { style, nextPath, parameter, firstPage } = overrides;
	if (style === 'none') return ok(NO_WAYS);
	if (nextPath) return waysAt(reading, nextPath, overrides);
	const shown = shownWays(reading, reached, asked);
	const set = (ways: readonly Way[]): Way[] =>
		ways
			.filter(({ kind }) => style === undefined || kind === style)
			.map((way) => ({
				...way,
				parameter: parameter ?? way.parameter,
				base: way.kind === 'page' ? (firstPage ?? way.base) : way.base,
			}));
	const usual = set(shown.usual);
	const isCounted = style === 'page' || style === 'offset' || style === 'lastId';
	// A style that is set is used even if the pages show no sign of it.
	const isUsed = isCounted && (parameter !== undefined || usual.length === 0);
	const own = isUsed && waysOf(style, [USUAL_PARAMETER[style]]);
	return ok({
		live: set(shown.live),
		isClosed: shown.isClosed && !isCounted,
		possible: set(shown.possible),
		usual: own ? set(own) : usual,
	});
}

/** @param place as in 'Next Page Path' */
function waysAt(
	reading: Reading,
	place: string,
	{ style, parameter }: ListOverrides,
): Result<ShownWays, ListProblem> {
	const value = fieldAtPath(reading.page, place)?.value;
	// If it is missing on the first page, the list ends there: the person has set that this field leads on.
	if (value === undefined || isEndMarker(value))
		return ok({ ...NO_WAYS, isClosed: value === null });
	const isLink = style === 'link' || (!style && addressIn(value, false) !== undefined);
	if (isLink) return ok({ ...NO_WAYS, live: [{ kind: 'link', place, base: 0, parameter: '' }] });
	const path = place.split('.');
	const name = plainName(path.at(-1) ?? '');
	const known = STRATEGIES.filter(
		({ kind, field }) => kind === 'cursor' && field?.split('.').at(-1) === name,
	);
	const usual = known.flatMap(({ parameters }) =>
		parameters.filter(Boolean).map((words) => spell(words, { path: path.slice(-1) })),
	);
	const parameters = parameter ? [parameter] : usual;
	if (parameters.length === 0) return reject(messages.nowhereToSend(place));
	const ways = parameters.map((one): Way => ({ kind: 'cursor', place, base: 0, parameter: one }));
	return ok({ ...NO_WAYS, [isZero(value) ? 'possible' : 'live']: ways });
}

/** Whether the person set how the next page is found. */
export const isSetManually = ({ style, nextPath, parameter }: ListOverrides): boolean =>
	[style, nextPath, parameter].some((set) => set !== undefined);
