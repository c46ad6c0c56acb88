import { ownId } from '../../records/fieldNames';
import { wholeNumber } from '../../records/value';
import {
	PAGINATION_FIELDS,
	type PaginationField,
	type WayKind,
} from '../../records/responseFields';
import type { PageField } from '../page/fields';
import type { Reading } from '../page/pageReader';
import { addressIn, isEndMarker, isZero, tokenOf } from './ledWay';
import type { WaySpec } from './way';

/** The page has a link or token that leads on. */
export const isStated = ({ evidence }: Pick<WaySpec, 'evidence'>) => evidence === 'stated';

/**
 * The ways to the next page that a page suggests, the likeliest of each evidence first.
 * @param style the only kind of ways
 * @returns `endsHere`: a link or token that leads on by its name is null, so this was all
 */
export function suggestedWays(reading: Reading, style?: WayKind) {
	const { fields } = reading;
	const ways: WaySpec[] = [];
	let endsHere = false;
	let hasStated = false;
	const isPresent = (either: string) =>
		either.split('|').some((name) => fields.findAnywhere(name).length > 0);
	for (const row of PAGINATION_FIELDS) {
		const { kind, names, says, sentAs, beside } = row;
		const [name] = names;
		if ((style && kind !== style) || !beside.every(isPresent)) continue;
		if (name === undefined) {
			ways.push(...usualWays(row, kind, reading));
			continue;
		}
		if (kind !== 'link' && kind !== 'cursor') {
			ways.push(...countedWays(name, row, kind, reading));
			continue;
		}
		// In an object of any name, only what leads on by its own name counts.
		const found = says === 'next' ? fields.findAnywhere(name) : fields.find(name);
		const field = found.find((one) => leadsOn(one, row, reading));
		if (!field) {
			endsHere ||=
				says === 'next' &&
				fields.find(name).some(({ value, holder }) => holder !== 'thing' && isEndMarker(value));
			continue;
		}
		// It may be where this page is, so it yields to a cursor that is null.
		if (says === 'position' && endsHere && !hasStated) continue;
		// A 0 is more likely the position of this page, so it is tried once.
		const isOnce = kind === 'cursor' && isZero(field.value);
		hasStated ||= !isOnce;
		const evidence = isOnce ? 'reported' : 'stated';
		const at = { kind, evidence, name, path: field.path.join('.'), base: 0 } as const;
		const specs = sentAs.map((words): WaySpec => ({ ...at, parameter: spell(words, field) }));
		// A link is followed or rejected, so nothing else is tried.
		if (kind === 'link') return { ways: specs, endsHere: false };
		ways.push(...(isOnce ? specs.slice(0, 1) : specs));
	}
	return { ways, endsHere: endsHere && !hasStated };
}

/** By the page number or offset on the page. */
function countedWays(
	name: string,
	{ sentAs }: PaginationField,
	kind: WayKind,
	{ fields, response: { query } }: Reading,
): WaySpec[] {
	const field = fields.findAnywhere(name).find(({ value }) => (wholeNumber(value) ?? -1) >= 0);
	if (!field) return [];
	const base = wholeNumber(field.value) ?? 0;
	// Some services report 1 for the page that is requested as 0, or the reverse. A higher number that was not requested
	// is more likely that of the next page, or the end of this one, so the other base comes first.
	const parameters = sentAs.map((words) => spell(words, field));
	const isAsked = parameters.some((parameter) => parameter in query);
	const other = kind === 'page' ? (base === 0 ? 1 : base - 1) : 0;
	const bases = new Set(base > 1 && !isAsked ? [other, base] : [base, other]);
	const at = { kind, evidence: 'reported', name, path: field.path.join('.') } as const;
	return parameters.flatMap((parameter) =>
		[...bases].map((each): WaySpec => ({ ...at, base: each, parameter })),
	);
}

/** Pages are counted from 1 or from 0, where page 2 is the third one: then page 1 is nearer. */
function usualWays({ sentAs }: PaginationField, kind: WayKind, reading: Reading): WaySpec[] {
	if (kind === 'lastId' && lastIdOf(reading) === undefined) return [];
	const counted: Array<Pick<WaySpec, 'base' | 'nearerBase'>> =
		kind === 'page' ? [{ base: 1, nearerBase: 0 }, { base: 0 }] : [{ base: 0 }];
	return sentAs.flatMap((parameter) =>
		counted.map((each): WaySpec => ({ kind, evidence: 'guess', parameter, ...each })),
	);
}

export function lastIdOf({ fields, records }: Reading): string | undefined {
	const stated = fields.find('lastid')[0]?.value;
	if (typeof stated === 'string' && stated !== '') return stated;
	const last = records.at(-1);
	const id = last && ownId(last);
	return id === undefined ? undefined : String(id);
}

/** Whether the value is a link or token by this row. */
function leadsOn(
	{ path, value }: PageField,
	{ kind, names: [name = ''], sentAs, says, noNumber }: PaginationField,
	{ response }: Reading,
): boolean {
	if (isEndMarker(value)) return false;
	if (kind === 'link') {
		// `next` and `next_page` may also contain a token; all other names of links contain a URL only.
		const [above = '', key = ''] = ['', ...path].slice(-2);
		const isPlain =
			/^(\w+:)?(x-|_)?next[-_]?(page)?$/i.test(key) && !/links?$|urls?$|pages$|view$/i.test(above);
		return addressIn(value, !isPlain) !== undefined;
	}
	const token = tokenOf(value);
	// A link under the same name
	const isLink = /^next(page)?$/.test(name) && addressIn(value, false) !== undefined;
	if (token === undefined || isLink) return false;
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
