import { isScalar, isTotal, PAGE_FIELDS } from '../../records/envelopeFields';
import { nameOfKey, plainName } from '../../records/fieldNames';
import { wholeNumber } from '../../records/json';
import type { PageField, PageFields } from './fields';

/** What a page says about the whole list, apart from the next page's cursor or link. */
export interface Signs {
	hasMore?: boolean;
	/** A capped total is a lower bound; an estimated one is not used. */
	total?: { value: number; is: 'exact' | 'capped' | 'estimated' };
	totalPages?: number;
	/** The number of the last page, which may be counted from 0. */
	lastPage?: number;
	pageSize?: number;
	/** A number next to the list that is larger than the number of its records, and may be its total. */
	largerNumber?: { name: string; value: number };
}

/** Numbers in these fields are page numbers, tokens or counts, not flags. */
const NUMBERED = /^(header\.)?(next|last|lastpage|done|finished|exhausted|complete|final)$/;

/** The page size that a query asks for, if any. */
export const pageSizeIn = (query: Readonly<Record<string, string>>): number | undefined =>
	Object.entries(query)
		.filter(([name]) =>
			[...PAGE_FIELDS.pageSize, 'size', 'top', 'first', 'max'].includes(plainName(name)),
		)
		.map(([, value]) => wholeNumber(value))[0];

export function readSigns(fields: PageFields, records: number): Signs {
	const number = (paths: readonly string[], min: number) =>
		fieldsCalled(paths, fields)
			.map(({ value }) => wholeNumber(value) ?? -1)
			.find((value) => value >= min);
	const flags = [
		...fieldsCalled(PAGE_FIELDS.hasMore, fields).map(
			// The number of remaining records.
			({ value, at }) =>
				((wholeNumber(value) ?? 0) > 1 && !NUMBERED.test(at)) || readFlag(value, at),
		),
		...fieldsCalled(PAGE_FIELDS.isLast, fields).map(({ value, at }) => {
			const isLast = readFlag(value, at);
			return isLast === undefined ? undefined : !isLast;
		}),
		// Heroku uses ranges: https://devcenter.heroku.com/articles/platform-api-reference#ranges
		...fields.find('header.nextrange').map(() => true),
	];
	return {
		// A flag that says there is more takes precedence.
		hasMore: flags.includes(true) || (flags.includes(false) ? false : undefined),
		total: readTotal(fields, records),
		totalPages: number(PAGE_FIELDS.totalPages, 0),
		lastPage: number(PAGE_FIELDS.lastPage, 0),
		pageSize: number(PAGE_FIELDS.pageSize, 1),
		largerNumber: readLargerNumber(fields, records),
	};
}

function readTotal(fields: PageFields, records: number): Signs['total'] {
	const called = [
		...fieldsCalled(['total.value'], fields),
		...fields.all.filter(({ path }) => isTotal(nameOfKey(path.at(-1) ?? ''))),
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

/** Numbers that are not totals: sizes, positions, times, limits, versions, statuses. */
const OTHER_NUMBER =
	/perpage|pagesize|limit|max|take|size|rate|quota|ms$|time|took|duration|elapsed|seconds|date|at$|ts$|version|status|code|id$|offset|start|skip|from|^to$|next|prev|page|cursor|token|account|retry|year|memory|bytes|score/;

/** A larger number is more likely a time or an ID. */
const MAX_COUNT = 10_000_000;

function readLargerNumber(fields: PageFields, records: number): Signs['largerNumber'] {
	const field = fields.all.find(({ path, value }) => {
		const count = wholeNumber(value) ?? 0;
		const name = nameOfKey(path.at(-1) ?? '');
		const isCount = path[0] !== 'header' || /total|count|results|records|items/.test(name);
		return count > records && count <= MAX_COUNT && isCount && !OTHER_NUMBER.test(name);
	});
	return field && { name: field.path.join('.'), value: wholeNumber(field.value) ?? 0 };
}

const fieldsCalled = (paths: readonly string[], fields: PageFields) =>
	paths.flatMap((at) => fields.find(at).map((field) => ({ ...field, at })));

/** Empty for an object, which could have its own `toString`. */
const scalarText = (value: unknown) => (isScalar(value) ? String(value) : '');

function readFlag(value: unknown, at = ''): boolean | undefined {
	const text = scalarText(value).trim();
	if (/^\d/.test(text) && NUMBERED.test(at)) return undefined;
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
