import { plainName } from '../../records/fieldNames';
import { wholeNumber } from '../../records/value';
import { PAGINATION_FIELDS, type WayKind } from '../../records/responseFields';
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
	/** What is set cannot be used. */
	problem?: ListProblem;
}

/** The ways to the next page: what was set manually applies, the rest is detected. */
export function candidatesOn(
	page: Reading,
	{ firstQuery, overrides }: Pick<OpenList, 'firstQuery' | 'overrides'>,
): Candidates {
	const { style, nextPath, parameter, firstPage } = overrides;
	if (style === 'none') return { ways: [], endsHere: false, hasLead: false, setParameters: [] };
	const shown = waysOfStyle(page, style);
	const { ways, ...found } = nextPath ? waysAt(page, nextPath, overrides, shown) : shown;
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
	return {
		...found,
		ways: all.filter((spec) => !isKept(spec)),
		hasLead: all.some(({ evidence }) => evidence === 'stated' || evidence === 'instead'),
		setParameters: [...new Set(all.filter(isKept).map((spec) => spec.parameter))],
	};
}

const WAYS: Record<WayKind, (spec: WaySpec) => Way> = {
	link: linkWay,
	cursor: cursorWay,
	page: pageWay,
	offset: offsetWay,
	lastId: lastIdWay,
};

export const wayBy = (spec: WaySpec): Way => WAYS[spec.kind](spec);

type Found = Pick<Candidates, 'ways' | 'endsHere' | 'problem'>;

/** If the pages have no cursor, a link may lead on, and the reverse. */
function waysOfStyle(page: Reading, style: WayKind | undefined): Found {
	const { ways, endsHere } = suggestedWays(page, style);
	const isLed = style === 'cursor' || style === 'link';
	if (!isLed || endsHere || ways.some(isStated)) return { ways, endsHere };
	const other = suggestedWays(page);
	const others = other.ways.filter(isStated).map(insteadOfSet);
	return { ways: [...ways, ...others], endsHere: other.endsHere };
}

const insteadOfSet = (way: WaySpec): WaySpec =>
	way.evidence === 'stated' ? { ...way, evidence: 'instead' } : way;

/** @param path as in 'Next Page Path'; `shown`: the ways without that path */
function waysAt(
	page: Reading,
	path: string,
	{ style, parameter }: ListOverrides,
	shown: Found,
): Found {
	const value = fieldAtPath(page.response, path)?.value;
	// A path that the first page does not have may be misspelled.
	if (value === undefined) {
		const ways = shown.ways.filter(({ evidence }) => style || evidence !== 'guess');
		return { ways: ways.map(insteadOfSet), endsHere: false };
	}
	if (isEndMarker(value)) return { ways: [], endsHere: /next/.test(plainName(path)) };
	const at = { path, base: 0, evidence: isZero(value) ? 'reported' : 'stated' } as const;
	if (style === 'link' || (!(style && parameter) && addressIn(value, false) !== undefined)) {
		const link: WaySpec = { ...at, kind: 'link', evidence: 'stated', parameter: '' };
		return { ways: [link], endsHere: false };
	}
	const key = path.split('.').slice(-1);
	const usual = PAGINATION_FIELDS.filter(
		({ kind, names }) => kind === 'cursor' && names[0]?.split('.').at(-1) === plainName(key.join()),
	).flatMap(({ sentAs }) => sentAs.filter(Boolean));
	const parameters = parameter ? [parameter] : usual.map((words) => spell(words, { path: key }));
	return {
		ways: parameters.map((one): WaySpec => ({ ...at, kind: 'cursor', parameter: one })),
		endsHere: false,
		problem: parameters.length === 0 ? listMessages.nowhereToSend(path) : undefined,
	};
}
