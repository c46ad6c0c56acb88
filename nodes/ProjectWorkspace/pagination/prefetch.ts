import type { ApiError } from '../errors';
import { urlOf } from '../transport/request';
import type { ApiRequest, ApiResponse, Client } from '../transport/types';
import { wholeNumber } from './responseFields';

/** How many pages of a list may be requested ahead. */
const MAX_AHEAD = 32;

/** The request of the page before, and how many pages probably follow. */
export interface Ahead {
	before: ApiRequest;
	pages: number;
}

/**
 * Requests pages, and those that follow where they are numbered. Each page still decides which one is next, so that a wrong
 * prediction only costs requests.
 */
export class Prefetch {
	private readonly requested = new Set<string>();
	private readonly responses = new Map<string, Promise<ApiResponse | ApiError>>();
	private isWrong = false;

	constructor(private readonly client: Pick<Client, 'baseUrl' | 'send'>) {}

	/** Whether a page was read by this request. */
	hasRequested(request: ApiRequest): boolean {
		return this.requested.has(this.keyOf(request));
	}

	async request(request: ApiRequest, ahead?: Ahead): Promise<ApiResponse | ApiError> {
		const key = this.keyOf(request);
		this.requested.add(key);

		if (this.responses.size > 0 && !this.responses.has(key)) {
			this.responses.clear();
			this.isWrong = true;
		}
		const response = this.responses.get(key) ?? this.client.send(request);
		this.responses.delete(key);

		if (ahead && !this.isWrong) this.requestAhead(request, ahead);
		return await response;
	}

	private requestAhead(request: ApiRequest, { before, pages }: Ahead): void {
		const step = stepBetween(before, request);
		if (!step) return;

		for (let page = 1; page <= pages && this.responses.size < MAX_AHEAD; page++) {
			const next = withNumber(request, step.parameter, step.value + page * step.by);
			const key = this.keyOf(next);
			if (!this.responses.has(key)) this.responses.set(key, this.client.send(next));
		}
	}

	/** The same for the same request, whatever the order of its parameters. */
	private keyOf(request: ApiRequest): string {
		const url = new URL(urlOf(this.client.baseUrl, request));
		url.searchParams.sort();
		return url.href;
	}
}

/** Whether two requests in a row differ in a number only. */
export const isNumbered = (before: ApiRequest, request: ApiRequest): boolean =>
	stepBetween(before, request) !== undefined;

interface Step {
	parameter: string;
	value: number;
	by: number;
}

/** The only parameter that differs, if it is a number that grows: a page number or an offset, also in a link. */
function stepBetween(before: ApiRequest, request: ApiRequest): Step | undefined {
	const from = parametersOf(before);
	const to = parametersOf(request);
	const names = new Set([...from.keys(), ...to.keys()]);
	const [parameter, other] = [...names].filter((name) => from.get(name) !== to.get(name));
	if (parameter === undefined || other !== undefined) return undefined;

	const value = wholeNumber(to.get(parameter)) ?? 0;
	const by = value - (wholeNumber(from.get(parameter)) ?? value);
	return by > 0 ? { parameter, value, by } : undefined;
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
