import type { ResourceName } from '../../catalogue';
import { isOfOthers, nameOfKey, plainName, RESOURCE_FIELDS } from '../../records/fieldNames';
import { wholeNumber } from '../../records/value';
import {
	fieldsThatSay,
	readFlag,
	saysByName,
	type Says,
	scalarText,
} from '../../records/responseFields';
import { readRemarks } from './beside';
import type { PageField, PageFields } from './fields';
import { LAST_LINK, readLastLink } from './lastLink';
import type { PageResponse } from './target';

/** What a page says about the whole list, apart from the next page's cursor or link. */
export interface Signs extends Pick<ReturnType<typeof readRemarks>, 'unsure' | 'more'> {
	hasMore?: boolean;
	total?: ReturnType<typeof readTotal>;
	totalPages?: number;
	/** The number of the last page, which may be counted from 0. */
	lastPage?: number;
	/** The link to the last page leads past this one. */
	isBeforeLast: boolean;
	pageSize?: number;
	largerNumber?: ReturnType<typeof readLargerNumber>;
}

/** The page size that a query asks for, if any. */
export const pageSizeIn = (query: Readonly<Record<string, string>>): number | undefined =>
	Object.entries(query)
		.filter(
			([name]) =>
				saysByName('size', plainName(name)) ||
				['size', 'top', 'first', 'max'].includes(plainName(name)),
		)
		.map(([, value]) => wholeNumber(value))[0];

/**
 * A field that repeats what was sent says nothing, as in `?done=true` and `"done": true`.
 * @param at where the page has its records, and how many; `read`: how many records came before
 */
export function readSigns(
	fields: PageFields,
	page: PageResponse,
	at: { path: readonly string[]; length: number; read: number; resource: ResourceName },
): Signs {
	const { length, resource } = at;
	const { query } = page;
	const stated = (says: Says) =>
		fieldsSaying(says, fields).filter(
			({ path, value }) => query[path.at(-1) ?? ''] !== scalarText(value),
		);
	const number = (says: Says, min: number) =>
		fieldsSaying(says, fields)
			.map(({ value }) => wholeNumber(value) ?? -1)
			.find((value) => value >= min);
	const flags = [
		...stated('more').map(({ value, noNumber, holder }) => ({
			holder,
			// The number of remaining records.
			more: ((wholeNumber(value) ?? 0) > 1 && !noNumber) || readFlag(value, noNumber),
		})),
		...stated('end').map(({ value, noNumber, holder }) => {
			const isLast = readFlag(value, noNumber);
			return { holder, more: isLast === undefined ? undefined : !isLast };
		}),
	];
	// Heroku uses ranges: https://devcenter.heroku.com/articles/platform-api-reference#ranges
	const hasRange = fields.find('header.nextrange').length > 0;
	const isPart = stated('part').some(
		({ value, holder }) => holder !== 'thing' && readFlag(value, true),
	);
	const isEnd = flags.some(({ more, holder }) => more === false && holder !== 'thing');
	// A flag that says there is more takes precedence.
	const hasMore =
		hasRange || isPart || flags.some(({ more }) => more) || (isEnd ? false : undefined);
	const total = readTotal(fields, length, resource);
	const remarks = readRemarks(page, at);
	const { counted } = remarks;
	const hasLastLink = [...fields.names].some((name) => LAST_LINK.test(name));
	const last = hasLastLink && length > 0 ? readLastLink(fields, page, length) : undefined;
	return {
		hasMore,
		total,
		totalPages: number('pages', 0) ?? remarks.pages,
		lastPage: number('lastPage', 0),
		isBeforeLast: last === true,
		pageSize: number('size', 1),
		largerNumber:
			(counted && { ...counted, counts: 'all' }) ??
			readLargerNumber(fields, length, { total, hasMore, resource }),
		unsure: remarks.unsure,
		// Any page but the first may have been requested in another way than the link.
		more: remarks.more ?? (last !== true && at.read === 0 ? last : undefined),
	};
}

/** How many records the whole list has, if a field is named so. A capped total is a lower bound; an estimated one is not used. */
function readTotal(
	fields: PageFields,
	records: number,
	resource: ResourceName,
): { value: number; is: 'exact' | 'capped' | 'estimated' } | undefined {
	const called = [
		...fields.find('total.value'),
		...fields.all.filter(
			({ path }) => saysByName('total', lastName(path)) && !isOfOthers(lastName(path), resource),
		),
	];
	// Content-Range: items 0-99/250 (PostgREST, react-admin); RFC 9110, section 14.4.
	const ranges = ['header.contentrange', 'header.xcontentrange'].flatMap(fields.find);
	const totals = [
		...called.map((field) => ({ field, value: totalIn(field.value) ?? -1 })),
		...ranges.map((field) => ({
			field,
			value: wholeNumber(/\/(\d+)\s*$/.exec(scalarText(field.value))?.[1]) ?? -1,
		})),
	];
	// A lower number than that of the page's records is not a total; an equal one may count only the page.
	const total =
		totals.find(({ value }) => value > records) ?? totals.find(({ value }) => value === records);
	return total && { value: total.value, is: kindOf(total.field, fields) };
}

/** A larger number is more likely a time or an ID. */
const MAX_COUNT = 10_000_000;

/** Objects of numbers about the list. */
const OF_COUNTS = /^(count|total|stat|statistic|number|figure|showing|displayed|shown)s?$/;

/** All that is said by a number which does not count records. */
const EXPLAINED: readonly Says[] = [
	'nothing',
	'size',
	'pages',
	'lastPage',
	'position',
	'token',
	'next',
];

/**
 * A number that is larger than that of the records and may be their total, or that counts those which follow.
 * @param stated what else the page says about its end
 */
function readLargerNumber(
	{ all, elsewhere }: PageFields,
	records: number,
	{ total, hasMore, resource }: { total?: object; hasMore?: boolean; resource: ResourceName },
): { name: string; value: number; counts?: 'all' | 'left' } | undefined {
	const isStated = total !== undefined || hasMore !== undefined;
	// What contradicts a total may be in any object.
	const numbers = [...all, ...elsewhere].flatMap(({ path, value, holder }) => {
		const name = lastName(path);
		const isElsewhere = holder === 'elsewhere';
		const isCalled = saysByName('count', name) || saysByName('total', name);
		// `counts.tasks`, `stats.total`
		const isInCounts =
			OF_COUNTS.test(nameOfKey(path.at(-2) ?? '')) &&
			(isCalled || RESOURCE_FIELDS[resource].some((noun) => noun === name));
		if (isElsewhere && total === undefined && !isInCounts) return [];
		const isNamed = isInCounts || isCalled;
		const isLeft = saysByName('left', name) && !isElsewhere;
		const count = (isNamed ? totalIn(value) : wholeNumber(value)) ?? 0;
		if (count <= (isLeft ? 0 : records) || count > MAX_COUNT) return [];
		const explains = (each: string) => EXPLAINED.some((says) => saysByName(says, each));
		if (name === 'count' && isSizeOfPages(path, count, all)) return [];
		const isOfAnother = isOfOthers(name, resource);
		if ((isStated && isOfAnother) || (isElsewhere ? path.map(nameOfKey) : [name]).some(explains))
			return [];
		// Next to the list, a total is judged as one: it may be an estimate, or ignored.
		const isTotal = saysByName('total', name) && !isElsewhere && !isOfAnother;
		const counts = isLeft ? 'left' : isNamed && !isTotal ? 'all' : undefined;
		const isNone = !counts && !isTotal && (isElsewhere || path[0] === 'header');
		return isNone ? [] : [{ name: path.join('.'), value: count, counts } as const];
	});
	return numbers.find(({ counts }) => counts) ?? numbers[0];
}

/** `paging: {"count": 100, "total": 7}` (Slack, LinkedIn): beside a smaller total, a count is the size of a page. */
const isSizeOfPages = (path: readonly string[], count: number, all: PageFields['all']): boolean =>
	/pag/.test(nameOfKey(path.at(-2) ?? '')) &&
	all.some(
		(other) =>
			other.path.slice(0, -1).join('.') === path.slice(0, -1).join('.') &&
			saysByName('total', lastName(other.path)) &&
			(totalIn(other.value) ?? count) < count,
	);

const lastName = (path: readonly string[]) => nameOfKey(path.at(-1) ?? '');

const fieldsSaying = (says: Says, fields: PageFields) =>
	fieldsThatSay(says).flatMap(({ names, noNumber, onlyNear }) =>
		names
			.flatMap(fields.find)
			.filter(({ holder }) => holder === 'pages' || !onlyNear)
			.map((field) => ({ ...field, noNumber })),
	);

/** `{"value": 10000, "relation": "gte"}` (Elasticsearch), `"10000+"`, `"~250"`, `total_is_estimated: true` … */
function kindOf({ path, value }: PageField, { all, findAnywhere }: PageFields) {
	const named = (pattern: RegExp) =>
		all.filter((field) => pattern.test(plainName(field.path.at(-1) ?? '')));
	const says = (pattern: RegExp, flag: boolean) =>
		named(pattern).some((field) => readFlag(field.value) === flag);
	const isCapped =
		named(/relation$|accuracy$/).some(({ value: relation }) =>
			/^(gte?|>=?|at_?least|lower_?bound)$/i.test(scalarText(relation)),
		) ||
		// Elasticsearch
		findAnywhere('shards.failed').some(({ value: failed }) => (wholeNumber(failed) ?? 0) > 0) ||
		/^\s*>|\+\s*$/.test(numberPart(value)) ||
		says(/capped|atleast|lowerbound|limited|limitreached/, true);
	if (isCapped) return 'capped';
	const isEstimate =
		/^\s*[~≈]/.test(numberPart(value)) ||
		/estimat|approx/i.test(path.join('.')) ||
		says(/estimat|approx|inexact/, true) ||
		says(/exact|accurate|exhaustive/, false);
	return isEstimate ? 'estimated' : 'exact';
}

/** `250`, `"~250"`, `"1,000+"`, `"1-50 of 120"`, `"65 tasks"` */
function totalIn(value: unknown): number | undefined {
	const [digits = '', ...words] = numberPart(value)
		.replace(/^[\s>=~≈]+/, '')
		.split(/\s+/);
	const isOfRecords = saysByName('total', `total${plainName(words.join(''))}`);
	return isOfRecords && /^[\d,]+\+?$/.test(digits)
		? wholeNumber(digits.replace(/[,+]/g, ''))
		: undefined;
}

/** The number in `"1-50 of 120"`. */
const numberPart = (value: unknown) => scalarText(value).split(' of ').at(-1) ?? '';
