import { continueSeries, keyOfTarget, stepOf } from './page/target';
import type { Reading } from './page/reading';
import type { FetchPage, PageTarget } from './page/types';
import type { Reached } from './nextPage/types';

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
 * The pages after the next one, as far as the page says that they exist: at most `max`. A page too few under way early
 * costs nothing, one too many does, so the smallest of what is said counts.
 */
export function pagesAhead(
	{ signs: { total, totalPages, largerNumber }, fields, url }: Reading,
	{ pages, position, largest }: Reached,
	{ from, to, max }: { from: PageTarget; to: PageTarget; max: number },
): PageTarget[] {
	const left: number[] = [];
	const count = /count|total/i.test(largerNumber?.name ?? '') ? largerNumber?.value : undefined;
	const records = total?.value ?? count;
	if (totalPages !== undefined) left.push(totalPages - pages);
	if (records !== undefined) left.push(Math.ceil((records - position) / Math.max(1, largest)));
	const last = fields.find('header.link.last')[0]?.value;
	if (typeof last === 'string' && URL.canParse(last, url)) {
		const rest = stepOf(to, { url: new URL(last, url).href });
		const each = stepOf(from, to);
		if (rest && each && rest.name === each.name) left.push(1 + Math.floor(rest.by / each.by));
	}
	return left.length === 0
		? []
		: continueSeries(from, to, Math.min(max, ...left.map((n) => n - 1)));
}
