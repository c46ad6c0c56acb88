import type { ResourceName } from '../../catalogue';
import { isOfOthers, plainName, RESOURCE_FIELDS } from '../../records/fieldNames';
import {
	fieldsThatSay,
	readFlag,
	saysByName,
	type Says,
	scalarText,
} from '../../records/responseFields';
import { wholeNumber } from '../../records/value';
import type { PageField, PageFields } from './fields';
import { LAST_LINK, readLastLink } from './links';
import { readRemarks, remarkName } from './remarks';
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

/** A field that repeats what was sent says nothing, as in `?done=true` and `"done": true`. */
export function readSigns(
	fields: PageFields,
	page: PageResponse,
	records: Parameters<typeof readRemarks>[2],
): Signs {
	const { length, resource } = records;
	const saying = (says: Says) =>
		fieldsThatSay(says).flatMap(({ names, noNumber, onlyNear }) =>
			names
				.flatMap(fields.find)
				.filter(({ holder }) => holder === 'pages' || !onlyNear)
				.map((field) => ({ ...field, noNumber, flag: readFlag(field.value, noNumber) })),
		);
	const sent = new Map(Object.entries(page.query).map(([name, value]) => [plainName(name), value]));
	const isSent = ({ path, value }: PageField) => sent.get(remarkName(path)) === scalarText(value);
	const stated = (says: Says) => saying(says).filter((field) => !isSent(field));
	const number = (says: Says, min: number) =>
		saying(says)
			.map(({ value }) => wholeNumber(value) ?? -1)
			.find((value) => value >= min);
	// A thing may be something else, so that its flags only say that there is more.
	const hasFlag = (says: Says, wanted: boolean, mayBeOfThing = false) =>
		stated(says).some(
			({ flag, holder }) => flag === wanted && (mayBeOfThing || holder !== 'thing'),
		);
	// A flag that says there is more takes precedence.
	const hasMore =
		hasFlag('more', true, true) ||
		hasFlag('end', false, true) ||
		hasFlag('part', true) ||
		// The number of remaining records
		stated('more').some(({ value, noNumber }) => !noNumber && (wholeNumber(value) ?? 0) > 1) ||
		// Heroku uses ranges: https://devcenter.heroku.com/articles/platform-api-reference#ranges
		fields.find('header.nextrange').length > 0;
	const hasEnd = hasFlag('more', false) || hasFlag('end', true);
	const stops = { hasMore: hasMore || (hasEnd ? false : undefined) };
	const total = readTotal(fields, length, resource);
	const remarkable = fields.all.filter((field) => field.isRemark && !isSent(field));
	const remarks = readRemarks(remarkable, page, records);
	const hasLast = length > 0 && fields.anywhere.some(({ name }) => LAST_LINK.test(name));
	const last = hasLast ? readLastLink(fields, page, length) : undefined;
	return {
		...stops,
		total,
		totalPages: number('pages', 0) ?? remarks.pages,
		lastPage: number('lastPage', 0),
		isBeforeLast: last === true,
		pageSize: number('size', 1),
		largerNumber:
			remarks.counted ?? readLargerNumber(fields, length, { total, ...stops, resource }),
		unsure: remarks.unsure,
		// Any page but the first may have been requested in another way than the link.
		more: remarks.more ?? (last !== true && records.read === 0 ? last : undefined),
	};
}

/** How many records the whole list has, if a field is named so. A capped total is a lower bound; an estimated one is not used. */
function readTotal(
	fields: PageFields,
	records: number,
	resource: ResourceName,
): { value: number; is: 'exact' | 'capped' | 'estimated' } | undefined {
	const { near, find } = fields;
	const named = near.filter(({ name }) => saysByName('total', name) && !isOfOthers(name, resource));
	// Content-Range: items 0-99/250 (PostgREST, react-admin); RFC 9110, section 14.4.
	const ranges = near.filter(({ at }) => /^\.header\.x?contentrange$/.test(at));
	const totals = [...find('total.value'), ...named, ...ranges].map((field) => {
		const text = ranges.includes(field) ? scalarText(field.value).split('/')[1] : field.value;
		return { field, value: totalIn(text) ?? -1 };
	});
	// A lower number than that of the page's records is not a total; an equal one may count only the page.
	const total =
		totals.find(({ value }) => value > records) ?? totals.find(({ value }) => value === records);
	return total && { value: total.value, is: kindOf(total.field, fields) };
}

const AT_LEAST = /^(gte?|>=?|at_?least|lower_?bound)$/i;

/** `{"value": 10000, "relation": "gte"}` (Elasticsearch), `"10000+"`, `"~250"`, `total_is_estimated: true` … */
function kindOf({ path, value }: PageField, { near, findAnywhere }: PageFields) {
	const says = (pattern: RegExp, is: (value: unknown) => boolean) =>
		near.some((field) => pattern.test(field.name) && is(field.value));
	const isTrue = (flag: unknown) => readFlag(flag) === true;
	const text = numberPart(value);
	if (
		/^\s*>|\+\s*$/.test(text) ||
		says(/relation$|accuracy$/, (relation) => AT_LEAST.test(scalarText(relation))) ||
		says(/capped|atleast|lowerbound|limited|limitreached/, isTrue) ||
		// Elasticsearch
		findAnywhere('shards.failed').some(({ value: failed }) => (wholeNumber(failed) ?? 0) > 0)
	)
		return 'capped';
	const isEstimate =
		/^\s*[~≈]/.test(text) ||
		/estimat|approx/i.test(path.join('.')) ||
		says(/estimat|approx|inexact/, isTrue) ||
		says(/exact|accurate|exhaustive/, (flag) => readFlag(flag) === false);
	return isEstimate ? 'estimated' : 'exact';
}

/** A larger number is more likely a time or an ID. */
const MAX_COUNT = 10_000_000;

/** Objects of numbers about the list. */
const OF_COUNTS = /^(count|total|stat|statistic|number|figure|showing|displayed|shown)s?$/;

/** All that is said by a number which does not count records. */
const EXPLAINED = ['nothing', 'size', 'pages', 'lastPage', 'position', 'token', 'next'] as const;

/** A number that is larger than that of the records and may be their total, or that counts those which follow. */
function readLargerNumber(
	{ anywhere }: PageFields,
	records: number,
	{ total, hasMore, resource }: { total?: object; hasMore?: boolean; resource: ResourceName },
): { name: string; value: number; counts?: 'all' | 'left' } | undefined {
	const numbers = anywhere.flatMap((field) => {
		const { path, at, name, value, holder } = field;
		const isElsewhere = holder === 'elsewhere';
		const isTotal = saysByName('total', name);
		const isCalled = isTotal || saysByName('count', name);
		const names = at.split('.');
		// `counts.tasks`, `stats.total`
		const isInCounts =
			OF_COUNTS.test(names.at(-2) ?? '') &&
			(isCalled || RESOURCE_FIELDS[resource].some((noun) => noun === name));
		// What contradicts a total may be in any object.
		if (isElsewhere && total === undefined && !isInCounts) return [];
		const isNamed = isInCounts || isCalled;
		const isLeft = saysByName('left', name) && !isElsewhere;
		const count = (isNamed ? totalIn(value) : wholeNumber(value)) ?? 0;
		if (count <= (isLeft ? 0 : records) || count > MAX_COUNT) return [];
		if (name === 'count' && isSizeOfPages(field, count, anywhere)) return [];
		const explains = (each: string) => saysByName(EXPLAINED, each);
		const isOfAnother = isOfOthers(name, resource);
		if (
			((total ?? hasMore) !== undefined && isOfAnother) ||
			(isElsewhere ? names : [name]).some(explains)
		)
			return [];
		// Next to the list, a total is judged as one: it may be an estimate, or ignored.
		const isJudged = isTotal && !isElsewhere && !isOfAnother;
		const counts = isLeft ? 'left' : isNamed && !isJudged ? 'all' : undefined;
		const isNone = !counts && !isJudged && (isElsewhere || path[0] === 'header');
		return isNone ? [] : [{ name: path.join('.'), value: count, counts } as const];
	});
	return numbers.find(({ counts }) => counts) ?? numbers[0];
}

/** `paging: {"count": 100, "total": 7}` (Slack, LinkedIn): beside a smaller total, a count is the size of a page. */
function isSizeOfPages({ at }: PageField, count: number, all: readonly PageField[]): boolean {
	const above = at.slice(0, at.lastIndexOf('.'));
	const isBeside = (other: PageField) => other.at === `${above}.${other.name}`;
	const totals = all.filter((other) => isBeside(other) && saysByName('total', other.name));
	const isOfPages = above.slice(above.lastIndexOf('.') + 1).includes('pag');
	return isOfPages && totals.some(({ value }) => (totalIn(value) ?? count) < count);
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
