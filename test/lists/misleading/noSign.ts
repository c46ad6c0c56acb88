import { byPage, makeRows, type Answer, type Asked, type ListService } from './service';

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

/** Nothing is said about further pages. */
export const NO_SIGN: readonly ListService[] = [
	...numbered,
	bare('no sign and 37 records', 37, () => ({ body: { tasks: rows100(37) } })),
	bare('no sign and 1,234 records', 1234, () => ({ body: rows100(1234) })),
];
