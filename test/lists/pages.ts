/**
 * Builds list services from data. A pager finds the page that a request asks for, and a template says how it is written:
 * in its texts, `$items`, `$next` and the other fields of `Window` stand for their values; `$next|x` is x on the last page
 * (null without it); a field whose name ends in `?` is left out of the last page.
 */

export interface Asked<T> {
	rows: readonly T[];
	query: Record<string, string>;
	url: URL;
	size: number;
}

/** One page of a list, and what leads to the next one; that is null on the last page. */
export interface Window<T = unknown> {
	items: T[];
	/** The number or offset of this page. */
	at: number;
	next: number | string | null;
	/** The address of the next page, and the same relative to the origin. */
	url: string | null;
	path: string | null;
	self: string;
	more: boolean;
	last: boolean;
	pages: number;
	total: number;
	/** How many records this page has. */
	count: number;
	size: number;
}

export type Pager = <T extends object>(asked: Asked<T>) => Window<T>;

/** The address of the request, with another value of a parameter. */
export function linkTo(url: URL, parameter: string, value: number | string): string {
	const next = new URL(url);
	next.searchParams.set(parameter, String(value));
	return next.href;
}

const windowAt =
	(
		parameter: string,
		/** Which record a page begins with, and what the service says of its place. */
		locate: <T extends object>(asked: Asked<T>) => { start: number; at: number },
		/** What is sent for the page that begins here. */
		nextOf: (page: { end: number; at: number; last: object | undefined }) => number | string,
	): Pager =>
	(asked) => {
		const { rows, url, size } = asked;
		const { start, at } = locate(asked);
		const items = start < 0 ? [] : rows.slice(start, start + size);
		const more = start + size < rows.length;
		const next = more ? nextOf({ end: start + items.length, at, last: items.at(-1) }) : null;
		const nextUrl = next === null ? null : new URL(linkTo(url, parameter, next));
		return {
			items,
			at,
			next,
			url: nextUrl && nextUrl.href,
			path: nextUrl && nextUrl.pathname + nextUrl.search,
			self: url.href,
			more,
			last: !more,
			pages: Math.ceil(rows.length / size),
			total: rows.length,
			count: items.length,
			size,
		};
	};

/** Pages by number. */
export const pages = (parameter = 'page', first = 1): Pager =>
	windowAt(
		parameter,
		({ query, size }) => {
			const at = Number(query[parameter] ?? first);
			return { start: (at - first) * size, at };
		},
		({ at }) => at + 1,
	);

/** Pages by the position of their first record. */
export const offsets = (parameter = 'offset', first = 0): Pager =>
	windowAt(
		parameter,
		({ query }) => {
			const at = Number(query[parameter] ?? first);
			return { start: at - first, at };
		},
		({ end }) => end + first,
	);

/** Pages by an opaque token: `c_100` is the page after 100 records, and any other text is ignored. */
export const tokens = (parameter = 'cursor'): Pager =>
	windowAt(
		parameter,
		({ query, size }) => {
			const start = Number(/^c_(\d+)$/.exec(query[parameter] ?? '')?.[1] ?? 0);
			return { start, at: 1 + start / size };
		},
		({ end }) => `c_${end}`,
	);

const idOf = (row: object | undefined) => String(row && 'id' in row ? row.id : '');

/** Pages by the ID of the last record before them. */
export const afterIds = (parameter: string): Pager =>
	windowAt(
		parameter,
		({ rows, query }) => {
			const id = query[parameter];
			const start = id === undefined ? 0 : rows.findIndex((row) => idOf(row) === id) + 1;
			return { start, at: start };
		},
		({ last }) => idOf(last),
	);

const PLACE = /\$([a-z]+)(?:\|(\w*))?/g;

function valueOf(page: Window, name: string, otherwise: string | undefined): unknown {
	if (!(name in page)) throw new TypeError(`A page has no $${name}`);
	return page[name as keyof Window] ?? otherwise ?? null; // the line above found it
}

function fillText(text: string, page: Window): unknown {
	const [place] = text.matchAll(PLACE);
	if (place?.[0] === text) return valueOf(page, place[1] ?? '', place[2]);
	return text.replaceAll(PLACE, (_, name: string, otherwise?: string) =>
		String(valueOf(page, name, otherwise)),
	);
}

/** The template with the values of a page. */
function fill(template: unknown, page: Window): unknown {
	if (typeof template === 'string') return fillText(template, page);
	if (Array.isArray(template)) return template.map((each) => fill(each, page));
	if (typeof template !== 'object' || template === null) return template;
	const fields = Object.entries(template)
		.filter(([name]) => page.more || !name.endsWith('?'))
		.map(([name, value]) => [name.replace(/\?$/, ''), fill(value, page)] as const);
	return Object.fromEntries(fields);
}

type Part<T> = object | ((page: Window<T>) => object);

/** What a service responds with: a body, or a body and headers. */
export type Template<T> = Part<T> | [body: Part<T> | '$items', headers: Part<T>];

/** The response with a page. */
export function write<T>(template: Template<T>, page: Window<T>) {
	const [body, headers] = Array.isArray(template) ? template : [template, {}];
	const filled = (part: Part<T> | '$items') =>
		fill(typeof part === 'function' ? part(page) : part, page);
	const fields = Object.entries(Object(filled(headers)));
	const texts = fields.map(([name, value]): [string, string] => [name, String(value)]);
	return { body: filled(body), headers: Object.fromEntries(texts) };
}
