import { plainName } from '../../records/fieldNames';
import { wholeNumber } from '../../records/json';
import { PAGINATION_FIELDS } from '../../records/paginationFields';
import { ok, reject, type Result } from '../../result';
import { listMessages } from '../messages';
import type { Reading } from '../page/reading';
import type { ListOverrides, ListProblem } from '../types';
import { spell, suggestedWays, type SuggestedWays } from './candidates';
import { addressIn, fieldAtPath, isEndMarker, isZero } from './ledWay';
import { type WaySpec, wayBy } from './waySpec';
import type { Way } from './way';

/** A way that may be tried, and why. */
export interface Candidate {
	way: Way;
	/** The page has a link or token, reports where it is, or says nothing; or another list of the run has found it. */
	evidence: 'stated' | 'reported' | 'guess' | 'known';
	/** If this way is confirmed, the page after the first may still be another one. */
	nearer?: Way;
}

export interface Candidates {
	isClosed: boolean;
	/** The page has a link or cursor that leads on. */
	isLive: boolean;
	stated: Candidate[];
	reported: Candidate[];
	guesses: Candidate[];
	/** Parameters that the person has set, and that are therefore not tried. */
	kept: string[];
}

const NONE: Candidates = {
	isClosed: false,
	isLive: false,
	stated: [],
	reported: [],
	guesses: [],
	kept: [],
};

const NO_WAYS: SuggestedWays = { stated: [], isClosed: false, reported: [], guesses: [] };

/** The ways to the next page: what was set manually applies, the rest is detected. */
export function candidatesOn(
	reading: Reading,
	firstQuery: Readonly<Record<string, string>>,
	overrides: ListOverrides,
): Result<Candidates, ListProblem> {
	const { style, nextPath, parameter, firstPage } = overrides;
	if (style === 'none') return ok(NONE);
	const shown = suggestedWays(reading, style);
	const isLed = style === 'cursor' || style === 'link';
	const hasNone = isLed && shown.stated.length === 0 && !shown.isClosed;
	// If the pages have no cursor, a link may lead on, and the reverse.
	const other = hasNone ? suggestedWays(reading) : NO_WAYS;
	const elsewhere = {
		...shown,
		isClosed: shown.isClosed || other.isClosed,
		others: other.stated,
	};
	const found = nextPath ? waysAt(reading, nextPath, overrides, elsewhere) : ok(elsewhere);
	if (!found.ok) return found;
	const { isClosed, stated, others = [], reported, guesses } = found.value;
	// The number of the first request, if the person sends one.
	const first = wholeNumber(firstQuery[parameter ?? '']);
	const apply = (ways: readonly WaySpec[]): WaySpec[] => {
		// The name of a parameter mostly says what it takes.
		const named = ways.filter((way) => way.parameter === parameter);
		return (named.length > 0 ? named : ways).map((way) => ({
			...way,
			// A link has none.
			parameter: way.parameter && (parameter ?? way.parameter),
			base: first ?? (way.kind === 'page' ? (firstPage ?? way.base) : way.base),
			nearerBase: first === undefined && firstPage === undefined ? way.nearerBase : undefined,
		}));
	};
	const isKept = ({ parameter: name }: WaySpec) => name !== parameter && name in firstQuery;
	const candidates = (ways: readonly WaySpec[], evidence: Candidate['evidence']) =>
		ways.filter((spec) => !isKept(spec)).map((spec) => candidateBy(spec, evidence));
	const all = [stated, others, reported, guesses].map(apply);
	const [applied = [], fromOthers = [], counted = [], usual = []] = all;
	return ok({
		isClosed,
		isLive: applied.length + fromOthers.length > 0,
		stated: candidates(applied, 'stated'),
		reported: [...candidates(fromOthers, 'stated'), ...candidates(counted, 'reported')],
		guesses: candidates(usual, 'guess'),
		kept: [
			...new Set(
				all
					.flat()
					.filter(isKept)
					.map((spec) => spec.parameter),
			),
		],
	});
}

const candidateBy = (spec: WaySpec, evidence: Candidate['evidence']): Candidate => ({
	way: wayBy(spec),
	evidence,
	nearer: spec.nearerBase === undefined ? undefined : wayBy({ ...spec, base: spec.nearerBase }),
});

/** The same, and the ways by links and tokens of another style than the one that was set. */
type Elsewhere = SuggestedWays & { others?: WaySpec[] };

/** @param path as in 'Next Page Path'; `elsewhere`: the ways without that path */
function waysAt(
	reading: Reading,
	path: string,
	{ style, parameter }: ListOverrides,
	elsewhere: Elsewhere,
): Result<Elsewhere, ListProblem> {
	const value = fieldAtPath(reading.page, path)?.value;
	// A path that the first page does not have may be misspelled.
	if (value === undefined) {
		const { stated, others = [], reported, guesses } = elsewhere;
		return ok({
			...NO_WAYS,
			others: [...stated, ...others],
			reported,
			guesses: style ? guesses : [],
		});
	}
	const name = plainName(path.split('.').at(-1) ?? '');
	if (isEndMarker(value)) return ok({ ...NO_WAYS, isClosed: /next/.test(plainName(path)) });
	const isLink =
		style === 'link' || (!(style && parameter) && addressIn(value, false) !== undefined);
	if (isLink) return ok({ ...NO_WAYS, stated: [{ kind: 'link', path, base: 0, parameter: '' }] });
	const usual = PAGINATION_FIELDS.filter(
		({ kind, names }) => kind === 'cursor' && names[0]?.split('.').at(-1) === name,
	).flatMap(({ sentAs }) => sentAs.filter(Boolean));
	const parameters = parameter
		? [parameter]
		: usual.map((words) => spell(words, { path: path.split('.').slice(-1) }));
	if (parameters.length === 0) return reject(listMessages.nowhereToSend(path));
	const ways = parameters.map(
		(one): WaySpec => ({ kind: 'cursor', path, base: 0, parameter: one }),
	);
	return ok({ ...NO_WAYS, [isZero(value) ? 'reported' : 'stated']: ways });
}
