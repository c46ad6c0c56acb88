import { wholeNumber } from '../records/json';
import { keyOfTarget } from './seenRecords';
import type { Progress } from './progress';
import type { Reading } from './reading';
import type { Page, PageTarget } from './types';

export type Asked = { kind: 'page'; page: Page } | { kind: 'failed'; cause: unknown };
export type Ask = (target: PageTarget) => Promise<Asked>;

/**
 * Pages asked for before their turn. Which page comes next is always decided by the answers, one
 * after the other; this only has it under way already, if the guess was right. A wrong guess costs
 * the requests under way and nothing else.
 */
export interface Prefetch {
	/** The page for this target: under way already, or asked for now. */
	take: (target: PageTarget, coming: readonly PageTarget[]) => Promise<Asked>;
	/** A guess was wrong (the list shifted, a page was shorter): no more guesses. */
	hasGivenUp: () => boolean;
}

export function createPrefetch(ask: Ask, parallel: number): Prefetch {
	let waiting: Array<{ key: string; asked: Promise<Asked> }> = [];
	let givenUp = false;
	const send = (target: PageTarget) => {
		waiting.push({ key: keyOfTarget(target), asked: ask(target) });
	};
	return {
		hasGivenUp: () => givenUp,
		take: async (target, coming) => {
			if (waiting.length > 0 && waiting[0]?.key !== keyOfTarget(target)) {
				waiting = [];
				givenUp = true;
			}
			if (waiting.length === 0) send(target);
			if (!givenUp) {
				const known = new Set(waiting.map(({ key }) => key));
				for (const next of coming) {
					if (waiting.length >= parallel) break;
					if (!known.has(keyOfTarget(next))) send(next);
				}
			}
			const first = waiting.shift();
			return await (first ? first.asked : ask(target));
		},
	};
}

/**
 * Continues a series: if two targets in a row differ in one whole number only, the ones after them
 * are known. This covers page numbers, offsets and numbered links alike.
 * @returns up to `count` targets after `to`
 */
export function continueSeries(from: PageTarget, to: PageTarget, count: number): PageTarget[] {
	const series = stepOf(from, to);
	if (!series) return [];
	const targets: PageTarget[] = [];
	for (let index = 1; index <= count; index++) {
		targets.push(withNumber(to, series.name, series.value + index * series.step));
	}
	return targets;
}

/** The one parameter that counts, where it stands, and by how much it grows. */
function stepOf(from: PageTarget, to: PageTarget) {
	const before = parametersOf(from);
	const after = parametersOf(to);
	if (before.place !== after.place) return undefined;
	const names = [...new Set([...before.values.keys(), ...after.values.keys()])];
	const changed = names.filter((name) => before.values.get(name) !== after.values.get(name));
	const [name] = changed;
	if (name === undefined || changed.length !== 1) return undefined;
	const start = wholeNumber(before.values.get(name));
	const value = wholeNumber(after.values.get(name));
	if (start === undefined || value === undefined || value <= start) return undefined;
	return { name, value, step: value - start };
}

function parametersOf(target: PageTarget): { place: string; values: Map<string, string> } {
	if ('query' in target) return { place: '', values: new Map(Object.entries(target.query)) };
	const url = new URL(target.url);
	return { place: url.origin + url.pathname, values: new Map(url.searchParams) };
}

function withNumber(target: PageTarget, name: string, value: number): PageTarget {
	if ('query' in target) return { query: { ...target.query, [name]: String(value) } };
	const url = new URL(target.url);
	url.searchParams.set(name, String(value));
	return { url: url.href };
}

/**
 * How many pages are still to come, the next one included; 1 when the pages do not say.
 * The smallest of what is stated: a page too few under way early costs nothing, one too many does.
 */
export function pagesLeft(
	{ totals, fields, url }: Reading,
	{ pages, position, largest }: Progress,
	from: PageTarget,
	to: PageTarget,
): number {
	const left: number[] = [];
	if (totals.totalPages !== undefined) left.push(totals.totalPages - pages);
	if (totals.total !== undefined)
		left.push(Math.ceil((totals.total - position) / Math.max(1, largest)));
	const last = fields.find('header.link.last')[0]?.value;
	if (typeof last === 'string' && URL.canParse(last, url)) {
		const rest = stepOf(to, { url: new URL(last, url).href });
		const each = stepOf(from, to);
		if (rest && each && rest.name === each.name) left.push(1 + Math.floor(rest.step / each.step));
	}
	return left.length > 0 ? Math.min(...left) : 1;
}
