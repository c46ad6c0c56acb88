import fc from 'fast-check';

import {
	readForAbsent,
	readList,
	type List,
} from '../../nodes/ProjectWorkspace/pagination/readList';
import {
	afterIds,
	listRequest,
	listService,
	offsets,
	paged,
	pages,
	rowsOf,
	type Pager,
} from './listService';
import { saying, type Row, type Template } from './template';

/** What a page may say. */
const PAGE = '"page": <at>';
const NEXT = '"next": <path>';
const NEXT_CURSOR = '"next_cursor": <next>';
const HAS_MORE = '"object": "list", "has_more": <more>';
const TOTAL = '"total": <total>';

const STYLES: Record<string, { pager: Pager; says: string[] }> = {
	'page numbers': { pager: pages(), says: [PAGE] },
	'page numbers from 0': { pager: pages('page', 0), says: [PAGE] },
	offsets: { pager: offsets(), says: [] },
	'links with page numbers': { pager: pages(), says: [NEXT] },
	'tokens that are offsets': { pager: offsets('cursor'), says: [NEXT_CURSOR] },
	'the last ID': { pager: afterIds('starting_after'), says: [HAS_MORE] },
	'tokens of the last ID': { pager: afterIds('cursor'), says: [NEXT_CURSOR] },
};

/** What happens to the list after a request. */
interface Change {
	kind: 'create' | 'delete' | 'move';
	/** Where, as a share of the list: 0 is its beginning. */
	at: number;
	to: number;
}

/** A list that changes between requests, and the records that were there all the time. */
function changingList(count: number, changes: readonly Change[]) {
	let rows = rowsOf(count);
	let newest = count;
	const stayed = new Set(rows.map(({ id }) => id));

	const change = ({ kind, at, to }: Change): void => {
		const from = Math.floor(at * rows.length);
		const target = Math.floor(to * rows.length);
		if (kind === 'create') {
			newest += 1;
			rows = rows.toSpliced(target, 0, ...rowsOf(1, newest));
			return;
		}
		const [row] = rows.slice(from, from + 1);
		if (!row) return;
		rows = rows.toSpliced(from, 1);
		if (kind === 'move') rows = rows.toSpliced(target, 0, row);
		else stayed.delete(row.id);
	};
	const left = [...changes];
	return {
		stayed,
		rows: (): readonly Row[] => rows,
		change: (): void => {
			const next = left.shift();
			if (next) change(next);
		},
	};
}

async function readChanging(
	pager: Pager,
	template: Template,
	count: number,
	changes: readonly Change[],
) {
	const list = changingList(count, changes);
	const { client } = listService((asked) => {
		const reply = paged(pager, template, list.rows(), 10)(asked);
		list.change();
		return reply;
	});
	const first = await readList(client, listRequest());
	const second = await readForAbsent(client, listRequest(), first);
	const missedBy = ({ records }: List) => {
		const ids = new Set(records.map(({ id }) => id));
		return [...list.stayed].filter((id) => !ids.has(id));
	};
	return { first, second, missed: missedBy(second) };
}

const changes = fc.array(
	fc.record({
		kind: fc.constantFrom<Change['kind'][]>('create', 'delete', 'move'),
		at: fc.double({ min: 0, max: 0.999, noNaN: true }),
		to: fc.double({ min: 0, max: 0.999, noNaN: true }),
	}),
	{ maxLength: 6 },
);

test('a list that is complete after two readings has every record that was there all the time', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(...Object.values(STYLES)),
			fc.constantFrom([TOTAL], []),
			fc.integer({ min: 0, max: 60 }),
			changes,
			async ({ pager, says }, total, count, happening) => {
				const template = saying(...says, ...total);
				const { second, missed } = await readChanging(pager, template, count, happening);
				expect(second.completeness.is === 'complete' ? missed : []).toEqual([]);
			},
		),
		{ numRuns: 300 },
	);
});

describe('a list to which a record is added during every request is an ordinary list', () => {
	const growing = (to: number): Change[] =>
		Array.from({ length: 40 }, () => ({ kind: 'create', at: 0, to }));

	const cases = Object.entries(STYLES).flatMap(([name, style]) => [
		{ name, place: 'end', to: 0.999, ...style },
		{ name, place: 'beginning', to: 0, ...style },
	]);

	test.each(cases)('at its $place, by $name', async ({ pager, says, to }) => {
		const template = saying(...says, TOTAL);
		const { first, second } = await readChanging(pager, template, 60, growing(to));
		expect([first.completeness.is, second.completeness.is]).toEqual(['complete', 'complete']);
	});
});

describe('a list that changed is not known to be complete', () => {
	const once: Array<[string, Change[], string[]]> = [
		['a total falls', [{ kind: 'delete', at: 0.2, to: 0 }], [PAGE, TOTAL]],
		['a known record comes beside new ones', [{ kind: 'create', at: 0, to: 0 }], [PAGE]],
	];

	test.each(once)('%s', async (_, happening, says) => {
		const { first } = await readChanging(pages(), saying(...says), 60, happening);
		expect(first.completeness).toMatchObject({ is: 'unknown', because: 'changed' });
	});
});

describe('a record is not there', () => {
	const listWithout = (missing: (reading: number) => number) => {
		let reading = 0;
		return listService((asked) => {
			if (asked.query.page === undefined) reading += 1;
			const rows = rowsOf(250).filter(({ id }) => id !== `t${missing(reading)}`);
			return paged(pages(), saying(PAGE, TOTAL), rows)(asked);
		});
	};

	const readTwice = async (service: ReturnType<typeof listService>) => {
		const first = await readList(service.client, listRequest());
		return await readForAbsent(service.client, listRequest(), first);
	};

	test('if a list of several pages was read twice', async () => {
		const service = listWithout(() => 0);
		expect(await readTwice(service)).toMatchObject({
			completeness: { is: 'complete' },
			summary: 'All 250 records were read. Read twice to make sure that no record was missed.',
		});
		expect(service.requests).toHaveLength(6);
	});

	test('unless the second reading lacks a record of the first', async () => {
		const { completeness } = await readTwice(listWithout((reading) => (reading === 2 ? 40 : 0)));
		expect(completeness).toMatchObject({ is: 'unknown', because: 'changed' });
	});

	test('even if the second reading has more', async () => {
		const list = await readTwice(listWithout((reading) => (reading === 1 ? 40 : 0)));
		expect(list).toMatchObject({ completeness: { is: 'complete' }, recordsRead: 250 });
	});

	test('at once in a list of one page', async () => {
		const service = listService(() => ({ body: { tasks: rowsOf(5), total: 5 } }));
		await readTwice(service);
		expect(service.requests).toHaveLength(1);
	});
});
