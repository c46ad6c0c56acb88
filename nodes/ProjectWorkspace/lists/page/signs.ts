import { nameOfKey, plainName } from '../../records/fieldNames';
import { wholeNumber } from '../../records/json';
import { fieldsThatSay, saysByName, type Says } from '../../records/paginationFields';
import { isScalar } from '../../records/value';
import type { PageField, PageFields } from './fields';

/** What a page says about the whole list, apart from the next page's cursor or link. */
export interface Signs {
	hasMore?: boolean;
	/** The list is not ready yet. */
	isUnfinished: boolean;
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
		...stated('more').map(
			// The number of remaining records.
			({ value, noNumber }) =>
				((wholeNumber(value) ?? 0) > 1 && !noNumber) || readFlag(value, noNumber),
		),
		...stated('end').map(({ value, noNumber }) => {
			const isLast = readFlag(value, noNumber);
			return isLast === undefined ? undefined : !isLast;
		}),
		// Heroku uses ranges: https://devcenter.heroku.com/articles/platform-api-reference#ranges
		...fields.find('header.nextrange').map(() => true),
	];
	return {
		// A flag that says there is more takes precedence.
		hasMore: flags.includes(true) || (flags.includes(false) ? false : undefined),
		isUnfinished: stated('state').some(({ value }) => UNFINISHED.test(scalarText(value).trim())),
		total: readTotal(fields, records),
		totalPages: number('pages', 0),
		lastPage: number('lastPage', 0),
		pageSize: number('size', 1),
		largerNumber: readLargerNumber(fields, records),
	};
}

function readTotal(fields: PageFields, records: number): Signs['total'] {
	const called = [
		...fields.find('total.value'),
		...fields.all.filter(({ path }) => saysByName('total', lastName(path))),
	];
	const totals = called.map((field) => ({ field, value: totalIn(field.value) ?? -1 }));
	// A lower number than that of the page's records is not a total; an equal one may count only the page.
	const total =
		totals.find(({ value }) => value > records) ?? totals.find(({ value }) => value === records);
	if (total) return { value: total.value, is: kindOf(total.field, fields) };
	// Content-Range: items 0-99/250 (PostgREST, react-admin); RFC 9110, section 14.4.
	const [range] = ['header.contentrange', 'header.xcontentrange'].flatMap(fields.find);
	const value = wholeNumber(/\/(\d+)\s*$/.exec(scalarText(range?.value))?.[1]);
	return value === undefined ? undefined : { value, is: 'exact' };
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

function readLargerNumber(fields: PageFields, records: number): Signs['largerNumber'] {
	const numbers = fields.all.flatMap(({ path, value }) => {
		const count = wholeNumber(value) ?? 0;
		if (count <= records || count > MAX_COUNT) return [];
		const name = lastName(path);
		if (EXPLAINED.some((says) => saysByName(says, name))) return [];
		const isTotal = saysByName('total', name);
		const isLeft = saysByName('left', name);
		// A total is judged as one: it may be an estimate, or ignored.
		const isCount = !isTotal && saysByName('count', name);
		const counts = isLeft ? 'left' : isCount ? 'all' : undefined;
		const isHeader = path[0] === 'header' && !counts && !isTotal;
		return isHeader ? [] : [{ name: path.join('.'), value: count, counts } as const];
	});
	return numbers.find(({ counts }) => counts) ?? numbers[0];
}

const lastName = (path: readonly string[]) => nameOfKey(path.at(-1) ?? '');

const fieldsSaying = (says: Says, fields: PageFields) =>
	fieldsThatSay(says).flatMap(({ names, noNumber, onlyNear }) =>
		names
			.flatMap(fields.find)
			.filter(({ isNear }) => isNear || !onlyNear)
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
function kindOf({ path, value }: PageField, { all }: PageFields) {
	const named = (pattern: RegExp) =>
		all.filter((field) => pattern.test(plainName(field.path.at(-1) ?? '')));
	const says = (pattern: RegExp, flag: boolean) =>
		named(pattern).some((field) => readFlag(field.value) === flag);
	const isCapped =
		named(/relation$/).some((field) => /^(gte?|>=?|atleast)$/i.test(scalarText(field.value))) ||
		/^\s*>|\+\s*$/.test(scalarText(value)) ||
		says(/capped|atleast|lowerbound|limitreached/, true);
	if (isCapped) return 'capped';
	const isEstimate =
		/^\s*[~≈]/.test(scalarText(value)) ||
		/estimat|approx/i.test(path.join('.')) ||
		says(/estimat|approx|inexact/, true) ||
		says(/exact|accurate/, false);
	return isEstimate ? 'estimated' : 'exact';
}

function totalIn(value: unknown): number | undefined {
	const text =
		typeof value === 'string' && /^(?:>=?|~|≈)?\s*([\d,]+)\s*\+?$/.exec(value.trim())?.[1];
	return wholeNumber(text ? text.replaceAll(',', '') : value);
}
