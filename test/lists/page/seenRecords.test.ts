import { SeenRecords } from '../../../nodes/ProjectWorkspace/old/lists/page/seenRecords';

const record = (id: number | string, project: string) => ({
	id,
	project,
	title: `${project} ${id}`,
	status: 'open',
	due: `${project}-${id}`,
});
const range = (from: number, to: number, project: string) =>
	Array.from({ length: to - from + 1 }, (_, index) => record(from + index, project));

/** What is handed on of pages that come one after the other. */
function handedOn(...pages: Array<Array<Record<string, string | number>>>) {
	const seen = new SeenRecords('task');
	return pages.flatMap((page) => seen.take(page).kept);
}

describe('which records are the same', () => {
	test('a record that comes again on a later page is handed on once', () => {
		expect(handedOn(range(1, 5, 'a'), range(5, 9, 'a'))).toEqual(range(1, 9, 'a'));
	});

	test('no record is lost if IDs are counted separately in each project', () => {
		const all = [...range(1, 7, 'a'), ...range(1, 6, 'b'), ...range(1, 4, 'c')];
		for (let size = 1; size <= all.length; size++) {
			const pages = Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
				all.slice(index * size, (index + 1) * size),
			);
			if (size > 1) expect(new Set(handedOn(...pages))).toEqual(new Set(all));
		}
	});

	test('an updated record that comes again is the same record', () => {
		const [first, second] = [record(1, 'a'), record(2, 'a')];
		const updated = [first, second].map((each) => ({ ...each, status: 'done' }));
		expect(handedOn([first, second], updated)).toEqual([first, second]);
	});

	test('a record of which half was updated is the same record', () => {
		const [before, after] = ['open', 'done'].map((status) => ({ id: 1, title: 'T1', status }));
		expect(handedOn([before ?? {}], [after ?? {}])).toEqual([before]);
	});

	test('records with the same ID in different parent records are different', () => {
		const tasks = ['a', 'b'].map((at) => ({
			id: 1,
			project: at,
			title: `T ${at}`,
			status: 'open',
		}));
		expect(handedOn(tasks.slice(0, 1), tasks.slice(1))).toEqual(tasks);
	});

	test('a record without the ID that the others have is the same as one with the same content', () => {
		const first: Array<Record<string, string | number>> = [
			{ id: 7, title: 'T1', status: 'open' },
			{ title: 'T2', status: 'open' },
		];
		const seen = new SeenRecords('task');
		seen.take(first);
		expect(seen.take(first).fresh).toBe(0);
		expect(seen.take([{ title: 'T2', status: 'done' }]).fresh).toBe(1);
	});

	test.each(['project_id', 'projectId', 'workspace_id', 'list_id', 'teamId', 'organisation'])(
		'IDs that are counted separately in each %s are different records',
		(parent) => {
			const tasks = ['a', 'b'].map((at) => ({ id: 1, [parent]: at, title: 'T' }));
			expect(handedOn(tasks.slice(0, 1), tasks.slice(1))).toEqual(tasks);
		},
	);

	test('the record above may be an object with an ID', () => {
		const tasks = ['a', 'b'].map((id) => ({ id: 1, project: { id, views: 7 }, title: 'T' }));
		const seen = new SeenRecords('task');
		expect(tasks.map((one) => seen.take([one]).fresh)).toEqual([1, 1]);
		const viewed = { id: 1, project: { id: 'a', views: 8 }, title: 'T' };
		expect(seen.take([viewed]).fresh).toBe(0);
	});

	test('a field that changes between two requests makes no other record', () => {
		const users = (turn: number) =>
			range(1, 5, 'a').map((one) => ({ ...one, avatar: `?sig=${turn}`, seen: turn, due: turn }));
		expect(handedOn(users(1), users(2))).toEqual(users(1));
	});

	test.each(['Id', 'uuid', 'task_id'])('%s is an ID as well', (key) => {
		const tasks = [1, 2].map((id) => ({ [key]: `t${id}`, status: 'open' }));
		const updated = tasks.map((one) => ({ ...one, status: 'done' }));
		expect(handedOn(tasks, updated)).toEqual(tasks);
	});

	test.each(['uid', 'gid'])('%s of an owner is not the ID of the record', (key) => {
		const tasks = [1, 2, 3, 4].map((number) => ({ [key]: 'u1', title: `T${number}` }));
		expect(handedOn(tasks.slice(0, 2), tasks.slice(2))).toEqual(tasks);
	});

	test('an ID is found among more fields than records have', () => {
		const wide = [1, 2].map((id) => ({
			...Object.fromEntries(Array.from({ length: 1_500 }, (_, at) => [`f${id}_${at}`, at])),
			id,
		}));
		expect(handedOn(wide, wide)).toEqual(wide);
	});

	test('IDs beyond 2^53 differ by their last digit', () => {
		const tasks = ['9007199254740993', '9007199254740992'].map((id) => record(id, 'a'));
		expect(handedOn([tasks[0] ?? {}], [tasks[1] ?? {}])).toEqual(tasks);
	});

	test('records without an ID may rightly be equal, but a page that comes again is the same page', () => {
		const [a, b, c] = [{ value: 'a' }, { value: 'b' }, { value: 'c' }];
		expect(handedOn([a, a], [b, c, a])).toEqual([a, a, b, c, a]);
		expect(handedOn([a, b], [b], [a, b], [b])).toEqual([a, b, b]);
		expect(new SeenRecords('task').take([a, a])).toMatchObject({ fresh: 2 });
		const [same, other] = [record(1, 'a'), record(2, 'a')];
		expect(new SeenRecords('task').take([same, same, other])).toMatchObject({ fresh: 2 });
	});
});

describe('another page', () => {
	const first = range(1, 10, 'a');
	const isOther = (page: Array<Record<string, string | number>>) => {
		const seen = new SeenRecords('task');
		seen.take(first);
		return seen.compare(page) === 'new';
	};

	test.each([
		['new records', range(11, 20, 'a'), true],
		['one new record after one of the first page', range(10, 11, 'a'), true],
		['half of it new, with the first record', [...range(1, 5, 'a'), ...range(11, 15, 'a')], false],
		['most of it new, with the first record', [...range(1, 4, 'a'), ...range(11, 15, 'a')], true],
		['nothing at all', [], false],
		['the first page again', first, false],
		['the first page with a record that was just created', [record(0, 'a'), ...first], false],
		[
			'the first page, of which all records were touched',
			first.map((each) => ({ ...each, status: 'x' })),
			false,
		],
		['the same IDs in another project', range(1, 10, 'b'), true],
	])('%s: %#', (_, page, expected) => {
		expect(isOther(page)).toBe(expected);
	});
});

test('of a list of any length the first record and the last are remembered', () => {
	const seen = new SeenRecords('task');
	const pages = Array.from({ length: 40 }, (_, page) =>
		range(page * 1000 + 1, (page + 1) * 1000, 'a'),
	);
	for (const page of pages) expect(seen.take(page).fresh).toBe(1000);
	for (const page of pages) expect(seen.take(page)).toMatchObject({ fresh: 0, kept: [] });
	// One new record of three, and the first of all.
	expect(seen.compare([...range(1, 2, 'a'), record('new', 'a')])).toBe('known');
	expect(seen.compare([...range(39_999, 40_000, 'a'), record('new', 'a')])).toBe('new');
});

test('a record is looked at a few times, however many of its fields could be parts of an ID', () => {
	const spelled = (word: string) =>
		Object.fromEntries(Array.from({ length: 900 }, (_, at) => ['-'.repeat(at) + word, at]));
	let looks = 0;
	const counted = new Proxy(
		{ id: 2 },
		{ has: () => true, get: (record, key) => ((looks += 1), Reflect.get(record, key)) },
	);
	const seen = new SeenRecords('task');
	seen.take([{ ...spelled('type'), id: 1 }, counted]);
	expect(seen.hasIds).toBe(true);
	expect(looks).toBeLessThan(100);
});
