/** The building blocks of the list services in this folder: rows, windows over them, and links. */
import { linkTo, write, type Pager, type Template } from '../pages';
import { said } from '../said';

export interface Row {
	[field: string]: unknown;
	/** Unique: what a list contains is told by it, because IDs mislead in some of these services. */
	title: string;
}

export interface Asked {
	query: Record<string, string>;
	url: URL;
	/** How many requests came before this one. */
	index: number;
}

export interface Answer {
	/** 200 if left out. */
	status?: number;
	/** Text is sent as it is, anything else as JSON; undefined is an empty body. */
	body?: unknown;
	headers?: Record<string, string>;
}

export interface ListService {
	/** What it does, as the name of a test. */
	name: string;
	/**
	 * `whole`: a careful person can read all of it. `rejected`: nobody can. `either`: both are right. To be short
	 * without a message is never right.
	 */
	expect: 'whole' | 'rejected' | 'either';
	/** What a whole list contains, as a reader gives it. What comes and goes while it is read is not in it. */
	rows: readonly Row[];
	answer: (asked: Asked) => Answer;
	/** Words of the service that a refusal has to repeat. */
	says?: string;
	/** The most requests that reading it may take. */
	most?: number;
	/** What is set by hand; nothing if left out. */
	pageSize?: { parameter: string; size: number };
}

export function makeRows(count: number, field: (at: number) => object = idOf): Row[] {
	return Array.from({ length: count }, (_, index) => ({
		...field(index + 1),
		title: `Row ${index + 1}`,
	}));
}

export const idOf = (at: number) => ({ id: `t${at}` });

/** The window of a page number that counts from `base`. */
export function byPage<T>(rows: readonly T[], value: string | undefined, size = 100, base = 1) {
	const page = Number(value ?? base);
	const start = (page - base) * size;
	const items = start < 0 ? [] : rows.slice(start, start + size);
	return { page, items, more: start + size < rows.length, pages: Math.ceil(rows.length / size) };
}

export function byOffset<T>(rows: readonly T[], value: string | undefined, size = 100) {
	const offset = Number(value ?? 0);
	const items = rows.slice(offset, offset + size);
	return { offset, items, next: offset + items.length, more: offset + size < rows.length };
}

/** The window behind an opaque token: `c_100` starts at row 101. */
export function byToken<T>(rows: readonly T[], value: string | undefined, size = 100) {
	const start = value === undefined ? 0 : Number(value.replace(/^c_/, ''));
	const items = rows.slice(start, start + size);
	const more = start + size < rows.length;
	return { start, items, more, token: more ? `c_${start + size}` : null };
}

export const link = (url: URL, page: number) => linkTo(url, 'page', page);

export const allRows = makeRows(250);

interface Kind extends Partial<Omit<ListService, 'name' | 'answer'>> {
	pager: Pager;
	/** The page size, 100 if left out. */
	size?: number;
	/** What is paged, if it is not `rows`. */
	paged?: readonly Row[];
}

export const by = (pager: Pager, kind: Omit<Kind, 'pager'> = {}): Kind => ({ pager, ...kind });

/** Services that page in the same way, and the response of each; see `pages.ts` and, for texts, `said.ts`. */
export const services = (
	{ pager, size = 100, rows = allRows, paged = rows, expect = 'whole', ...kind }: Kind,
	templates: Record<string, Template<Row> | string>,
): ListService[] =>
	Object.entries(templates).map(([name, each]) => {
		const template = typeof each === 'string' ? Object.assign({}, ...said(each)) : each;
		return {
			name,
			expect,
			rows,
			...kind,
			answer: ({ query, url }) => write(template, pager({ rows: paged, query, url, size })),
		};
	});
