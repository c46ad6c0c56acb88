import type { ApiError } from '../errors';
import { urlOf } from '../transport/address';
import type { ApiRequest, ApiResponse, Client } from '../transport/types';
import { wholeNumber } from './responseFields';

/** How many pages of a list may be requested ahead. */
const MAX_AHEAD = 32;

/**
 * Requests pages, and those that follow where they are numbered. Each page still decides which one is next, so that a wrong
 * prediction only costs requests.
 */
export class Prefetch {
	private readonly requested = new Set<string>();
	private readonly responses = new Map<string, Promise<ApiResponse | ApiError>>();
	private isWrong = false;

	constructor(private readonly client: Client) {}

	/** Whether a page was read by this request. */
	hasRequested(request: ApiRequest): boolean {
		return this.requested.has(this.sortedUrl(request).href);
	}

	/**
	 * @param before the request of the page before
	 * @param pagesAhead how many pages probably follow
	 */
	async request(
		request: ApiRequest,
		before = request,
		pagesAhead = 0,
	): Promise<ApiResponse | ApiError> {
		const key = this.sortedUrl(request).href;
		this.requested.add(key);

		if (this.responses.size > 0 && !this.responses.has(key)) {
			this.responses.clear();
			this.isWrong = true;
		}

		const response = this.responses.get(key) ?? this.client.send(request);
		this.responses.delete(key);

		if (pagesAhead > 0 && !this.isWrong) this.requestAhead(request, before, pagesAhead);
		return await response;
	}

	private requestAhead(request: ApiRequest, before: ApiRequest, pages: number): void {
		const url = this.sortedUrl(request);
		const step = stepBetween(this.sortedUrl(before), url);
		if (!step) return;

		for (let page = 1; page <= pages && this.responses.size < MAX_AHEAD; page++) {
			url.searchParams.set(step.parameter, String(step.value + page * step.by));
			const key = url.href;
			if (this.responses.has(key)) continue;

			// Not every service reads a plus as a space.
			const next = url.origin + url.pathname + url.search.replaceAll('+', '%20');
			this.responses.set(key, this.client.send({ ...request, url: next }));
		}
	}

	/** The same for the same request, whatever the order of its parameters. */
	private sortedUrl(request: ApiRequest): URL {
		const url = new URL(urlOf(this.client.baseUrl, request));
		url.searchParams.sort();
		return url;
	}
}

/** The only parameter that differs, if it is a number that grows: a page number or an offset, also in a link. */
function stepBetween(
	before: URL,
	after: URL,
): { parameter: string; value: number; by: number } | undefined {
	for (const [parameter, text] of after.searchParams) {
		const value = wholeNumber(text) ?? 0;
		const by = value - (wholeNumber(before.searchParams.get(parameter)) ?? value);
		if (by <= 0) continue;

		const expected = new URL(before);
		expected.searchParams.set(parameter, text);
		return expected.href === after.href ? { parameter, value, by } : undefined;
	}
	return undefined;
}
