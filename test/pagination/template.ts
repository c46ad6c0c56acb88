/** How the pages of a service are written. */
import type { Reply } from './listService';

export interface Row {
	id?: string;
	title: string;
	project_id?: string;
}

/** One page, and what leads to the next one. */
export interface Window {
	items: Row[];
	/** The number or the offset of this page. */
	at: number;
	/** What is sent for the next page; null on the last one. */
	next: string | number | null;
	/** The URL of the next page, and the same without the origin; null on the last one. */
	link: string | null;
	path: string | null;
	more: boolean;
	total: number;
	pages: number;
	size: number;
}

/** The response of a page: as the service writes it, with names in brackets (headers, an empty line and JSON, or JSON alone), or made by code. */
export type Template = string | ((page: Window) => object | Reply);

/** What a response has in place of a name in brackets. What is undefined is left out. */
const VALUES: Readonly<Record<string, (page: Window) => unknown>> = {
	items: ({ items }) => items,
	'items in node': ({ items }) => items.map((node) => ({ node })),
	'items in user': ({ items }) => items.map((user) => ({ user })),
	count: ({ items }) => items.length,
	'last ID': ({ items }) => items.at(-1)?.id,
	at: ({ at }) => at,
	'at from 0': ({ at }) => at - 1,
	end: ({ at, items }) => at + items.length - 1,
	size: ({ size }) => size,
	total: ({ total }) => total,
	pages: ({ pages: count }) => count,
	more: ({ more }) => more,
	'more as 1 or 0': ({ more }) => (more ? 1 : 0),
	last: ({ more }) => !more,
	next: ({ next }) => next,
	'next?': ({ next }) => next ?? undefined,
	'next or empty': ({ next }) => next ?? '',
	'next always': ({ next }) => next ?? 'c_250',
	'offset and uri': ({ next, link }) => next && { offset: next, uri: link },
	link: ({ link }) => link,
	'link?': ({ link }) => link ?? undefined,
	'link header': ({ link }) => link && `<${link}>; rel="next"`,
	relation: ({ more }) => (more ? 'next' : 'last'),
	path: ({ path }) => path,
	'path?': ({ path }) => path ?? undefined,
	'start path?': ({ next }) => (next === null ? undefined : `/users?start=${next}`),
	'other path?': ({ path }) => path?.replace('/v1/users', '/services/data/v60.0/query'),
};

/** Stands for what is left out, alone or with the object around it. */
const GONE = 'gone';
const ALL_GONE = 'all gone';

export const templateOf = (response: string) => (page: Window) => {
	const [json = '', ...headers] = response.split('\n').filter(Boolean).reverse();
	const text = json.replace(/<([^<>!]+)(!?)>/g, (_, name: string, isNeeded: string) => {
		const value = VALUES[name]?.(page);
		if (isNeeded && value === null) return JSON.stringify(ALL_GONE);
		return JSON.stringify(value === undefined ? GONE : value);
	});
	const body: unknown = JSON.parse(text, (_, value: unknown) => {
		const isGone = value === GONE || Object.values(value ?? {}).includes(ALL_GONE);
		return isGone ? undefined : value;
	});
	return { body, headers: Object.fromEntries(headers.flatMap((line) => headerOf(line, page))) };
};

/** `Link: <link header>`, which is left out on the last page. */
function headerOf(line: string, page: Window): Array<[string, string]> {
	const at = line.indexOf(': ');
	const values = [...line.matchAll(/<([^<>]+)>/g)].map(([, name = '']) => VALUES[name]?.(page));
	if (values.some((value) => value === undefined || value === null)) return [];
	const text = line.slice(at + 2).replace(/<[^<>]+>/g, () => String(values.shift()));
	return [[line.slice(0, at), text]];
}

/** A list whose pages say this. */
export const saying = (...fields: string[]): string =>
	`{${['"tasks": <items>', ...fields].join(', ')}}`;
