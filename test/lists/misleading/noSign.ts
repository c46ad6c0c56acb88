import { byOffset, byPage, makeRows, type Answer, type Asked, type ListService } from './service';

const rows100 = (count: number) => makeRows(count);

/** A bare list of which the service gives `size` at a time, and says nothing about it. */
const bare = (
	name: string,
	count: number,
	pick: (asked: Asked) => Answer,
	expect: ListService['expect'] = 'whole',
): ListService => ({ name, expect, rows: rows100(count), answer: pick });

const bodies = [
	['a bare array', (items: unknown) => items],
	['named', (tasks: unknown) => ({ tasks })],
] as const;

const sizes = [20, 50, 100] as const;

const numbered = bodies.flatMap(([kind, wrap]) =>
	sizes.flatMap((size) =>
		([1, 0] as const).map((base) => {
			const all = rows100(size * 2 + 7);
			return bare(
				`no sign, exactly ${size} records (${kind}), and ?page= counts from ${base}`,
				all.length,
				({ query }) => ({ body: wrap(byPage(all, query.page, size, base).items) }),
			);
		}),
	),
);

const other = (['offset', 'skip', 'start'] as const).map((parameter) => {
	const all = rows100(250);
	return bare(
		`no sign, exactly 100 records, and ?${parameter}= works`,
		250,
		({ query }) => ({ body: byOffset(all, query[parameter]).items }),
		parameter === 'start' ? 'either' : 'whole',
	);
});

/** Rarely used names: only the likeliest are tried. */
const rare = (
	[
		['pageNumber', byPage],
		['page_number', byPage],
		['pageNo', byPage],
		['page[number]', byPage],
		['p', byPage],
		['$skip', byOffset],
		['startAt', byOffset],
		['from', byOffset],
		['_start', byOffset],
		['page[offset]', byOffset],
	] as const
).map(([parameter, pick]) =>
	bare(
		`no sign, exactly 100 records, and ?${parameter}= works`,
		250,
		({ query }) => ({ body: pick(rows100(250), query[parameter]).items }),
		'either',
	),
);

const strict = (parameter: string, status: number): ListService => {
	const all = rows100(250);
	return bare(
		`no sign, exactly 100 records, ?${parameter}= works and others are answered with ${status}`,
		250,
		({ query }) => {
			const unknown = Object.keys(query).some((name) => name !== parameter);
			if (unknown) return { status, body: { error: { code: 'bad_request', message: 'Unknown' } } };
			const value = query[parameter];
			return {
				body: parameter === 'page' ? byPage(all, value).items : byOffset(all, value).items,
			};
		},
	);
};

/** Nothing is said about further pages. */
export const NO_SIGN: readonly ListService[] = [
	...numbered,
	...other,
	...rare,
	strict('page', 400),
	strict('offset', 400),
	strict('offset', 422),
	...[100, 50].flatMap((count) => [
		bare(
			`no sign, exactly ${count} records, and that is all: parameters are ignored`,
			count,
			() => ({
				body: { tasks: rows100(count) },
			}),
		),
		bare(
			`no sign, exactly ${count} records, and that is all: parameters are answered with 400`,
			count,
			({ query }) =>
				Object.keys(query).length
					? { status: 400, body: { error: { code: 'unknown', message: 'Unknown parameter' } } }
					: { body: { tasks: rows100(count) } },
		),
		bare(
			`no sign, exactly ${count} records, and that is all: page 2 is answered with 404`,
			count,
			({ query }) =>
				Number(query.page ?? 1) > 1
					? { status: 404, body: { error: { code: 'not_found', message: 'No such page' } } }
					: { body: rows100(count) },
		),
	]),
	bare('no sign and 37 records', 37, () => ({ body: { tasks: rows100(37) } })),
	bare('no sign and 1,234 records', 1234, () => ({ body: rows100(1234) })),
];
