import { offsets, pages, tokens, type Pager } from '../pages';
import { allRows, by, makeRows, services, type ListService, type Row } from './service';

/** The API key does not show every seventh record, or also a whole page in the middle. */
const isSeventh = ({ id }: Row) => Number(String(id).slice(1)) % 7 === 0;
const isHidden = (row: Row) => {
	const at = Number(String(row.id).slice(1));
	return isSeventh(row) || (at > 100 && at <= 200);
};

/** Pages 3 to 27 of 30 pages of ten. */
const isInTheMiddle = ({ id }: Row) => {
	const at = Number(String(id).slice(1));
	return at > 20 && at <= 270;
};

/** Pages without the records that are hidden. */
const hiding = (
	pager: Pager,
	isLeftOut: (row: Row) => boolean,
	kind: { expect?: ListService['expect']; paged?: readonly Row[]; size?: number } = {},
) => {
	const { paged = allRows } = kind;
	const shown: Pager = (asked) => {
		const page = pager(asked);
		// The rows of this file, whatever the pager is asked for.
		return { ...page, items: page.items.filter((row) => !isLeftOut(row as object as Row)) };
	};
	return by(shown, { ...kind, paged, rows: paged.filter((row) => !isLeftOut(row)) });
};

const rejectedPast = (status: number, body: unknown): ListService[] =>
	[200, 250].flatMap((count) =>
		services(
			by(pages(), {
				rows: makeRows(count),
				// Nobody asks for it where a page that is not full agrees with the total.
				expect: count === 250 || [400, 404, 422].includes(status) ? 'whole' : 'either',
			}),
			{
				[`the page after the last of ${count} records returns ${status} ${JSON.stringify(body)}`]:
					'tasks: $items | page: $at | per_page: 100 | total: $total',
			},
		).map((service) => ({
			...service,
			answer: (asked) =>
				Number(asked.query.page) > Math.ceil(count / 100)
					? { status, body }
					: service.answer(asked),
		})),
	);

/** A service that gives fewer records a page than are asked for. */
const capped =
	(pager: Pager, parameter: string): Pager =>
	(asked) =>
		pager({ ...asked, size: Math.min(Number(asked.query[parameter] ?? 20), 100) });

/** Totals, last pages and page sizes that do not say what they seem to. */
export const COUNTS: readonly ListService[] = [
	...services(by(pages('page', 0)), {
		'page and last_page both count from 0': { data: '$items', current_page: '$at', last_page: 2 },
		'last_page counts from 0 and the page is not given': { data: '$items', last_page: 2 },
		'page numbers from 0, with the number of pages': 'data: $items | page: $at | total_pages: 3',
	}),
	...services(by(pages()), {
		'last_page counts from 0 and page from 1': 'tasks: $items | current_page: $at | last_page: 2',
		'page numbers from 1, with nothing but the page': { tasks: '$items', page: '$at' },
		'total counts this page, with nothing else': { tasks: '$items', total: '$count' },
		'count counts this page, with nothing else': { tasks: '$items', count: '$count' },
		'total and number of pages count this page':
			'tasks: $items | page: $at | total: $count | total_pages: 1',
		'page is the number of the next page': { tasks: '$items', page: '$next' },
		'pagination.next has the number of the next page':
			'tasks: $items | pagination.next?: {"page": "$next", "limit": 100}',
		'per_page is larger than the page, without a total':
			'tasks: $items | page: $at | per_page: 500',
		'per_page is larger than the page, and total_pages follows from it':
			'tasks: $items | page: $at | per_page: 500 | total: 250 | total_pages: 1',
	}),
	...services(by(offsets()), {
		'offset is the end of this page': ({ at, count }) => ({
			tasks: '$items',
			offset: at + count,
			limit: 100,
		}),
		'total counts the records up to here': ({ at, count }) => ({
			tasks: '$items',
			offset: at,
			limit: 100,
			total: at + count,
		}),
		'total counts what is left': ({ at }) => ({ tasks: '$items', offset: at, total: 250 - at }),
		'total is capped at a whole page, with relation gte':
			'tasks: $items | offset: $at | total: {"value": 100, "relation": "gte"}',
		'total is capped at two pages': { tasks: '$items', offset: '$at', limit: 100, total: 200 },
		'total is smaller than one page': { tasks: '$items', offset: '$at', limit: 100, total: 50 },
		'total is the text 100+': { tasks: '$items', offset: '$at', total: '100+' },
		'total is -1 for unknown': { tasks: '$items', offset: '$at', total: -1 },
		'total is 0 for unknown': { tasks: '$items', offset: '$at', total: 0 },
		'total is an estimate that is too small':
			'tasks: $items | offset: $at | total: 180 | total_is_estimated: true',
		'limit is larger than the page, with the total':
			'tasks: $items | offset: $at | limit: 1000 | total: 250',
	}),
	...services(by(offsets(), { expect: 'either' }), {
		'total is an estimate that is too large':
			'tasks: $items | offset: $at | total: 300 | estimated: true',
		'total still counts three deleted records':
			'tasks: $items | offset: $at | limit: 100 | total: 253',
	}),
	...services(by(capped(offsets(), 'limit'), { pageSize: { parameter: 'limit', size: 500 } }), {
		'the page size is larger than the service allows': 'tasks: $items | offset: $at | limit: 500',
	}),
	...services(by(capped(pages(), 'per_page'), { pageSize: { parameter: 'per_page', size: 500 } }), {
		'the page size is larger than the service allows, with page numbers':
			'tasks: $items | page: $at',
	}),
	...services(hiding(offsets(), isSeventh), {
		'hidden records make pages shorter, with offset and limit':
			'tasks: $items | offset: $at | limit: 100',
	}),
	...services(hiding(pages(), isSeventh), {
		'hidden records make pages shorter, with page numbers and the page size':
			'tasks: $items | page: $at | per_page: 100',
	}),
	...services(hiding(pages(), isHidden), {
		'hidden records empty a page in the middle, with the number of pages':
			'tasks: $items | page: $at | total_pages: $pages',
	}),
	...services(hiding(tokens(), isHidden), {
		'hidden records empty a page in the middle, with a cursor':
			'tasks: $items | next_cursor: $next',
	}),
	...services(hiding(pages(), isInTheMiddle, { paged: makeRows(300), size: 10 }), {
		'25 pages in the middle are empty, with the number of pages':
			'tasks: $items | page: $at | total_pages: $pages',
	}),
	...rejectedPast(400, { error: { code: 'out_of_range', message: 'There is no such page' } }),
	...rejectedPast(404, { error: { code: 'not_found', message: 'There is no such page' } }),
	...rejectedPast(200, { error: { code: 'out_of_range', message: 'There is no such page' } }),
];
