import type { ResourceName } from '../../catalogue';
import { ANY_RESOURCE, nameOfKey, plainName, RESOURCE_FIELDS } from '../../records/fieldNames';
import { wholeNumber } from '../../records/json';
import { fieldsThatSay, saysByName, type Says } from '../../records/paginationFields';
import { isScalar } from '../../records/value';
import type { PageField, PageFields } from './fields';

/** What a page says about the whole list, apart from the next page's cursor or link. */
export interface Signs {
	hasMore?: boolean;
	/** The list is not ready yet. That it is ready does not say that there is no more. */
	isUnfinished: boolean;
	/** The same, of a list that is empty. */
	isPutOff: boolean;
	/** A capped total is a lower bound; an estimated one is not used. */
	total?: { value: number; is: 'exact' | 'capped' | 'estimated' };
	totalPages?: number;
	/** The number of the last page, which may be counted from 0. */
	lastPage?: number;
	pageSize?: number;
	/**
	 * A number next to the list that is larger than the number of its records, and may be its total; `counts`: what it
	 * counts by its name, all records or those that follow.
	 */
	largerNumber?: { name: string; value: number; counts?: 'all' | 'left' };
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

/** A list that is still being made: `"status": "processing"` */
const UNFINISHED =
	/^(processing|pending|loading|running|queued|(re)?building|(re)?indexing|preparing|starting|syncing|in[ _-]?progress|not[ _-]?ready|partial|incomplete)$/i;

/** @param query what was sent: a field that repeats it says nothing, as in `?done=true` and `"done": true` */
export function readSigns(
	fields: PageFields,
	records: number,
	query: Readonly<Record<string, string>>,
	resource: ResourceName,
): Signs {
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
	const says = (state: Says) =>
		stated(state).some(
			({ value, holder, noNumber }) =>
				holder !== 'thing' &&
				// `"status": true` only says that it is fine, but `"loading": true` that it is not.
				(UNFINISHED.test(scalarText(value).trim()) || (noNumber && readFlag(value, true))),
		);
	const isUnfinished = says('state');
	const isPutOff =
		says('unready') ||
		// Seconds or a time; 0 is no wait.
		stated('later').some(({ value }) => /[1-9]/.test(scalarText(value))) ||
		stated('ready').some(({ value }) => readFlag(value, true) === false);
	const isEnd = flags.some(({ more, holder }) => more === false && holder !== 'thing');
	// A flag that says there is more takes precedence.
	const hasMore =
		hasRange || isUnfinished || flags.some(({ more }) => more) || (isEnd ? false : undefined);
	const total = readTotal(fields, records, resource);
	return {
		hasMore,
		isUnfinished,
		isPutOff,
		total,
		totalPages: number('pages', 0),
		lastPage: number('lastPage', 0),
		pageSize: number('size', 1),
		largerNumber: readLargerNumber(fields, records, { total, hasMore, resource }),
	};
}

function readTotal(fields: PageFields, records: number, resource: ResourceName): Signs['total'] {
	const called = [
		...fields.find('total.value'),
		...fields.all.filter(
			({ path }) => saysByName('total', lastName(path)) && !countsOthers(lastName(path), resource),
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

function readLargerNumber(
	{ all, elsewhere }: PageFields,
	records: number,
	{ total, hasMore, resource }: Pick<Signs, 'total' | 'hasMore'> & { resource: ResourceName },
): Signs['largerNumber'] {
	const isStated = total !== undefined || hasMore !== undefined;
	// What contradicts a total may be in any object.
	const numbers = [...all, ...elsewhere].flatMap(({ path, value, holder }) => {
		const name = lastName(path);
		// `counts.tasks`
		const isInCounts =
			/^(count|total)s?$/.test(nameOfKey(path.at(-2) ?? '')) &&
			RESOURCE_FIELDS[resource].some((noun) => noun === name);
		if (holder === 'elsewhere' && !total && !isInCounts) return [];
		const isNamed = isInCounts || saysByName('count', name) || saysByName('total', name);
		const count = (isNamed ? totalIn(value) : wholeNumber(value)) ?? 0;
		if (count <= records || count > MAX_COUNT) return [];
		const isElsewhere = holder === 'elsewhere';
		const explains = (each: string) => EXPLAINED.some((says) => saysByName(says, each));
		const isOfOthers = countsOthers(name, resource);
		if ((isStated && isOfOthers) || (isElsewhere ? path.map(nameOfKey) : [name]).some(explains))
			return [];
		const isLeft = saysByName('left', name) && !isElsewhere;
		// Next to the list, a total is judged as one: it may be an estimate, or ignored.
		const isTotal = saysByName('total', name) && !isElsewhere && !isOfOthers;
		const counts = isLeft ? 'left' : isNamed && !isTotal ? 'all' : undefined;
		const isNone = !counts && !isTotal && (isElsewhere || path[0] === 'header');
		return isNone ? [] : [{ name: path.join('.'), value: count, counts } as const];
	});
	return numbers.find(({ counts }) => counts) ?? numbers[0];
}

const lastName = (path: readonly string[]) => nameOfKey(path.at(-1) ?? '');

/** Whether a name has the noun of another resource only: `total_users`, for a list of tasks. */
const countsOthers = (name: string, resource: ResourceName) =>
	ANY_RESOURCE.some((noun) => name.includes(noun)) &&
	!RESOURCE_FIELDS[resource].some((noun) => name.includes(noun));

const fieldsSaying = (says: Says, fields: PageFields) =>
	fieldsThatSay(says).flatMap(({ names, noNumber, onlyNear }) =>
		names
			.flatMap(fields.find)
			.filter(({ holder }) => holder === 'pages' || !onlyNear)
			.map((field) => ({ ...field, noNumber })),
	);

/** Empty for an object, which could have its own `toString`. */
const scalarText = (value: unknown) => (isScalar(value) ? String(value) : '');

/** @param noNumber a number in this field is a page number, a token or a count */
function readFlag(value: unknown, noNumber?: boolean): boolean | undefined {
	const text = scalarText(value).trim();
	if (/^\d/.test(text) && noNumber) return undefined;
	if (/^(true|1|yes|y|on|t)$/i.test(text)) return true;
	return /^(false|0|no|n|off|f)$/i.test(text) ? false : undefined;
}

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
