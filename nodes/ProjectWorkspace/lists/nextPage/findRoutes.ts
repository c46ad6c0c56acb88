import { FAMILIES, type Family } from './families';
import { wholeNumber } from '../../records/json';
import type { Reading } from '../reading';
import {
	addressIn,
	lastIdOf,
	moreByCount,
	type Progress,
	type Route,
	saysNoMore,
	tokenOf,
} from './route';
import type { Sign } from './signs';
import { spell } from './spelling';

export interface FoundRoutes {
	/** The likeliest first. */
	routes: Route[];
	/** The service itself said that this was all. */
	statedEnd: boolean;
}

const AFTER_FIRST: Pick<Progress, 'pages'> = { pages: 1 };

/** Which ways on does the first answer show? */
export function findRoutes(first: Reading, families: readonly Family[] = FAMILIES): FoundRoutes {
	if (first.stated.more === false) return { routes: [], statedEnd: true };
	const progress = { ...AFTER_FIRST, received: first.records.length };
	const routes: Route[] = [];
	const weak: Route[] = [];
	let statedEnd = false;
	for (const family of families) {
		if (!isBeside(family, first)) continue;
		const claim = claimOf(family, first, progress);
		if (claim === 'end') statedEnd = true;
		else if (family.kind === 'cursor' && family.weak) weak.push(...claim);
		else routes.push(...claim);
		// A link leaves nothing to guess: it is followed or refused.
		if (family.kind === 'link' && routes.length > 0) return { routes, statedEnd: false };
	}
	if (statedEnd) return { routes: routes.filter(({ sure }) => sure), statedEnd };
	const [strongest] = routes;
	// What is only counted comes after any token, however weak its name.
	if (strongest && (strongest.family.kind === 'cursor' || strongest.family.kind === 'spread')) {
		return { routes: [...routes, ...weak], statedEnd };
	}
	return { routes: [...weak, ...routes], statedEnd };
}

function claimOf(family: Family, first: Reading, progress: Progress): Route[] | 'end' {
	switch (family.kind) {
		case 'link': {
			const read = signOf(
				family.at,
				first,
				(sign) => !saysNoMore(sign.value) && addressOf(sign) !== undefined,
			);
			if (read.chosen)
				return [
					{
						family,
						parameter: '',
						base: 0,
						read: read.again,
						sure: true,
						label: `link in ${read.words}`,
					},
				];
			return read.ended ? 'end' : [];
		}
		case 'cursor':
		case 'spread': {
			const read = signOf(family.at, first, (sign) => isToken(sign, family, first));
			// `offset: 0` is a position, and no end.
			const position = family.kind === 'cursor' && family.text;
			if (!read.chosen) return read.ended && !position ? 'end' : [];
			const key = keyOf(read.chosen);
			const parameters = family.kind === 'spread' ? [''] : family.to.map((to) => spell(to, key));
			return parameters.map((parameter) => {
				const label = `cursor in ${read.words}${parameter && `, sent as ${parameter}`}`;
				return { family, parameter, base: 0, read: read.again, sure: true, label };
			});
		}
		case 'lastId': {
			if (first.stated.more !== true || lastIdOf(first) === undefined) return [];
			return family.to.map((parameter) => ({
				family,
				parameter,
				base: 0,
				sure: true,
				label: `last ID, sent as ${parameter}`,
			}));
		}
		case 'page':
		case 'offset':
			return claimByNumber(family, first, progress);
	}
}

function claimByNumber(
	family: Extract<Family, { kind: 'page' | 'offset' }>,
	first: Reading,
	progress: Progress,
): Route[] | 'end' {
	const more = moreByCount(first, progress);
	const words = family.kind === 'page' ? 'page number' : 'offset';
	const route = (parameter: string, base: number, read?: Route['read']): Route => {
		const label = `${words}, sent as ${parameter}`;
		return { family, parameter, base, read, sure: more === true, label };
	};
	if (family.at === undefined) {
		if (more !== true) return [];
		// Nobody says whether pages count from 0 or 1. Page 1 is asked first: were it skipped, a
		// service that counts from 0 would lose it; a service that counts from 1 only repeats itself.
		const bases = family.kind === 'page' ? [0, 1] : [0];
		return family.to.flatMap((to) => bases.map((base) => route(spell(to, ''), base)));
	}
	const next = family.kind === 'page' && family.next === true;
	const read = signOf(
		family.at,
		first,
		({ value }) => (wholeNumber(value) ?? -1) >= (next ? 1 : 0),
	);
	if (!read.chosen) return next && read.ended ? 'end' : [];
	const number = wholeNumber(read.chosen.value) ?? 0;
	if (next)
		return family.to.map((to) => ({
			...route(spell(to, keyOf(read.chosen)), number - 1, read.again),
			sure: true,
		}));
	if (more === false) return 'end';
	return family.to.map((to) => route(spell(to, keyOf(read.chosen)), number, read.again));
}

/** The first sign that fits, and how to find the same one on later pages. */
function signOf(at: string, first: Reading, fits: (sign: Sign) => boolean) {
	const found = first.signs.find(at);
	const chosen = found.find(fits);
	const place = chosen?.path.join('.');
	const again = (reading: Reading) =>
		reading.signs.find(at).find(({ path }) => path.join('.') === place) ??
		reading.signs.find(at)[0];
	return { chosen, again, words: place ?? at, ended: found.some(({ value }) => saysNoMore(value)) };
}

/** `X-Next-Offset` belongs to a parameter as `next_offset` would: none is sent as `X-…`. */
function keyOf(sign: Sign | undefined): string {
	const key = sign?.path.at(-1) ?? '';
	return sign?.path[0] === 'header'
		? key.replace(/^x-/i, '').replace(/-/g, '_').toLowerCase()
		: key;
}

function addressOf({ path, value }: Sign): string | undefined {
	// `next` and `next_page` may also hold a token; any other link key only ever holds an address.
	const key = path.at(-1) ?? '';
	const plain =
		/^(x-|_)?next[-_]?(page)?$/i.test(key) && !/links?$|urls?$|pages$/i.test(path.at(-2) ?? '');
	return addressIn(value, !plain);
}

function isToken(sign: Sign, family: Family, first: Reading): boolean {
	const { value } = sign;
	const token = tokenOf(value);
	if (token === undefined || saysNoMore(value)) return false;
	if (family.kind === 'spread') return typeof value === 'object';
	if (family.kind !== 'cursor') return false;
	if (family.text && wholeNumber(value) !== undefined) return false;
	// Only DynamoDB's key is an object; elsewhere an object holds the token deeper down.
	if (typeof value === 'object' && !/key$|searchafter/.test(family.at)) return false;
	return !(family.weak && Object.values(first.query).includes(token));
}

function isBeside(family: Family, { signs }: Reading): boolean {
	const beside = 'beside' in family ? (family.beside ?? []) : [];
	return beside.every((at) => signs.find(at).length > 0);
}
