import { wholeNumber } from '../../records/json';
import type { Reading } from '../reading';
import { addressIn, isLed, isZero, lastIdOf, saysNoMore, tokenOf } from './follow';
import { evidenceOf, isUsualSize } from './judge';
import type { Candidate, Walk } from './types';
import type { PaginationField } from './paginationFields';
import { STRATEGIES, type Strategy } from './strategies';

export interface Detected {
	/** The likeliest first. */
	candidates: Candidate[];
	/** A cursor or link is there and says that this was all. */
	isClosed: boolean;
	/** Nothing at all says how large the list is, where this page stands or how to go on. */
	isSilent: boolean;
}

/** Which strategies does a page show? */
export function detect(reading: Reading, walk: Walk): Detected {
	const { hasMore, total, totalPages, pageSize } = reading.totals;
	const candidates: Candidate[] = [];
	const weak: Candidate[] = [];
	const late: Candidate[] = [];
	let isClosed = false;
	for (const strategy of STRATEGIES) {
		if (!isBeside(strategy, reading)) continue;
		const shown = shownBy(strategy, reading, walk);
		if (shown === 'closed') isClosed = true;
		else if (strategy.kind === 'lastId' && hasMore !== true) late.push(...shown);
		else if (strategy.kind === 'cursor' && strategy.weak) weak.push(...shown);
		else candidates.push(...shown);
		// A link leaves nothing to guess: it is followed or refused.
		if (strategy.kind === 'link' && candidates.length > 0) {
			return { candidates, isClosed: false, isSilent: false };
		}
	}
	const [strongest] = candidates;
	// What is only counted comes after any token, however weak its name. A weak one yields to a cursor that is null.
	if (strongest && isLed(strongest.strategy)) candidates.push(...weak);
	else if (!isClosed) candidates.unshift(...weak);
	candidates.push(...late);
	const hasReason = candidates.some(({ sure, strategy }) => sure || isLed(strategy));
	const isCounted = [hasMore, total, totalPages, pageSize].some((one) => one !== undefined);
	return {
		// Where something leads on or says that there is more, nothing else is tried without a reason.
		candidates: candidates.filter(({ sure, read }) => sure || read || !hasReason),
		isClosed: isClosed && !candidates.some(({ sure }) => sure),
		isSilent: !isClosed && !isCounted && !candidates.some(({ read }) => read),
	};
}

function shownBy(strategy: Strategy, reading: Reading, walk: Walk): Candidate[] | 'closed' {
	const { more } = evidenceOf(reading, walk);
	const { totals, records } = reading;
	const isCut = walk.pages === 1 && isUsualSize(records.length);
	const label = (what: string, parameter: string) => what + (parameter && `, sent as ${parameter}`);
	switch (strategy.kind) {
		case 'link':
		case 'cursor':
		case 'spread': {
			const field = fieldOf(strategy.at, reading, (one) => leadsOn(one, strategy, reading));
			const { chosen, read } = field;
			if (!chosen) return field.isClosed ? 'closed' : [];
			const key = keyOf(chosen);
			const what = `${strategy.kind === 'link' ? 'link' : 'cursor'} in ${chosen.path.join('.')}`;
			const to = strategy.kind === 'cursor' ? strategy.to.map((one) => spell(one, key)) : [''];
			const common = { strategy, base: 0, read, sure: !isZero(chosen.value) };
			return to.map((parameter) => ({ ...common, parameter, label: label(what, parameter) }));
		}
		case 'lastId': {
			if (!(more || isCut) || lastIdOf(reading) === undefined) return [];
			const common = { strategy, base: 0, sure: more };
			return strategy.to.map((parameter) => ({
				...common,
				parameter,
				label: label('last ID', parameter),
			}));
		}
		case 'page':
		case 'offset': {
			const isPage = strategy.kind === 'page';
			const field = strategy.at === undefined ? undefined : fieldOf(strategy.at, reading, isNumber);
			if (field && !field.chosen) return [];
			const hasCount = [totals.total, totals.totalPages, totals.pageSize].some(Boolean);
			if (!field && !more && !(walk.pages === 1 && (hasCount || isCut))) return [];
			const before = isPage ? walk.pages - 1 : walk.position - records.length;
			const first = field?.chosen ? (wholeNumber(field.chosen.value) ?? 0) - before : 0;
			// Some say 1 for the page that is asked for as 0, and the other way round. Where no page says its number, 1 is
			// asked for first: were it left out, a service that counts from 0 would lose it.
			// Any other number that nobody asked for is where the next page is, or where this one ends.
			const key = field?.chosen ? keyOf(field.chosen) : '';
			const isAsked = strategy.to.some((to) => spell(to, key) in reading.query);
			const other = isPage ? (first === 0 ? 1 : first - 1) : 0;
			const bases = new Set(first > 1 && !isAsked ? [other, first] : [first, other]);
			const common = { strategy, read: field?.read, sure: more };
			return [...bases].flatMap((base) =>
				strategy.to.map((to) => {
					const parameter = spell(to, key);
					return {
						...common,
						base,
						parameter,
						label: label(isPage ? 'page number' : 'offset', parameter),
					};
				}),
			);
		}
	}
}

/** The first field that fits, and how to find the same one on later pages. */
function fieldOf(at: string, first: Reading, fits: (field: PaginationField) => boolean) {
	const found = first.fields.find(at);
	const chosen = found.find(fits);
	const place = chosen?.path.join('.');
	const read = ({ fields }: Reading) => {
		const again = fields.find(at);
		return again.find(({ path }) => path.join('.') === place) ?? again[0];
	};
	return { chosen, read, isClosed: found.some(({ value }) => saysNoMore(value)) };
}

const isNumber = ({ value }: PaginationField) => (wholeNumber(value) ?? -1) >= 0;

/** `X-Next-Offset` belongs to a parameter as `next_offset` would: none is sent as `X-…`. */
function keyOf({ path }: PaginationField): string {
	const key = path.at(-1) ?? '';
	if (path[0] !== 'header') return key;
	return key.replace(/^x-/i, '').replace(/-/g, '_').toLowerCase();
}

/** Does a field lead to a next page, as a link or a token of this strategy? */
function leadsOn(
	{ path, value }: PaginationField,
	strategy: Extract<Strategy, { kind: 'link' | 'cursor' | 'spread' }>,
	{ query }: Reading,
): boolean {
	if (saysNoMore(value)) return false;
	if (strategy.kind === 'link') {
		// `next` and `next_page` may also contain a token; any other link key only ever contains an address.
		const [above = '', key = ''] = ['', ...path].slice(-2);
		const isPlain = /^(x-|_)?next[-_]?(page)?$/i.test(key) && !/links?$|urls?$|pages$/i.test(above);
		return addressIn(value, !isPlain) !== undefined;
	}
	const token = tokenOf(value);
	if (token === undefined) return false;
	if (strategy.kind === 'spread') return typeof value === 'object';
	if (strategy.text && wholeNumber(value) !== undefined) return false;
	// Only DynamoDB's key is an object; elsewhere an object contains the token deeper down.
	if (typeof value === 'object' && !/key$|searchafter/.test(strategy.at)) return false;
	return !(strategy.weak && Object.values(query).includes(token));
}

function isBeside(strategy: Strategy, { fields }: Reading): boolean {
	const beside = ('beside' in strategy && strategy.beside?.split(' ')) || [];
	return beside.every((at) => fields.find(at).length > 0);
}

/**
 * Spells a request parameter in the style of the field: a service that gives `nextPageToken` takes `pageToken`, one
 * that gives `next_page_token` takes `page_token`. `=` is the field's own name; what is not plain words is as written.
 */
export function spell(words: string, like: string): string {
	const key = like.replace(/^[^A-Za-z0-9]+/, '');
	if (words === '=') return key;
	if (!/^[a-z]+( [a-z]+)*$/.test(words)) return words;
	if (key.includes('-')) return words.replaceAll(' ', '-');
	const isPascal = /^[A-Z]/.test(key);
	if (!isPascal && (key.includes('_') || !/[A-Z]/.test(key))) return words.replaceAll(' ', '_');
	const initials = isPascal ? /(?:^| )([a-z])/g : / ([a-z])/g;
	return words.replace(initials, (_, letter: string) => letter.toUpperCase());
}
