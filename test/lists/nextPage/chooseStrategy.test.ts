import { page, read, refusal, rows } from '../readList';

describe('where nothing shows that there are pages, one request looks for more', () => {
	const all = rows.slice(0, 20);

	test('by offsets of whole pages, and a service may take no other', async () => {
		const { records } = await read(({ startAt = '0' }) => {
			const from = Math.floor(Number(startAt) / 10) * 10;
			return { body: all.slice(from, from + 10) };
		});
		expect(records).toHaveLength(20);
	});

	test('without IDs of which it cannot know whether the service takes them', async () => {
		const { records } = await read(({ page: at = '1', starting_after: after }) => {
			if (after !== undefined) {
				throw Object.assign(new Error('There is no such user'), { httpCode: 404 });
			}
			return { body: { users: all.slice(Number(at) * 10 - 10, Number(at) * 10), has_more: false } };
		});
		expect(records).toHaveLength(20);
	});

	test.each<[string, object]>([
		['where nothing else is said', {}],
		['where its page number is stated as well', { page: 1 }],
	])('and no other after a full page that is said to be the last, %s', async (_, said) => {
		const { outcome, asked } = await read(() => ({
			body: { users: all.slice(0, 10), has_more: false, ...said },
		}));
		expect(outcome).toMatchObject({ kind: 'done', report: { records: 10 } });
		expect(asked).toHaveLength(2);
	});

	test('with what the list was asked for, which goes before any guess', async () => {
		const { asked } = await read(() => ({ body: all.slice(0, 10) }), {
			firstQuery: { status: 'open', start: '2026-01-01', after: '2026-01-01', p: 'x' },
		});
		expect(asked.some((url) => url.includes('pageNumber='))).toBe(true);
		for (const url of asked) {
			expect(url).toContain('status=open&start=2026-01-01&after=2026-01-01&p=x');
		}
	});

	test.each([
		['p', '1'],
		['startAt', '0'],
		['page', '1'],
		['offset', '0'],
	])('also by %s, where the list was asked for from %s', async (name, first) => {
		const { records } = await read(
			(query) => {
				const count = Number(query[name]);
				const from = first === '1' ? 10 * (count - 1) : count;
				return { body: all.slice(from, from + 10) };
			},
			{ firstQuery: { [name]: first } },
		);
		expect(records).toHaveLength(20);
	});

	test('and a single one where the total is reached', async () => {
		const { outcome, asked } = await read(({ page: at = '1' }) => ({
			body: { users: at === '1' ? all.slice(0, 7) : [], total: 7 },
		}));
		expect(outcome).toMatchObject({ kind: 'done', report: { records: 7 } });
		expect(asked).toHaveLength(2);
	});

	test('and a second one where its page is not found, as pages may be counted from 0', async () => {
		const { records } = await read(({ p = '0' }) => {
			if (Number(p) > 1) throw Object.assign(new Error('There is no such page'), { httpCode: 404 });
			return { body: all.slice(Number(p) * 10, Number(p) * 10 + 10) };
		});
		expect(records).toHaveLength(20);
	});

	test.each([
		['a short page', 7, 'page'],
		['a full page', 10, 'pageNumber'],
	])('it says nothing of the end where it failed: %s', async (_, size, parameter) => {
		const { outcome } = await read((query) => {
			if (query[parameter]) throw Object.assign(new Error('Try again later'), { httpCode: 503 });
			return { body: { users: all.slice(0, size), per_page: 10 } };
		});
		expect(outcome).toMatchObject({ kind: 'done', report: { proof: 'unpaged' } });
	});

	test('but none after one that failed for another reason', async () => {
		const { outcome, asked } = await read(({ pageNumber }) => {
			if (pageNumber) throw Object.assign(new Error('Try again later'), { httpCode: 503 });
			return { body: all.slice(0, 10) };
		});
		expect(outcome).toMatchObject({ kind: 'done', report: { proof: 'unpaged' } });
		expect(asked.filter((url) => url.includes('pageNumber='))).toHaveLength(1);
	});
});

describe('a page that may have been cut is not taken for the end', () => {
	interface Habit {
		by: 'page' | 'page0' | 'starting_after';
		size: number;
		/** Beside the records of each page. */
		says: object;
		/** A record that this key must not see, which makes its page shorter. */
		hidden?: string;
	}
	const readAll = async ({ by, size, says, hidden }: Habit) => {
		const all = rows.slice(0, 40);
		const first = by === 'page' ? 1 : 0;
		return await read(({ page: at = first, starting_after: after }) => {
			const from =
				by === 'starting_after'
					? all.findIndex(({ id }) => id === after) + 1
					: (Number(at) - first) * size;
			const users = all.slice(from, from + size).filter(({ id }) => id !== hidden);
			return { body: { users, ...says, ...(by === 'starting_after' ? {} : { page: Number(at) }) } };
		});
	};

	test.each<[string, Habit]>([
		[
			'a first page as long as its page size, with a number of pages that is not kept up',
			{ by: 'page', size: 7, says: { limit: 7, total_pages: 1 } },
		],
		[
			'a first page as long as an estimate of the total',
			{ by: 'starting_after', size: 10, says: { limit: 10, total_pages: 1, total: '~10' } },
		],
		[
			'a first page that is all that the total counts, below a larger limit',
			{ by: 'page', size: 9, says: { limit: 50, total: 9 } },
		],
		[
			'a shorter page of a service that never says that there is more',
			{ by: 'page', size: 10, says: { has_more: false }, hidden: 'u26' },
		],
		[
			'a shorter page with the number of the last one, counted from 0',
			{ by: 'page0', size: 10, says: { total_pages: 3 }, hidden: 'u26' },
		],
	])('%s', async (_, habit) => {
		const { outcome, records } = await readAll(habit);
		expect(outcome).toMatchObject({ kind: 'done', report: { proof: 'walked' } });
		expect(records).toHaveLength(habit.hidden ? 39 : 40);
	});
});

test('a page whose records are all hidden is passed over where offsets are counted', async () => {
	const { outcome, records } = await read(({ offset = '0' }) => {
		const from = Number(offset);
		const users = from === 10 ? [] : rows.slice(from, Math.min(40, from + 10));
		return { body: { users, offset: from, has_more: from < 30 } };
	});
	expect(outcome).toMatchObject({ kind: 'done' });
	expect(records).toHaveLength(30);
});

test('a full first page that is all that the total counts is read on by each name of its offset', async () => {
	const { outcome, records } = await read(({ skip = '0' }) => {
		const users = rows.slice(Number(skip), Math.min(25, Number(skip) + 10));
		return { body: { users, offset: Number(skip), total: users.length } };
	});
	expect(outcome).toMatchObject({ kind: 'done', report: { proof: 'walked' } });
	expect(records).toHaveLength(25);
});

test.each<[string, object]>([
	['a total', { total: 40 }],
	['a total, as an estimate', { total: '~40', has_more: true }],
	['a number of pages', { total_pages: 4 }],
])('a page whose records are all hidden is passed over by %s', async (_, said) => {
	const { records } = await read(({ page: at = '1' }) => {
		const users = at === '2' ? [] : rows.slice(Number(at) * 10 - 10, Math.min(40, Number(at) * 10));
		return { body: { users, page: Number(at), ...(Number(at) < 4 ? said : {}) } };
	});
	expect(records).toHaveLength(30);
});

test('an empty page at the total is the end, and no other is asked for', async () => {
	const { outcome, asked } = await read(
		({ page: at = '1' }) => {
			const users = Number(at) > 2 ? [] : rows.slice(Number(at) * 10 - 10, Number(at) * 10);
			return { body: { users, page: Number(at), total: 30 } };
		},
		{ overrides: { ignoreTotal: true } },
	);
	expect(outcome).toMatchObject({ kind: 'done', report: { records: 20 } });
	expect(asked).toHaveLength(3);
});

test('an empty list with an estimated total is an empty list', async () => {
	const { outcome } = await read(() => ({ body: { users: [], total: '~5', page: 1 } }));
	expect(outcome).toMatchObject({ kind: 'done', report: { records: 0 } });
});

test('a short page with the number of the last one is no end where offsets overlap', async () => {
	const hidden = [3, 25];
	const { outcome, records } = await read(({ offset = '0' }) => {
		const from = Number(offset);
		const users = rows.slice(from, Math.min(30, from + 10));
		const shown = users.filter((_, at) => !hidden.includes(from + at));
		return { body: { users: shown, offset: from, total_pages: 3 } };
	});
	expect(outcome).toMatchObject({ kind: 'done' });
	expect(records).toHaveLength(28);
});

describe('is refused, as the end is not proven', () => {
	test('a page that is not found behind a full one, where no pages are counted', async () => {
		const { outcome, records } = await read(({ page: at = '1' }) => {
			if (at === '3') throw Object.assign(new Error('No such page'), { httpCode: 404 });
			const users = rows.slice(Number(at) * 10 - 10, Number(at) * 10);
			return { body: { users, page: Number(at), total_pages: 0 } };
		});
		expect(outcome).toMatchObject(refusal('request'));
		expect(records).toHaveLength(20);
	});

	const cursors = (more: (at: number) => object) =>
		read(({ cursor = '0' }) => ({
			body: { users: page(Number(cursor)), ...more(Number(cursor)) },
		}));

	test('a list whose cursor ends while the service says that there is more', async () => {
		const { outcome, records } = await cursors((at) => ({
			next_cursor: at === 0 ? '1' : null,
			has_more: true,
		}));
		expect(outcome).toMatchObject(refusal('no-way-on'));
		expect(records).toHaveLength(200);
	});

	test('a list whose cursor leads to the same records while the number of pages says that there are more', async () => {
		const { outcome, records } = await read(({ cursor = '0' }) => ({
			body: {
				users: page(Math.min(Number(cursor), 1)),
				next_cursor: String(Number(cursor) + 1),
				has_more: false,
				total_pages: 5,
			},
		}));
		expect(outcome).toMatchObject(refusal('loop'));
		expect(records).toHaveLength(200);
	});

	test.each([401, 403, 429, 500, 503])(
		'a page after a short one that is rejected with status %d',
		async (httpCode) => {
			const { outcome, records } = await read(({ page: at = '1' }) => {
				if (at === '3') throw Object.assign(new Error('rejected'), { httpCode });
				return { body: { users: page(Number(at) - 1).slice(Number(at) - 1), page: Number(at) } };
			});
			expect(outcome).toMatchObject({ kind: 'refused' });
			expect(records).toHaveLength(199);
		},
	);
});

test('a short page is no end where its cursor leads on, though the total counts what was given up to here', async () => {
	const until = [100, 190, 250];
	const { outcome, records } = await read(({ cursor = '0' }) => {
		const [from, to] = [until[Number(cursor) - 1] ?? 0, until[Number(cursor)] ?? 250];
		const next = to < 250 ? String(Number(cursor) + 1) : null;
		return { body: { users: rows.slice(from, to), total: to, next_cursor: next } };
	});
	expect(outcome).toMatchObject({ kind: 'done' });
	expect(records).toHaveLength(250);
});

test('an empty page with a cursor is no end where the number of pages says that there are more', async () => {
	const { outcome, records } = await read(({ cursor = '0' }) => ({
		body: {
			users: cursor === '1' ? [] : page(Number(cursor)).slice(0, 90),
			next_cursor: cursor === '2' ? null : String(Number(cursor) + 1),
			has_more: false,
			total_pages: 3,
		},
	}));
	expect(outcome).toMatchObject({ kind: 'done' });
	expect(records).toHaveLength(90 + 50);
});
