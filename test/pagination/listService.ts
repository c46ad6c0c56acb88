/** A list service in memory, and the client that reads it. */
import { ApiError } from '../../nodes/ProjectWorkspace/errors';
import { readList, type ListRequest } from '../../nodes/ProjectWorkspace/pagination/readList';
import { parseJson } from '../../nodes/ProjectWorkspace/records/json';
import { apiError } from '../../nodes/ProjectWorkspace/transport/failure';
import { refusalOf, urlOf } from '../../nodes/ProjectWorkspace/transport/address';
import type {
	ApiRequest,
	ApiResponse,
	Client,
	ListSettings,
} from '../../nodes/ProjectWorkspace/transport/types';
import { templateOf, type Row, type Template, type Window } from './template';

export const BASE_URL = 'https://api.example.com/v1';

export interface Reply {
	/** 200 if left out. */
	status?: number;
	/** An object, or JSON text. */
	body?: unknown;
	headers?: Record<string, string | undefined>;
	/** For a status of 400 and above: whether the response is JSON; true if left out. */
	isJson?: boolean;
}

export interface Asked {
	query: Record<string, string>;
	url: URL;
	/** 1 for the first request. */
	turn: number;
}

export type Respond = (asked: Asked) => Reply;

/** @param settings as in the credential under 'List Settings' */
export function listService(respond: Respond, settings: Partial<ListSettings> = {}) {
	const requests: URL[] = [];
	const responses: ApiResponse[] = [];
	let inFlight = 0;
	let mostInFlight = 0;

	async function send(request: ApiRequest) {
		const url = new URL(urlOf(BASE_URL, request));
		const refused = refusalOf(url.href, BASE_URL);
		if (refused) return apiError(refused, request);

		const turn = requests.push(url);
		inFlight += 1;
		mostInFlight = Math.max(mostInFlight, inFlight);
		await Promise.resolve();
		await Promise.resolve();
		inFlight -= 1;

		const query = Object.fromEntries(url.searchParams);
		const { status = 200, body, headers = {}, isJson = true } = respond({ query, url, turn });
		if (status >= 400) {
			return new ApiError(`HTTP ${status}`, 'Try again later.', {
				code: 'rejected',
				status,
				isJson,
			});
		}
		const entries = Object.entries(headers).filter(([, value]) => value !== undefined);
		const named = entries.map(([name, value]) => [name.toLowerCase(), String(value)]);
		const text = typeof body === 'string' ? body : JSON.stringify(body);
		const response: ApiResponse = {
			status,
			headers: Object.fromEntries(named) as Record<string, string>,
			body: text === undefined ? undefined : parseJson(text),
		};
		responses.push(response);
		return response;
	}

	const client: Client = {
		baseUrl: BASE_URL,
		address: 'example',
		keyKind: 'test',
		lists: { ignoreTotal: false, ...settings },
		hide: { inRecords: (value) => value, inMessages: (value) => value },
		send,
	};
	return { client, requests, responses, mostInFlight: () => mostInFlight };
}

/** What a list is asked for. */
export type Wanted = Partial<ListRequest> & { query?: Record<string, string> };

export function listRequest({
	query = {},
	resource = 'task',
	...wanted
}: Wanted = {}): ListRequest {
	return { resource, request: { method: 'GET', path: `/${resource}s`, query }, ...wanted };
}

/** What is read of a list, and what it took. */
export async function reading(respond: Respond, wanted?: Wanted, settings?: Partial<ListSettings>) {
	const service = listService(respond, settings);
	const list = await readList(service.client, listRequest(wanted));
	const { completeness } = list;
	return {
		...service,
		...list,
		ids: idsOf(list.records),
		is: completeness.is,
		/** Why it is not known whether that was all. */
		because: completeness.is === 'unknown' ? completeness.because : undefined,
		error: completeness.is === 'short' ? completeness.error : undefined,
	};
}

export const rowsOf = (count: number, from = 1): Row[] =>
	Array.from({ length: count }, (_, at) => ({ id: `t${from + at}`, title: `Task ${from + at}` }));

export const idsOf = (records: ReadonlyArray<{ id?: unknown }>): unknown[] =>
	records.map(({ id }) => id);

interface Paged {
	rows: readonly Row[];
	query: Record<string, string>;
	url: URL;
	size: number;
}

export type Pager = (paged: Paged) => Window;

/**
 * @param start which record a page begins with, by the value of its parameter
 * @param at what the page says of its place
 * @param next what is sent for the page after it
 */
const pagerBy =
	(
		parameter: string,
		start: (value: string | undefined, size: number, rows: readonly Row[]) => number,
		at: (start: number, size: number) => number,
		next: (end: number, size: number, rows: readonly Row[]) => string | number,
	): Pager =>
	({ rows, query, url, size }) => {
		const from = start(query[parameter], size, rows);
		const items = from < 0 ? [] : rows.slice(from, from + size);
		const more = from + size < rows.length;
		const sent = more ? next(from + size, size, rows) : null;
		const link = new URL(url);
		link.searchParams.set(parameter, String(sent));
		return {
			items,
			at: at(from, size),
			next: sent,
			link: more ? link.href : null,
			path: more ? link.pathname + link.search : null,
			more,
			total: rows.length,
			pages: Math.ceil(rows.length / size),
			size,
		};
	};

/** By page numbers, which are reported from elsewhere if `reported` says so. */
export const pages = (parameter = 'page', first = 1, reported = first): Pager =>
	pagerBy(
		parameter,
		(value = String(first), size) => (Number(value) - first) * size,
		(start, size) => start / size + reported,
		(end, size) => end / size + first,
	);

/** By the position of the first record. */
export const offsets = (parameter = 'offset', first = 0): Pager =>
	pagerBy(
		parameter,
		(value = String(first)) => Number(value) - first,
		(start) => start + first,
		(end) => end + first,
	);

/** By a token: `c_100` is the page after 100 records, and any other text is ignored. */
export const tokens = (parameter = 'cursor'): Pager =>
	pagerBy(
		parameter,
		(value = '') => Number(/^c_(\d+)$/.exec(value)?.[1] ?? 0),
		(start, size) => start / size + 1,
		(end) => `c_${end}`,
	);

/** By the ID of the last record before the page. */
export const afterIds = (parameter: string): Pager =>
	pagerBy(
		parameter,
		(id, _, rows) => (id === undefined ? 0 : rows.findIndex((row) => row.id === id) + 1),
		(start) => start,
		(end, _, rows) => String(rows[end - 1]?.id),
	);

/** A list of these rows, by default of 250, as a service writes it. */
export const paged =
	(pager: Pager, template: Template, rows: readonly Row[] = rowsOf(250), size = 100): Respond =>
	({ query, url }) => {
		const write = typeof template === 'string' ? templateOf(template) : template;
		const written = write(pager({ rows, query, url, size }));
		return 'headers' in written || 'status' in written ? written : { body: written };
	};

/** Usual templates. */
export const bare = '{"tasks": <items>}';
export const numbered = '{"tasks": <items>, "page": <at>, "total": <total>}';
export const withPage = '{"tasks": <items>, "page": <at>}';
export const withNext = '{"tasks": <items>, "next_cursor": <next>}';
export const withLink = '{"tasks": <items>, "next": <path>}';
