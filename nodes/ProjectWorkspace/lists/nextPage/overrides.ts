import { plainName } from '../../records/fieldNames';
import { refuse } from '../messages';
import { ok, reject, type Result } from '../../result';
import type { Reading } from '../reading';
import type { ListOverrides, ListRefusal } from '../types';
import { detect, spell } from './detect';
import { addressIn, fieldAtPath, saysNoMore } from './follow';
import { STRATEGIES } from './strategies';
import type { Candidate, Detected, Walk } from './types';

type Choice = Result<Detected, ListRefusal>;

/** Where a style is set of which the pages show nothing. */
const USUAL_PARAMETER = { page: 'page', offset: 'offset', lastId: 'starting_after' };

/** The candidates after what was set manually: each part that is set wins, the rest is detected. */
export function choose(reading: Reading, walk: Walk, overrides: ListOverrides): Choice {
	const { style, nextPath, parameter, firstPage } = overrides;
	if (style === 'none') return only([], true);
	if (nextPath) return chooseFrom(reading, nextPath, overrides);
	const detected = detect(reading, walk);
	const found = detected.candidates.filter(({ kind }) => style === undefined || kind === style);
	const isShown = found.some(({ sure, place }) => sure || place);
	if ((style === 'page' || style === 'offset' || style === 'lastId') && !isShown) {
		// It is followed even where the pages show nothing of it.
		const base = style === 'page' ? (firstPage ?? 1) : 0;
		const set = { kind: style, parameter: parameter ?? USUAL_PARAMETER[style], base, sure: false };
		if (reading.records.length > 0) return only([set], false);
	}
	if (parameter && !style && found.length === 0 && !detected.isClosed) {
		return reject(refuse.nothingToSend(parameter));
	}
	const candidates = found.map((one) => ({
		...one,
		parameter: parameter || one.parameter,
		base: one.kind === 'page' ? (firstPage ?? one.base) : one.base,
	}));
	return ok({ ...detected, candidates });
}

const only = (candidates: Candidate[], isClosed: boolean): Choice =>
	ok({ candidates, isClosed, isSilent: false });

function chooseFrom(first: Reading, place: string, { style, parameter }: ListOverrides): Choice {
	const value = fieldAtPath(first.page, place)?.value;
	const isClosed = value === undefined || saysNoMore(value);
	const kind = style ?? (addressIn(value, false) === undefined ? 'cursor' : 'link');
	const candidate = {
		kind: kind === 'link' ? kind : 'cursor',
		place,
		base: 0,
		sure: !isClosed,
	} as const;
	if (kind === 'link') return only([{ ...candidate, parameter: '' }], isClosed);
	const path = place.split('.');
	const name = plainName(path.at(-1) ?? '');
	const known = STRATEGIES.filter(
		(one) => one.kind === 'cursor' && one.at?.split('.').at(-1) === name,
	);
	const usual = known.flatMap(({ to }) =>
		to.filter(Boolean).map((words) => spell(words, { path: path.slice(-1) })),
	);
	const parameters = parameter ? [parameter] : usual;
	if (parameters.length === 0) return reject(refuse.nowhereToSend(place));
	return only(
		parameters.map((one) => ({ ...candidate, parameter: one })),
		isClosed,
	);
}
