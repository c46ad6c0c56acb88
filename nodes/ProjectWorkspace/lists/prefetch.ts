import { wholeNumber } from '../records/json';
import type { Walk } from './nextPage/types';
import type { Reading } from './reading';
import type { FetchPage, PageTarget } from './types';

/**
 * Pages asked for before their turn. Which page comes next is always decided by the pages, one after the other; this
 * only has it under way already, if the guess was right. A wrong guess costs the requests under way and nothing else.
 */
export interface Prefetch {
	/** The page for this target: under way already, or asked for now. */
	take: (target: PageTarget, coming: readonly PageTarget[]) => ReturnType<FetchPage>;
	/** A guess was wrong (the list shifted, a page was shorter): no more guesses. */
	hasGivenUp: () => boolean;
}

export function createPrefetch(ask: FetchPage, parallel: number): Prefetch {
	let waiting = new Map<string, ReturnType<FetchPage>>();
	let givenUp = false;
	return {
		hasGivenUp: () => givenUp,
		take: async (target, coming) => {
			const key = keyOfTarget(target);
			if (waiting.size > 0 && !waiting.has(key)) {
				waiting = new Map();
				givenUp = true;
			}
			for (const next of givenUp ? [target] : [target, ...coming]) {
				const nextKey = keyOfTarget(next);
				if (waiting.size < parallel && !waiting.has(nextKey)) waiting.set(nextKey, ask(next));
			}
			const asked = waiting.get(key) ?? ask(target);
			waiting.delete(key);
			return await asked;
		},
	};
}

/**
 * If two targets in a row differ in one whole number only, the ones after them are known. This covers page numbers,
 * offsets and numbered links alike.
 * @returns up to `count` targets after `to`
 */
export function continueSeries(from: PageTarget, to: PageTarget, count: number): PageTarget[] {
	const step = stepOf(from, to);
	if (!step) return [];
	return Array.from({ length: Math.max(0, count) }, (_, index) => {
		const value = String(step.value + (index + 1) * step.by);
		if ('query' in to) return { query: { ...to.query, [step.name]: value } };
		const url = new URL(to.url);
		url.searchParams.set(step.name, value);
		return { url: url.href };
	});
}

/**
 * How many pages are still to come, the next one included; 1 when the pages do not say.
 * The smallest of what is said: a page too few under way early costs nothing, one too many does.
 */
export function pagesLeft(
	{ totals: { total, totalPages }, fields, url }: Reading,
	{ pages, position, largest }: Walk,
	from: PageTarget,
	to: PageTarget,
): number {
	const left: number[] = [];
	if (totalPages !== undefined) left.push(totalPages - pages);
	if (total !== undefined) left.push(Math.ceil((total - position) / Math.max(1, largest)));
	const last = fields.find('header.link.last')[0]?.value;
	if (typeof last === 'string' && URL.canParse(last, url)) {
		const rest = stepOf(to, { url: new URL(last, url).href });
		const each = stepOf(from, to);
		if (rest && each && rest.name === each.name) left.push(1 + Math.floor(rest.by / each.by));
	}
	return left.length > 0 ? Math.min(...left) : 1;
}

/** The one parameter that counts, and by how much it grows. */
function stepOf(from: PageTarget, to: PageTarget) {
	const [before, after] = [parametersOf(from), parametersOf(to)];
	const names = [...new Set([...before.keys(), ...after.keys()])];
	const [name, second] = names.filter((one) => before.get(one) !== after.get(one));
	if (name === undefined || second !== undefined) return undefined;
	const [start, value] = [wholeNumber(before.get(name)), wholeNumber(after.get(name))];
	if (start === undefined || value === undefined || value <= start) return undefined;
	return { name, value, by: value - start };
}

function parametersOf(target: PageTarget): Map<string, string> {
	if ('query' in target) return new Map(Object.entries(target.query));
	const url = new URL(target.url);
	return new Map([['', url.origin + url.pathname], ...url.searchParams]);
}

/** The same target in any order of its parameters. */
export function keyOfTarget(target: PageTarget): string {
	if ('query' in target) return JSON.stringify(Object.entries(target.query).sort());
	const url = new URL(target.url);
	url.searchParams.sort();
	return url.href;
}
