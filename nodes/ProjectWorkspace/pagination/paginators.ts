import type { UserError } from '../errors';
import { anyId } from '../records/fields';
import { fieldAt } from '../records/value';
import type { ApiRequest } from '../transport/types';
import { followLink } from './links';
import { isZero, type Lead, type Page, type Position, wholeNumber } from './page';

/** How the pages of a list are requested. It knows nothing but the page that it is given. */
export interface Paginator {
	/**
	 * - `lead`: a link or a token in the response
	 * - `reported`: the response says where it is
	 * - `guess`: the parameter is a usual one
	 */
	from: 'lead' | 'reported' | 'guess';
	/** The parameter that it sends; empty for a link. */
	parameter: string;
	kind: 'link' | 'cursor' | 'page' | 'offset' | 'lastId';
	/** The request for the page after this one; undefined if nothing leads on; an error if a link must not be followed. */
	next: (page: Page) => ApiRequest | UserError | undefined;
	/** Whether this page says that it is the last one. */
	isEnd: (page: Page) => boolean;
	/** Whether a page that was requested after another one follows it, as far as its position says. */
	follows: (page: Page, before: Page) => boolean;
	/** For the hint. */
	describe: () => string;
}

/** The same request with other parameters. */
const withQuery = (
	{ request: { url: _, ...request } }: Page,
	query: Record<string, string>,
): ApiRequest => ({ ...request, query: { ...request.query, ...query } });

export function linkPaginator(lead: Lead): Paginator {
	return {
		kind: 'link',
		from: 'lead',
		parameter: '',
		next: (page) => linkOn(page, lead),
		isEnd: (page) => leadOn(page, lead) === undefined,
		follows: () => true,
		describe: () => `link in ${nameOf(lead)}`,
	};
}

function linkOn(page: Page, lead: Lead): ApiRequest | UserError | undefined {
	const link = leadOn(page, lead);
	if (!link) return undefined;
	const base = fieldAt(page.response.body, [...link.field.path.slice(0, -1), 'base'].join('.'));
	const url = followLink(link.value, page.url, typeof base === 'string' ? base : undefined);
	return typeof url === 'string' ? { ...page.request, url } : url;
}

export function cursorPaginator(lead: Lead, parameter: string): Paginator {
	const isSpread = parameter === '';
	return {
		kind: 'cursor',
		from: 'lead',
		parameter,
		next(page) {
			const token = leadOn(page, lead);
			if (!token) return undefined;
			return withQuery(page, isSpread ? textsIn(token) : { [parameter]: token.value });
		},
		isEnd(page) {
			const token = leadOn(page, lead);
			return token === undefined || isZero(token);
		},
		follows: () => true,
		describe: () => `cursor in ${nameOf(lead)}${isSpread ? '' : `, sent as ${parameter}`}`,
	};
}

/** MediaWiki's `continue` is an object of parameters. */
function textsIn({ field: { value } }: Lead): Record<string, string> {
	const entries = Object.entries(Object(value)).filter(([, text]) => typeof text !== 'object');
	return Object.fromEntries(entries.map(([name, text]) => [name, String(text)]));
}

/** The lead on this page. On a later page it may be in another place. */
function leadOn({ info: { leads } }: Page, { kind, field }: Lead): Lead | undefined {
	const same = leads.filter((lead) => lead.kind === kind);
	return (
		same.find((lead) => lead.field.at === field.at) ??
		same.find((lead) => lead.field.name === field.name)
	);
}

const nameOf = ({ field }: Lead): string => field.path.join('.');

/** @param first the number of the first page */
export function pagePaginator(parameter: string, first: number, position?: Position): Paginator {
	return {
		...counted('page', parameter, position),
		next: (page) =>
			withQuery(page, { [parameter]: String((sentIn(page, parameter) ?? first) + 1) }),
		// Some services report 1 for the page that is requested as 0: then the page after it reports 3.
		follows: (page, before) => growth(page, before, position) <= 1,
	};
}

/** @param first the offset of the first record */
export function offsetPaginator(parameter: string, first: number, position?: Position): Paginator {
	return {
		...counted('offset', parameter, position),
		next(page) {
			const from = sentIn(page, parameter);
			// The first guess requests the last known record once more, which shows that records are counted.
			const isConfirmed = position !== undefined || from !== undefined;
			const step = isConfirmed ? page.count : page.count - 1;
			return withQuery(page, { [parameter]: String((from ?? first) + Math.max(1, step)) });
		},
		follows: (page, before) => growth(page, before, position) <= before.count,
	};
}

/** By the ID of the last record. */
export function lastIdPaginator(parameter: string): Paginator {
	return {
		...counted('lastId', parameter),
		next(page) {
			const id = lastIdOn(page);
			return id === undefined ? undefined : withQuery(page, { [parameter]: id });
		},
		follows: () => true,
	};
}

/** Some services report it (OpenAI). */
function lastIdOn({ info: { fields }, records }: Page): string | undefined {
	const reported = fields.find(({ name }) => name === 'lastid')?.value;
	const last = records.at(-1);
	const id = typeof reported === 'string' ? reported : last && anyId(last);
	return id === undefined ? undefined : String(id);
}

const WORDS = { page: 'page number', offset: 'offset', lastId: 'last ID' } as const;

/** What all paginators have in common that count. They end where a page is past the end, and no page says that. */
const counted = (
	kind: keyof typeof WORDS,
	parameter: string,
	position?: Position,
): Pick<Paginator, 'kind' | 'from' | 'parameter' | 'isEnd' | 'describe'> => ({
	kind,
	from: position ? 'reported' : 'guess',
	parameter,
	isEnd: () => false,
	describe: () => `${WORDS[kind]}, sent as ${parameter}`,
});

const sentIn = ({ request }: Page, parameter: string): number | undefined =>
	wholeNumber(request.query[parameter]);

/** By how much the reported position has grown; 0 if it is not reported. */
function growth(page: Page, before: Page, position: Position | undefined): number {
	if (!position) return 0;
	const [from, to] = [before, page].map(({ info: { fields } }) =>
		wholeNumber(fields.find(({ at }) => at === position.field.at)?.value),
	);
	return from === undefined || to === undefined ? 0 : to - from;
}
