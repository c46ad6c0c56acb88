import { wholeNumber } from '../../records/json';
import type { Reading } from '../reading';
import { addressIn, isLed, isZero, lastIdOf, saysNoMore, tokenOf } from './follow';
import { evidenceOf, isUsualSize } from './judge';
import type { PaginationField } from './paginationFields';
import { STRATEGIES } from './strategies';
import type { Candidate, Detected, Strategy, Walk } from './types';

/** Which strategies does a page show? */
export function detect(reading: Reading, walk: Walk): Detected {
	const { hasMore, total, totalPages, pageSize } = reading.totals;
	const candidates: Candidate[] = [];
	const weak: Candidate[] = [];
	const late: Candidate[] = [];
	let isClosed = false;
	for (const strategy of STRATEGIES) {
		if (!isBeside(strategy, reading)) continue;
		const shown = isLed(strategy) ? ledBy(strategy, reading) : countedBy(strategy, reading, walk);
		if (shown === 'closed') isClosed = true;
		else if (strategy.kind === 'lastId' && hasMore !== true) late.push(...shown);
		else (strategy.weak ? weak : candidates).push(...shown);
		// A link leaves nothing to guess: it is followed or refused.
		if (strategy.kind === 'link' && candidates.length > 0) {
			return { candidates, isClosed: false, isSilent: false };
		}
	}
	const [strongest] = candidates;
	// What is only counted comes after any token, however weak its name. A weak one yields to a cursor that is null.
	if (strongest && isLed(strongest)) candidates.push(...weak);
	else if (!isClosed) candidates.unshift(...weak);
	candidates.push(...late);
	const hasReason = candidates.some((one) => one.sure || isLed(one));
	const isCounted = [hasMore, total, totalPages, pageSize].some((one) => one !== undefined);
	return {
		// Where something leads on or says that there is more, nothing else is tried without a reason.
		candidates: candidates.filter(({ sure, place }) => sure || place || !hasReason),
		isClosed: isClosed && !candidates.some(({ sure }) => sure),
		isSilent: !isClosed && !isCounted && !candidates.some(({ place }) => place),
	};
}

const isBeside = ({ beside }: Strategy, { fields }: Reading): boolean =>
	beside.every((either) => either.split('|').some((at) => fields.find(at).length > 0));

/** By a link or token; `closed` if it says that this was all. */
function ledBy(strategy: Strategy, reading: Reading): Candidate[] | 'closed' {
	const { kind, at = '', to } = strategy;
	const found = reading.fields.find(at);
	const field = found.find((one) => leadsOn(one, strategy, reading));
	if (!field) return found.some(({ value }) => saysNoMore(value)) ? 'closed' : [];
	const candidate = { kind, at, place: field.path.join('.'), base: 0, sure: !isZero(field.value) };
	return to.map((words) => ({ ...candidate, parameter: spell(words, field) }));
}

/** By a page number, an offset or the last ID: what the page says of it, or else the usual ones where there is a reason. */
function countedBy({ kind, at, to, rare }: Strategy, reading: Reading, walk: Walk): Candidate[] {
	const { totals, records, query } = reading;
	const { more } = evidenceOf(reading, walk);
	const isCut = isUsualSize(records.length);
	if (kind === 'lastId') {
		if (!(more || isCut) || lastIdOf(reading) === undefined) return [];
		const free = to.filter((parameter) => !(parameter in query));
		return free.map((parameter) => ({ kind, parameter, base: 0, sure: more }));
	}
	const isNumber = ({ value }: PaginationField) => (wholeNumber(value) ?? -1) >= 0;
	const field = at === undefined ? undefined : reading.fields.find(at).find(isNumber);
	const hasCount = [totals.total, totals.totalPages, totals.pageSize].some(Boolean);
	const hasReason = at === undefined ? more || hasCount || isCut : field;
	if (!hasReason) return [];
	const isPage = kind === 'page';
	const before = isPage ? walk.pages - 1 : walk.position - records.length;
	const first = field ? (wholeNumber(field.value) ?? 0) - before : 0;
	// Some say 1 for the page that is asked for as 0, and the other way round. Where no page says its number, 1 is
	// asked for first: were it left out, a service that counts from 0 would lose it.
	// Any other number that nobody asked for is where the next page is, or where this one ends.
	const parameters = to
		.map((words) => spell(words, field))
		.filter((parameter) => field || mayCount(query[parameter]));
	const isAsked = parameters.some((parameter) => parameter in query);
	const other = isPage ? (first === 0 ? 1 : first - 1) : 0;
	const bases = new Set(first > 1 && !isAsked ? [other, first] : [first, other]);
	const place = field?.path.join('.');
	return [...bases].flatMap((base) =>
		parameters.map((parameter) => ({ kind, at, rare, place, base, parameter, sure: more })),
	);
}

/** A guess leaves alone what the list was asked for: `start` and `from` also are names of filters by date. */
const mayCount = (asked: string | undefined) => asked === undefined || /^[01]$/.test(asked);

/** Does a field lead to a next page, as a link or a token of this strategy? */
function leadsOn(
	{ path, value }: PaginationField,
	{ kind, at = '', to, text, weak }: Strategy,
	{ query }: Reading,
): boolean {
	if (saysNoMore(value)) return false;
	if (kind === 'link') {
		// `next` and `next_page` may also contain a token; any other link key only ever contains an address.
		const [above = '', key = ''] = ['', ...path].slice(-2);
		const isPlain = /^(x-|_)?next[-_]?(page)?$/i.test(key) && !/links?$|urls?$|pages$/i.test(above);
		return addressIn(value, !isPlain) !== undefined;
	}
	const token = tokenOf(value);
	if (token === undefined) return false;
	if (to[0] === '') return typeof value === 'object';
	if (text && wholeNumber(value) !== undefined) return false;
	// Only DynamoDB's key is an object; elsewhere an object contains the token deeper down.
	if (typeof value === 'object' && !/key$|searchafter/.test(at)) return false;
	return !(weak && Object.values(query).includes(token));
}

/**
 * Spells a request parameter in the style of the field: a service that gives `nextPageToken` takes `pageToken`, one
 * that gives `next_page_token` takes `page_token`. `=` is the field's own name; what is not plain words is as written.
 */
export function spell(words: string, field?: Pick<PaginationField, 'path'>): string {
	const key = nameOf(field).replace(/^[^A-Za-z0-9]+/, '');
	if (words === '=') return key;
	if (!/^[a-z]+( [a-z]+)*$/.test(words)) return words;
	if (key.includes('-')) return words.replaceAll(' ', '-');
	const isPascal = /^[A-Z]/.test(key);
	if (!isPascal && (key.includes('_') || !/[A-Z]/.test(key))) return words.replaceAll(' ', '_');
	const initials = isPascal ? /(?:^| )([a-z])/g : / ([a-z])/g;
	return words.replace(initials, (_, letter: string) => letter.toUpperCase());
}

/** `X-Next-Offset` belongs to a parameter as `next_offset` would: none is sent as `X-…`. */
function nameOf({ path }: Pick<PaginationField, 'path'> = { path: [] }): string {
	const key = path.at(-1) ?? '';
	return path[0] === 'header' ? key.replace(/^x-/i, '').replace(/-/g, '_').toLowerCase() : key;
}
