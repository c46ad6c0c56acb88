import { wholeNumber } from '../../records/json';
import type { PageField } from '../page/fields';
import type { Reading } from '../page/reading';
import { addressIn, isResponseDriven, isZero, lastIdOf, isEndMarker, tokenOf } from './follow';
import { STRATEGIES } from './strategies';
import type { Reached, Way } from '../types';
import type { Strategy } from './strategies';

/** The ways to the next page that a page suggests, each list with the likeliest first. */
export interface ShownWays {
	/** By a link or token: the service says that there is more. */
	live: Way[];
	/** A link or token is null, so this was all. */
	isClosed: boolean;
	/** By the page number or offset on the page, or by a field that may be a token. */
	possible: Way[];
	/** By the usual parameters, if nothing on the page suggests one. */
	usual: Way[];
}

/** @param firstQuery set by the person, and never replaced; `style`: the only kind of ways */
export function shownWays(
	reading: Reading,
	reached: Reached,
	firstQuery: Readonly<Record<string, string>>,
	style?: Way['kind'],
): ShownWays {
	const { fields } = reading;
	const shown: ShownWays = { live: [], isClosed: false, possible: [], usual: [] };
	for (const strategy of STRATEGIES) {
		const { kind, field: at, parameters, requires, ambiguous } = strategy;
		const isPresent = (either: string) =>
			either.split('|').some((name) => fields.findAnywhere(name).length > 0);
		if ((style && kind !== style) || !requires.every(isPresent)) continue;
		if (at === undefined) {
			shown.usual.push(...usualWays(strategy, reading, firstQuery));
			continue;
		}
		if (!isResponseDriven(strategy)) {
			shown.possible.push(...countedWays(strategy, reading, reached));
			continue;
		}
		const field = fields.findAnywhere(at).find((one) => leadsOn(one, strategy, reading));
		if (!field) {
			shown.isClosed ||= fields.find(at).some(({ value }) => isEndMarker(value));
			continue;
		}
		// An ambiguous name yields to a cursor that is null.
		if (ambiguous && shown.isClosed && shown.live.length === 0) continue;
		const way = { kind, field: at, place: field.path.join('.'), base: 0 };
		const ways = parameters.map((words): Way => ({ ...way, parameter: spell(words, field) }));
		// A link is followed or rejected, so nothing else is tried.
		if (kind === 'link') return { live: ways, isClosed: false, possible: [], usual: [] };
		// A 0 is more likely the position of this page, so it is tried once.
		if (isZero(field.value)) shown.possible.push(...ways.slice(0, 1));
		else shown.live.push(...ways);
	}
	return { ...shown, isClosed: shown.isClosed && shown.live.length === 0 };
}

/** By the page number or offset on the page. */
function countedWays(
	{ kind, field: at = '', parameters }: Strategy,
	reading: Reading,
	reached: Reached,
) {
	const { records, page } = reading;
	const { query } = page;
	const field = reading.fields
		.findAnywhere(at)
		.find(({ value }) => (wholeNumber(value) ?? -1) >= 0);
	if (!field) return [];
	const isPage = kind === 'page';
	const before = isPage ? reached.pages - 1 : reached.offset - records.length;
	const base = (wholeNumber(field.value) ?? 0) - before;
	// Some services report 1 for the page that is requested as 0, or the reverse. A higher number that was not requested
	// is more likely that of the next page, or the end of this one, so the other base comes first.
	const names = parameters.map((words) => spell(words, field));
	const isAsked = names.some((name) => name in query);
	const other = isPage ? (base === 0 ? 1 : base - 1) : 0;
	const bases = new Set(base > 1 && !isAsked ? [other, base] : [base, other]);
	const place = field.path.join('.');
	return names.flatMap((parameter) =>
		[...bases].map((each): Way => ({ kind, field: at, place, base: each, parameter })),
	);
}

function usualWays(
	{ kind, parameters }: Strategy,
	reading: Reading,
	firstQuery: Readonly<Record<string, string>>,
): Way[] {
	if (kind === 'lastId' && lastIdOf(reading) === undefined) return [];
	// Pages may be counted from 1 or 0.
	const bases = kind === 'page' ? [1, 0] : [0];
	return parameters
		.filter((parameter) => !(parameter in firstQuery))
		.flatMap((parameter) => bases.map((base) => ({ kind, parameter, base })));
}

/** Whether the value is a link or token of this strategy. */
function leadsOn(
	{ path, value }: PageField,
	{ kind, field = '', parameters, text, ambiguous }: Strategy,
	{ page }: Reading,
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
	const isLink = /^next(page)?$/.test(field) && addressIn(value, false) !== undefined;
	if (token === undefined || isLink) return false;
	if (parameters[0] === '') return typeof value === 'object';
	if (text && wholeNumber(value) !== undefined) return false;
	// Only DynamoDB's key is an object itself; other objects contain the token.
	if (typeof value === 'object' && !/key$|searchafter/.test(field)) return false;
	return !(ambiguous && Object.values(page.query).includes(token));
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
