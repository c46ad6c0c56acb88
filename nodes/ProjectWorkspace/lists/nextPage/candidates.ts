import { plainName } from '../../records/fieldNames';
import { wholeNumber } from '../../records/value';
import { PAGINATION_FIELDS, type WayKind } from '../../records/responseFields';
import { ok, reject, type Result } from '../../result';
import { type ListProblem, listMessages } from '../messages';
import type { Reading } from '../page/pageReader';
import { isStated, spell, suggestedWays } from './suggested';
import { lastIdWay, offsetWay, pageWay } from './countedWay';
import { addressIn, cursorWay, fieldAtPath, isEndMarker, isZero, linkWay } from './ledWay';
import { EVIDENCE, type ListOverrides, type OpenList, type Way, type WaySpec } from './way';

export interface Candidates {
	/** The likeliest first. */
	ways: WaySpec[];
	/** A link or cursor says that this was all. */
	endsHere: boolean;
	/** The page has a link or cursor that leads on. */
	hasLead: boolean;
	/** Parameters that the person has set, and that are therefore not tried. */
	setParameters: string[];
}

/** The ways to the next page: what was set manually applies, the rest is detected. */
export function candidatesOn(
	reading: Reading,
	{ firstQuery, overrides }: Pick<OpenList, 'firstQuery' | 'overrides'>,
): Result<Candidates, ListProblem> {
	const { style, nextPath, parameter, firstPage } = overrides;
	if (style === 'none') return ok({ ways: [], endsHere: false, hasLead: false, setParameters: [] });
	const shown = waysOfStyle(reading, style);
	const found = nextPath ? waysAt(reading, nextPath, overrides, shown) : ok(shown);
	if (!found.ok) return found;
	const { ways, endsHere } = found.value;
	// The number of the first request, if the person sends one.
	const first = wholeNumber(firstQuery[parameter ?? '']);
	// The name of a parameter mostly says what it takes.
	const named = ways.filter((way) => way.parameter === parameter);
	const all = ways
		.filter(
			(way) => named.includes(way) || !named.some(({ evidence }) => evidence === way.evidence),
		)
		.sort((a, b) => EVIDENCE.indexOf(a.evidence) - EVIDENCE.indexOf(b.evidence))
		.map((way) => ({
			...way,
			// A link has none.
			parameter: way.parameter && (parameter ?? way.parameter),
			base: first ?? (way.kind === 'page' ? (firstPage ?? way.base) : way.base),
			nearerBase: first === undefined && firstPage === undefined ? way.nearerBase : undefined,
		}));
	const isKept = ({ parameter: name }: WaySpec) => name !== parameter && name in firstQuery;
	return ok({
		ways: all.filter((spec) => !isKept(spec)),
		endsHere,
		hasLead: all.some(({ evidence }) => evidence === 'stated' || evidence === 'instead'),
		setParameters: [...new Set(all.filter(isKept).map((spec) => spec.parameter))],
	});
}

const WAYS: Record<WayKind, (spec: WaySpec) => Way> = {
	link: linkWay,
	cursor: cursorWay,
	page: pageWay,
	offset: offsetWay,
	lastId: lastIdWay,
};

export const wayBy = (spec: WaySpec): Way => WAYS[spec.kind](spec);

/** If the pages have no cursor, a link may lead on, and the reverse. */
function waysOfStyle(reading: Reading, style: WayKind | undefined) {
	const { ways, endsHere } = suggestedWays(reading, style);
	const isLed = style === 'cursor' || style === 'link';
	if (!isLed || endsHere || ways.some(isStated)) return { ways, endsHere };
	const other = suggestedWays(reading);
	const others = other.ways.filter(isStated).map(insteadOfSet);
	return { ways: [...ways, ...others], endsHere: other.endsHere };
}

const insteadOfSet = (way: WaySpec): WaySpec =>
	way.evidence === 'stated' ? { ...way, evidence: 'instead' } : way;

/** @param path as in 'Next Page Path'; `shown`: the ways without that path */
function waysAt(
	reading: Reading,
	path: string,
	{ style, parameter }: ListOverrides,
	shown: ReturnType<typeof suggestedWays>,
): Result<typeof shown, ListProblem> {
	const value = fieldAtPath(reading.response, path)?.value;
	// A path that the first page does not have may be misspelled.
	if (value === undefined) {
		const ways = shown.ways.filter(({ evidence }) => style || evidence !== 'guess');
		return ok({ ways: ways.map(insteadOfSet), endsHere: false });
	}
	const name = plainName(path.split('.').at(-1) ?? '');
	if (isEndMarker(value)) return ok({ ways: [], endsHere: /next/.test(plainName(path)) });
	const at = { path, base: 0, evidence: isZero(value) ? 'reported' : 'stated' } as const;
	const isLink =
		style === 'link' || (!(style && parameter) && addressIn(value, false) !== undefined);
	if (isLink)
		return ok({
			ways: [{ ...at, kind: 'link', evidence: 'stated', parameter: '' }],
			endsHere: false,
		});
	const usual = PAGINATION_FIELDS.filter(
		({ kind, names }) => kind === 'cursor' && names[0]?.split('.').at(-1) === name,
	).flatMap(({ sentAs }) => sentAs.filter(Boolean));
	const parameters = parameter
		? [parameter]
		: usual.map((words) => spell(words, { path: path.split('.').slice(-1) }));
	if (parameters.length === 0) return reject(listMessages.nowhereToSend(path));
	const ways = parameters.map((one): WaySpec => ({ ...at, kind: 'cursor', parameter: one }));
	return ok({ ways, endsHere: false });
}
