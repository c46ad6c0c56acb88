import type { ApiError } from '../errors';
import type { ApiRequest, ApiResponse } from '../transport/types';
import { wholeNumber } from './page';

/** Pages of one list that may be requested ahead. */
const MAX_AHEAD = 32;

type Answer = Promise<ApiResponse | ApiError>;

/**
 * Requests pages, and those that will follow where they are numbered. Each page still decides which one is next, so that
 * a wrong prediction only costs requests.
 */
export class Prefetch {
	private readonly ahead = new Map<string, Answer>();
	private isWrong = false;

	constructor(
		private readonly baseUrl: string,
		private readonly send: (request: ApiRequest) => Answer,
	) {}

	/**
	 * @param before the request of the page before
	 * @param left how many pages probably follow after the requested one
	 */
	async request(
		request: ApiRequest,
		before?: ApiRequest,
		left = 0,
	): Promise<ApiResponse | ApiError> {
		const key = this.keyOf(request);
		if (this.ahead.size > 0 && !this.ahead.has(key)) {
			this.ahead.clear();
			this.isWrong = true;
		}
		const answer = this.ahead.get(key) ?? this.send(request);
		this.ahead.delete(key);
		if (before && !this.isWrong) this.requestAhead(request, before, left);
		return await answer;
	}

	private keyOf(request: ApiRequest): string {
		return keyOf(urlOf(this.baseUrl, request));
	}

	private requestAhead(request: ApiRequest, before: ApiRequest, left: number): void {
		const step = stepBetween(before, request);
		if (!step) return;
		for (let page = 1; page <= left && this.ahead.size < MAX_AHEAD; page++) {
			const next = withNumber(request, step.parameter, step.value + page * step.by);
			const key = this.keyOf(next);
			if (!this.ahead.has(key)) this.ahead.set(key, this.send(next));
		}
	}
}

/** The absolute URL of a request. */
export function urlOf(baseUrl: string, { url, path, query }: ApiRequest): string {
	if (url !== undefined) return url;
	const search = new URLSearchParams(query).toString();
	return `${baseUrl}${path}${search && `?${search}`}`;
}

/** The same for the same request, whatever the order of its parameters. */
export function keyOf(url: string): string {
	const sorted = new URL(url);
	sorted.searchParams.sort();
	return sorted.href;
}

/** Whether two requests in a row differ in one number only. */
export const isNumbered = (before: ApiRequest, request: ApiRequest): boolean =>
	stepBetween(before, request) !== undefined;

interface Step {
	parameter: string;
	value: number;
	by: number;
}

/** The only parameter that differs, if it is a number that grows: a page number or an offset, also in a link. */
function stepBetween(before: ApiRequest, request: ApiRequest): Step | undefined {
	const [old, now] = [parametersOf(before), parametersOf(request)];
	const names = new Set([...old.keys(), ...now.keys()]);
	const changed = [...names].filter((name) => old.get(name) !== now.get(name));
	const [parameter] = changed;
	if (parameter === undefined || changed.length > 1) return undefined;

	const from = wholeNumber(old.get(parameter));
	const value = wholeNumber(now.get(parameter));
	if (from === undefined || value === undefined || value <= from) return undefined;
	return { parameter, value, by: value - from };
}

function parametersOf({ url, query }: ApiRequest): Map<string, string> {
	if (url === undefined) return new Map(Object.entries(query));
	const { origin, pathname, searchParams } = new URL(url);
	return new Map([['', origin + pathname], ...searchParams]);
}

function withNumber(request: ApiRequest, parameter: string, number: number): ApiRequest {
	if (request.url === undefined) {
		return { ...request, query: { ...request.query, [parameter]: String(number) } };
	}
	const url = new URL(request.url);
	url.searchParams.set(parameter, String(number));
	return { ...request, url: url.href };
}
