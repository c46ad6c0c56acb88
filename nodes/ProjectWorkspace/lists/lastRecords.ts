import type { JsonObject } from '../records/json';
import { candidatesOn } from './nextPage/overrides';
import type { OpenList } from './openList';
import type { CurrentPage } from './page/reading';

/**
 * The last records of a list that is only begun, where the service states a total and the pages are numbered. A sample:
 * there are none if the numbers lead nowhere.
 */
export async function lastRecords(list: OpenList, first: CurrentPage): Promise<JsonObject[]> {
	const { claims, firstQuery, overrides, manual, read } = list;
	const { missedTotal } = claims;
	if (missedTotal === undefined) return [];
	const found = candidatesOn(first.reading, firstQuery, overrides);
	const { reported = [], guesses = [] } = found.ok ? found.value : {};
	const [way] = [...reported, ...(manual === 'way' ? guesses : [])].filter((each) => each.way.last);
	const targets = (list.way ?? way?.way)?.last?.(missedTotal, list) ?? [];
	const pages = await Promise.all(targets.map(async (target) => await read(target)));
	return pages.flatMap((page) => (page.ok ? page.value.records : []));
}
