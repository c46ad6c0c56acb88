import type { PageResponse, PageTarget } from '../../nodes/ProjectWorkspace/old/lists/page/target';
import { type GivePage, LIST_URL } from './collectList';

export interface Row {
	id: string;
	name: string;
}

export interface Answer {
	body: unknown;
	headers?: Record<string, string | undefined>;
}

/** `turn`: 1 for the first request */
export type Respond = (query: Record<string, string>, url: URL, turn: number) => Answer;

export function makeRows(count: number): Row[] {
	return Array.from({ length: count }, (_, index) => ({
		id: `u${index + 1}`,
		name: `User ${index + 1}`,
	}));
}

/** A service in memory that counts what it is asked and knows how many requests ran at once. */
export function fakeService(respond: Respond, listUrl = LIST_URL) {
	const asked: string[] = [];
	let underWay = 0;
	let most = 0;
	const fetchPage: GivePage = async (target: PageTarget): Promise<PageResponse> => {
		const url = new URL('url' in target ? target.url : listUrl);
		if ('query' in target) {
			for (const [name, value] of Object.entries(target.query)) url.searchParams.set(name, value);
		}
		const turn = asked.push(url.href);
		underWay += 1;
		most = Math.max(most, underWay);
		await Promise.resolve();
		await Promise.resolve();
		underWay -= 1;
		const query = Object.fromEntries(url.searchParams);
		const { body, headers = {} } = respond(query, url, turn);
		// Through JSON and back: what an answer is, and no object shared with the reader.
		const parsed: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
		const present = Object.entries(headers).filter(
			(entry): entry is [string, string] => entry[1] !== undefined,
		);
		return { body: parsed, headers: Object.fromEntries(present), query, url: url.href };
	};
	return { fetchPage, asked, mostAtOnce: () => most };
}
