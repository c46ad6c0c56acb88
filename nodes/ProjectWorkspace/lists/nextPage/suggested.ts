import { wholeNumber } from '../../records/json';
import type { PaginationField } from '../../records/paginationFields';
import type { PageField } from '../page/fields';
import type { Reading } from '../page/pageReader';
import { lastIdOf } from './countedWay';
import { addressIn, isEndMarker, isZero, tokenOf } from './ledWay';
import type { WaySpec } from './way';

/** The page has a link or token that leads on. */
export const isStated = ({ evidence }: Pick<WaySpec, 'evidence'>) => evidence === 'stated';

/** What a row of the table of fields suggests on a page that has its field, or has none of the usual ones. */
export type Suggest = (
	row: PaginationField,
	reading: Reading,
	/** A row before has said that this was all. */
	endsHere: boolean,
) => {
	ways: WaySpec[];
	/** A link or token that leads on by its name is null. */
	endsHere?: boolean;
	/** No other way is tried. */
	isOnly?: true;
};

/** A link is followed or rejected. */
export const linkWays: Suggest = (row, reading) => {
	const field = leadIn(row, reading, isLink);
	if (!field) return { ways: [], endsHere: isNull(row, reading) };
	const way = { ...specOf(row, field), kind: 'link', evidence: 'stated', parameter: '' } as const;
	return { ways: [way], isOnly: true };
};

export const cursorWays: Suggest = (row, reading, endsHere) => {
	const field = leadIn(row, reading, isToken);
	if (!field) return { ways: [], endsHere: isNull(row, reading) };
	// It may be where this page is, so it yields to a cursor that is null.
	if (row.says === 'position' && endsHere) return { ways: [] };
	// A 0 is more likely the position of this page, so it is tried once.
	const isOnce = isZero(field.value);
	const ways = row.sentAs.map((words): WaySpec => {
		const evidence = isOnce ? 'reported' : 'stated';
		return { ...specOf(row, field), kind: 'cursor', evidence, parameter: spell(words, field) };
	});
	return { ways: isOnce ? ways.slice(0, 1) : ways };
};

/**
 * Some services report 1 for the page that is requested as 0, or the reverse. Where none is reported, pages are counted
 * from 1 or from 0, where page 2 is the third one: then page 1 is nearer.
 */
export const pageWays: Suggest = (row, reading) =>
	row.names.length > 0
		? reported(row, reading, 'page', (base) => (base === 0 ? 1 : base - 1))
		: usual(row, 'page', [{ base: 1, nearerBase: 0 }, { base: 0 }]);

export const offsetWays: Suggest = (row, reading) =>
	row.names.length > 0
		? reported(row, reading, 'offset', () => 0)
		: usual(row, 'offset', [{ base: 0 }]);

export const lastIdWays: Suggest = (row, reading) =>
	lastIdOf(reading) === undefined ? { ways: [] } : usual(row, 'lastId', [{ base: 0 }]);

/** By the usual parameters. */
const usual = (
	{ sentAs }: PaginationField,
	kind: WaySpec['kind'],
	bases: ReadonlyArray<Pick<WaySpec, 'base' | 'nearerBase'>>,
): ReturnType<Suggest> => ({
	ways: sentAs.flatMap((parameter) =>
		bases.map((each): WaySpec => ({ kind, evidence: 'guess', parameter, ...each })),
	),
});

/** By the page number or offset on the page. */
function reported(
	row: PaginationField,
	{ fields, response: { query } }: Reading,
	kind: WaySpec['kind'],
	otherBase: (base: number) => number,
): ReturnType<Suggest> {
	const [name = ''] = row.names;
	const field = fields.findAnywhere(name).find(({ value }) => (wholeNumber(value) ?? -1) >= 0);
	if (!field) return { ways: [] };
	const base = wholeNumber(field.value) ?? 0;
	// A higher number that was not requested is more likely that of the next page, or the end of this one, so the other
	// base comes first.
	const parameters = row.sentAs.map((words) => spell(words, field));
	const isAsked = parameters.some((parameter) => parameter in query);
	const other = otherBase(base);
	const bases = new Set(base > 1 && !isAsked ? [other, base] : [base, other]);
	const at = { ...specOf(row, field), kind, evidence: 'reported' } as const;
	return {
		ways: parameters.flatMap((parameter) =>
			[...bases].map((each): WaySpec => ({ ...at, base: each, parameter })),
		),
	};
}

const specOf = ({ names: [name] }: PaginationField, { path }: PageField) => ({
	name,
	path: path.join('.'),
	base: 0,
});

/** The field whose value leads on. In an object of any name, only what leads on by its own name counts. */
const leadIn = (
	row: PaginationField,
	reading: Reading,
	isLead: (field: PageField, row: PaginationField, reading: Reading) => boolean,
) =>
	(row.says === 'next' ? reading.fields.findAnywhere : reading.fields.find)(
		row.names[0] ?? '',
	).find((field) => !isEndMarker(field.value) && isLead(field, row, reading));

const isNull = ({ says, names: [name = ''] }: PaginationField, { fields }: Reading) =>
	says === 'next' &&
	fields.find(name).some(({ value, holder }) => holder !== 'thing' && isEndMarker(value));

/** `next` and `next_page` may also contain a token; all other names of links contain a URL only. */
function isLink({ path, value }: PageField): boolean {
	const [above = '', key = ''] = ['', ...path].slice(-2);
	const isPlain =
		/^(\w+:)?(x-|_)?next[-_]?(page)?$/i.test(key) && !/links?$|urls?$|pages$|view$/i.test(above);
	return addressIn(value, !isPlain) !== undefined;
}

function isToken(
	{ value }: PageField,
	{ names: [name = ''], sentAs, says, noNumber }: PaginationField,
	{ response }: Reading,
): boolean {
	const token = tokenOf(value);
	// A link under the same name
	const isAddress = /^next(page)?$/.test(name) && addressIn(value, false) !== undefined;
	if (token === undefined || isAddress) return false;
	if (sentAs[0] === '') return typeof value === 'object';
	if (noNumber && wholeNumber(value) !== undefined) return false;
	// Only DynamoDB's key is an object itself; other objects contain the token.
	if (typeof value === 'object' && !/key$|searchafter/.test(name)) return false;
	// It may be what was sent.
	return says !== 'position' || !Object.values(response.query).includes(token);
}

/**
 * Spells a request parameter in the style of the field: `pageToken` for `nextPageToken`, `page_token` for
 * `next_page_token`. `=` is the field's own name; anything but plain words is kept as written.
 */
export function spell(words: string, field: Pick<PageField, 'path'>): string {
	const key = nameOf(field).replace(/^[^A-Za-z0-9]+/, '');
	if (words === '=') return key;
	if (!/^[a-z]+( [a-z]+)*$/.test(words)) return words;
	if (key.includes('-')) return words.replaceAll(' ', '-');
	const isPascal = /^[A-Z]/.test(key);
	if (!isPascal && (key.includes('_') || !/[A-Z]/.test(key))) return words.replaceAll(' ', '_');
	const initials = isPascal ? /(?:^| )([a-z])/g : / ([a-z])/g;
	return words.replace(initials, (_, letter: string) => letter.toUpperCase());
}

/** `X-Next-Offset` is treated like `next_offset`, because no parameter is called `X-…`. */
function nameOf({ path }: Pick<PageField, 'path'>): string {
	const key = (path.at(-1) ?? '').split(':').at(-1) ?? '';
	return path[0] === 'header' ? key.replace(/^x-/i, '').replace(/-/g, '_').toLowerCase() : key;
}
