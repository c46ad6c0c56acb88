import fc from 'fast-check';
import { sleep } from 'n8n-workflow';
import {
	listOf,
	NodeList,
	type EntryStore,
} from '../../../nodes/ProjectWorkspace/old/trigger/dedupe/store';
import type { DedupeClaim, DeliveryKey } from '../../../nodes/ProjectWorkspace/old/trigger/dedupe/key';
import { ProcessedRow } from './processedRow';

const insertedRow = (): ProcessedRow => Object.assign(new ProcessedRow(), { entries: [] });

/** n8n's store, and one process that records in it. */
function setUp() {
	const row = insertedRow();
	const dedupe = new NodeList();
	const state = {
		writes: 0,
		parallel: 0,
		mostParallel: 0,
		failures: 0,
		/** Throws after it has written. */
		lateFailures: 0,
		/** Another worker overwrites so many of the next writes with the list that it has read before. */
		overwritten: 0,
		known: () => row.entries ?? [],
		forget: () => (row.entries = []),
	};
	const add: EntryStore['add'] = async (texts) => {
		state.writes++;
		state.parallel++;
		state.mostParallel = Math.max(state.mostParallel, state.parallel);
		const afterRead = async () => {
			for (let turns = 0; turns < 5; turns++) await Promise.resolve();
			state.parallel--;
			if (state.failures-- > 0) throw new Error('The database is away');
		};
		const { processed } = await row.checkAndRecord(texts, { afterRead });
		if (state.lateFailures-- > 0) throw new Error('The response of the database is lost');
		if (state.overwritten-- > 0) state.forget();
		return new Set(processed);
	};
	const remove: EntryStore['remove'] = async (texts) => row.remove(texts);
	const store = { add, remove };
	/** Most tests are about deliveries with one key. */
	const record = async (key: string | DeliveryKey, claim: Claim = {}) =>
		await recordOne(dedupe, store, key, claim);
	return { state, store, record };
}

type Claim = Partial<DedupeClaim>;

const findingsOf = (areOriginals: boolean[]) =>
	areOriginals.map((isOriginal) => (isOriginal ? 'original' : 'copy'));

async function recordOne(
	dedupe: NodeList,
	store: EntryStore,
	key: string | DeliveryKey,
	claim: Claim = {},
) {
	const originalKey = typeof key === 'string' ? { key } : key;
	const one = { parts: [[originalKey]], originalKey, receivedAt: 0, ...claim };
	return findingsOf(await dedupe.record(one, store))[0];
}

/** In a process of its own. */
const recordElsewhere = async (store: EntryStore, key: string | DeliveryKey, claim?: Claim) =>
	await recordOne(new NodeList(), store, key, claim);

const TEN_MINUTES = 600_000;
const LIMITED = { key: 'b', countsForMs: TEN_MINUTES };

test('of three copies at the same time, the first runs', async () => {
	const { record } = setUp();
	expect(await Promise.all(['a', 'a', 'a'].map(async (key) => await record(key)))).toEqual([
		...['original', 'copy', 'copy'],
	]);
	expect(await record('a')).toBe('copy');
});

test('a node has one write at a time, which all waiting deliveries share', async () => {
	const { state, record } = setUp();
	const keys = Array.from({ length: 1_000 }, (_, n) => `k${n % 900}`);
	const findings = await Promise.all(keys.map(async (key) => await record(key)));
	expect(findings.filter((finding) => finding === 'original')).toHaveLength(900);
	expect(state.mostParallel).toBe(1);
	expect(state.writes).toBeLessThan(4);
	expect(new Set(state.known()).size).toBe(900);
});

test('a batch of very many events is recorded in linear time', async () => {
	const parts = Array.from({ length: 50_000 }, (_, n) => [{ key: `${'k'.repeat(37)}${n}` }]);
	const store = { add: async () => new Set<string>(), remove: async () => undefined };
	const before = process.cpuUsage();
	const areOriginals = await new NodeList().record({ parts, receivedAt: 0 }, store);
	const { user, system } = process.cpuUsage(before);
	expect(areOriginals.filter((isOriginal) => isOriginal)).toHaveLength(50_000);
	// In microseconds: comparing each with each takes three times as long.
	expect(user + system).toBeLessThan(5_000_000);
});

test('each node has its own list, and writes with the latest execution', async () => {
	const claim = { parts: [[{ key: 'a' }]], receivedAt: 0 };
	expect(await listOf('n1').record(claim, setUp().store)).toEqual([true]);
	expect(await listOf('n2').record(claim, setUp().store)).toEqual([true]);
	const { state, store } = setUp();
	expect(await listOf('n1').record(claim, store)).toEqual([false]);
	expect(state.writes).toBe(1);
});

test('a write that throws is repeated twice, and then reported', async () => {
	const { state, record } = setUp();
	state.failures = 2;
	expect(await record('a')).toBe('original');
	state.failures = 3;
	await expect(record('b')).rejects.toThrow('The database is away');
	expect(await record(LIMITED)).toBe('original');
	// Its next window, which nobody waits for.
	state.failures = 3;
	expect(await record('c')).toBe('original');
});

test('texts that another worker has overwritten are added again', async () => {
	const { state, record } = setUp();
	state.overwritten = 1;
	expect(await record('a', { executionId: '7' })).toBe('original');
	expect(state.known()).toContain('a');
});

test.each([
	['regular mode', undefined],
	['queue mode', '7'],
])('a write that records and then throws drops no event: %s', async (_, executionId) => {
	const { state, record } = setUp();
	state.lateFailures = 1;
	expect(await record('a', { executionId })).toBe('original');
	expect(await record('a', { executionId: '8' })).toBe('copy');
	state.lateFailures = 2;
	const copies = [1, 2].map(async () => await record('b', { executionId }));
	expect(await Promise.all(copies)).toContain('original');
	expect(await record('b', { executionId: '8' })).toBe('copy');
});

test('in queue mode, a repetition is still detected if a write throws', async () => {
	const { state, record } = setUp();
	expect(await record('a', { executionId: '7' })).toBe('original');
	state.failures = 1;
	expect(await record('a', { executionId: '8' })).toBe('copy');
});

describe('a key that counts for ten minutes', () => {
	const setUpMinutes = () => {
		const { state, record } = setUp();
		const at = async (minutes: number, executionId?: string) =>
			await record(LIMITED, { receivedAt: minutes * 60_000, executionId });
		return { state, at };
	};

	test.each([0, 2, 4.9])('counts for five minutes at least and ten at most: from %d', async (n) => {
		const { at } = setUpMinutes();
		expect([await at(n), await at(n + 5), await at(n + 10)]).toEqual([
			'original',
			'copy',
			'original',
		]);
	});

	test('does not count longer because of repetitions', async () => {
		const { at } = setUpMinutes();
		expect([await at(0, '1'), await at(4, '2'), await at(8, '3'), await at(12, '4')]).toEqual([
			...['original', 'copy', 'copy', 'original'],
		]);
	});

	test('has two entries, and its copies have none', async () => {
		const { state, at } = setUpMinutes();
		expect([await at(0), await at(1), await at(6)]).toEqual(['original', 'copy', 'copy']);
		expect(state.known()).toEqual(['b@0', 'b@1']);
	});
});

test('a key without a limited time has one entry and counts permanently', async () => {
	const { state, record } = setUp();
	expect(await record('a')).toBe('original');
	expect(await record('a', { receivedAt: 100 * 24 * 3_600_000 })).toBe('copy');
	expect(state.known()).toEqual(['a']);
});

describe('the number of writes', () => {
	const settled = async <T>(finding: Promise<T>) => {
		await jest.advanceTimersByTimeAsync(10_000);
		return await finding;
	};
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	test.each<[string, string, DeliveryKey, string | undefined, number, number]>([
		['permanently', 'in one process', { key: 'a' }, undefined, 1, 1],
		['for ten minutes', 'in one process', LIMITED, undefined, 2, 2],
		['permanently', 'with workers', { key: 'a' }, '7', 3, 5],
		['for ten minutes', 'with workers', LIMITED, '7', 3, 5],
	])('of a key that counts %s, %s', async (_, __, key, executionId, writes, ifOverwritten) => {
		const { state, record } = setUp();
		expect(await settled(record(key, { executionId }))).toBe('original');
		expect(state.writes).toBe(writes);
		expect(await settled(record(key, { executionId: executionId && '8' }))).toBe('copy');
		expect(state.writes).toBe(writes + 1);
		const other = setUp();
		other.state.overwritten = Infinity;
		expect(await settled(other.record(key, { executionId }))).toBe('original');
		expect(other.state.writes).toBe(ifOverwritten);
	});

	test('texts that another worker overwrites after all checks are added with the next write', async () => {
		const { state, store, record } = setUp();
		expect(await settled(record('a', { executionId: '1' }))).toBe('original');
		state.forget();
		expect(await settled(record('b', { executionId: '2' }))).toBe('original');
		expect(await settled(recordElsewhere(store, 'a', { executionId: '3' }))).toBe('copy');
		state.forget();
		expect(await settled(record('a', { executionId: '4' }))).toBe('copy');
		expect(state.known()).toContain('a');
	});

	test('of those, the latest 200 are added', async () => {
		const { state, store } = setUp();
		const parts = Array.from({ length: 150 }, (_, n) => [{ key: `k${n}` }]);
		const dedupe = new NodeList();
		await settled(dedupe.record({ parts, receivedAt: 0, executionId: '1' }, store));
		state.forget();
		await settled(recordOne(dedupe, store, 'a', { executionId: '2' }));
		expect(new Set(state.known()).size).toBe(3 + 200);
	});

	test.each([
		['40 to 80 ms', 0, 0.5, 60],
		['the duration of a write at the earliest', 100, 0, 200],
	])('a check follows after %s', async (_, writeMs, random, secondWriteMs) => {
		jest.spyOn(Math, 'random').mockReturnValue(random);
		const { state, store } = setUp();
		const add: EntryStore['add'] = async (texts) => {
			const known = await store.add(texts);
			if (writeMs > 0) await sleep(writeMs);
			return known;
		};
		const first = recordElsewhere({ ...store, add }, 'a', { executionId: '7' });
		await jest.advanceTimersByTimeAsync(secondWriteMs - 1);
		expect(state.writes).toBe(1);
		await jest.advanceTimersByTimeAsync(writeMs + 1);
		expect(state.writes).toBe(2);
		expect(await first).toBe('original');
		jest.restoreAllMocks();
	});

	test('in queue mode, a delivery runs after another write has found it', async () => {
		const { state, store, record } = setUp();
		state.overwritten = 1;
		const ran = jest.fn();
		const first = record('a', { executionId: '7' }).then(ran);
		while (state.writes < 3) {
			expect(ran).not.toHaveBeenCalled();
			await jest.advanceTimersByTimeAsync(1);
		}
		await first;
		expect(ran).toHaveBeenCalledWith('original');
		// If this worker dies now, the other one recognizes a repetition.
		expect(await recordElsewhere(store, 'a', { executionId: '8' })).toBe('copy');
	});

	test('an execution that starts over before its texts were found is first both times', async () => {
		const { state, record } = setUp();
		state.overwritten = Infinity;
		const both = [1, 2].map(async () => await record('a', { executionId: '7' }));
		expect(await settled(Promise.all(both))).toEqual(['original', 'original']);
	});
});

test.each([0, 1])(
	'a copy in the next window is a repetition before that window is recorded: %i throws',
	async (failures) => {
		const { state, store } = setUp();
		const add: EntryStore['add'] = async (texts) => {
			if (state.writes === 1) state.failures = failures;
			return await store.add(texts);
		};
		const dedupe = new NodeList();
		const findings = [4, 6].map(async (minutes) => {
			return await recordOne(dedupe, { ...store, add }, LIMITED, { receivedAt: minutes * 60_000 });
		});
		expect(await Promise.all(findings)).toEqual(['original', 'copy']);
	},
);

describe('copies that several workers record at nearly the same moment', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	/** n8n's store as a worker sees it that needs so long to read and to write. */
	const storeOf = (row: ProcessedRow, readMs = 5, writeMs = 5): EntryStore => ({
		async add(texts) {
			await sleep(readMs);
			const afterRead = async () => await sleep(writeMs);
			return new Set((await row.checkAndRecord(texts, { afterRead })).processed);
		},
		remove: async (texts) => row.remove(texts),
	});

	interface Recorded {
		copy: number;
		/** Milliseconds. */
		at: number;
		readMs?: number;
		writeMs?: number;
	}

	/** Which of the copies run. */
	async function runs(key: DeliveryKey, all: Recorded[], row = insertedRow()) {
		const findings = all.map(async ({ copy, at, readMs, writeMs }) => {
			await sleep(at);
			const claim = { executionId: `${copy}`, copyNumber: copy };
			return await recordElsewhere(storeOf(row, readMs, writeMs), key, claim);
		});
		await jest.advanceTimersByTimeAsync(120_000);
		const found = await Promise.all(findings);
		return all.map(({ copy }) => copy).filter((_, n) => found[n] === 'original');
	}

	const keys: Array<[string, DeliveryKey]> = [
		['permanently', { key: 'a' }],
		['for ten minutes', LIMITED],
	];

	test('the first insert of one worker throws, and both deliveries are recorded', async () => {
		const row = new ProcessedRow();
		const inserted = jest.spyOn(row, 'checkAndRecord');
		const findings = ['a', 'b'].map(
			async (key) => await recordElsewhere(storeOf(row), key, { executionId: key }),
		);
		await jest.advanceTimersByTimeAsync(10_000);
		expect(await Promise.all(findings)).toEqual(['original', 'original']);
		await expect(inserted.mock.results[1]?.value).rejects.toThrow('UNIQUE');
		expect(row.entries).toEqual(expect.arrayContaining(['a', 'b']));
	});

	test.each(keys)(
		'a copy recorded first runs; at the same moment, the original: %s',
		async (_, key) => {
			const late = [
				{ copy: 0, at: 300 },
				{ copy: 1, at: 0 },
			];
			expect(await runs(key, late)).toEqual([1]);
			const together = [1, 0].map((copy) => ({ copy, at: 0 }));
			expect(await runs(key, together)).toEqual([0]);
		},
	);

	describe('a copy whose original was not recorded', () => {
		test('does not wait in one process', async () => {
			expect(await setUp().record('a', { copyNumber: 1 })).toBe('original');
		});

		test('waits for 20 seconds and a few checks at most', async () => {
			const ran = jest.fn();
			void setUp().record('a', { copyNumber: 1_000, executionId: '7' }).then(ran);
			await jest.advanceTimersByTimeAsync(20_000);
			expect(ran).not.toHaveBeenCalled();
			await jest.advanceTimersByTimeAsync(500);
			expect(ran).toHaveBeenCalledWith('original');
		});

		test('runs those of its events that were not recorded', async () => {
			const { store, record } = setUp();
			await record('a');
			const claim = { parts: [[{ key: 'a' }], [{ key: 'b' }]], originalKey: { key: 'a' } };
			const more = { receivedAt: 0, executionId: '7', copyNumber: 1 };
			const finding = new NodeList().record({ ...claim, ...more }, store);
			await jest.advanceTimersByTimeAsync(10_000);
			expect(await finding).toEqual([false, true]);
		});

		test('runs if the store cannot be written after the wait', async () => {
			const { state, record } = setUp();
			const finding = record('a', { copyNumber: 1, executionId: '7' });
			await jest.advanceTimersByTimeAsync(1_000);
			state.failures = 3;
			await jest.advanceTimersByTimeAsync(10_000);
			expect(await finding).toBe('original');
		});

		test('stays recorded as the one that runs, even if another worker overwrites it', async () => {
			const { state, record } = setUp();
			const finding = record('a', { copyNumber: 1, executionId: '7' });
			await jest.advanceTimersByTimeAsync(1_000);
			state.overwritten = 1;
			await jest.advanceTimersByTimeAsync(10_000);
			expect(await finding).toBe('original');
			expect(state.known()).toContain('a#original');
		});
	});

	test('the same body is an event again after its time, even as a third copy', async () => {
		const row = insertedRow();
		const at = async (copy: number, receivedAt: number) => {
			const claim = { receivedAt, executionId: `${copy}`, copyNumber: copy };
			const finding = recordElsewhere(storeOf(row), LIMITED, claim);
			await jest.advanceTimersByTimeAsync(120_000);
			return await finding;
		};
		expect(await at(0, 0)).toBe('original');
		expect(await at(1, 100)).toBe('copy');
		expect(await at(2, 2 * TEN_MINUTES)).toBe('original');
	});

	test.each(keys)('run once if they count %s', async (_, key) => {
		const ms = (max: number) => fc.integer({ min: 0, max });
		const recorded = fc.record({ at: ms(1_500), readMs: ms(80), writeMs: ms(80) });
		await fc.assert(
			fc.asyncProperty(
				fc.array(recorded, { minLength: 2, maxLength: 5 }),
				fc.boolean(),
				fc.boolean(),
				async (some, isOriginalLost, isInserted) => {
					const all = some.map((each, n) => ({ ...each, copy: n + (isOriginalLost ? 1 : 0) }));
					const row = isInserted ? insertedRow() : new ProcessedRow();
					expect(await runs(key, all, row)).toHaveLength(1);
				},
			),
			{ numRuns: 200 },
		);
	});
});

describe('a delivery with several keys, and a batch', () => {
	const setUpKeys = () => {
		const { state, store } = setUp();
		const dedupe = new NodeList();
		const record = async (deliveries: string[][], executionId?: string, by = dedupe) => {
			const keys = deliveries.map((each) => each.map((key) => ({ key })));
			const claim = { parts: keys, receivedAt: 0, executionId };
			return findingsOf(await by.record(claim, store));
		};
		return { state, record };
	};

	test('is a repetition by any of its keys, and is then known by all of them', async () => {
		const { record } = setUpKeys();
		expect(await record([['time 1', 'id']])).toEqual(['original']);
		expect(await record([['time 2', 'id']])).toEqual(['copy']);
		expect(await record([['time 2']])).toEqual(['copy']);
		expect(await record([['time 3', 'other']])).toEqual(['original']);
		expect(await record([['new'], ['new', 'id 2']])).toEqual(['original', 'copy']);
	});

	test('leaves no entries of its copies, but for keys that count permanently', async () => {
		jest.useFakeTimers();
		for (const isQueueMode of [false, true]) {
			const { state, store } = setUp();
			const dedupe = new NodeList();
			const record = async (time: string, id: string) => {
				const keys = [{ key: time }, { key: id, countsForMs: TEN_MINUTES }];
				const executionId = isQueueMode ? `${time} ${id}` : undefined;
				const claim = { parts: [keys], receivedAt: 0, executionId };
				const found = dedupe.record(claim, store);
				await jest.advanceTimersByTimeAsync(10_000);
				return findingsOf(await found)[0];
			};
			expect(await record('time', 'id')).toBe('original');
			const before = state.known();
			for (const id of ['1', '2', '3']) expect(await record('time', id)).toBe('copy');
			expect(state.known()).toEqual(before);
			expect(await record('another time', 'id')).toBe('copy');
			expect(state.known()).toEqual([...before, 'another time']);
		}
		jest.useRealTimers();
	});

	test('of copies in the same write, one is the first, whichever key they share', async () => {
		const { record } = setUpKeys();
		const copies = ['a id', 'b id', 'b c'].map(async (keys) => await record([keys.split(' ')]));
		expect(await Promise.all(copies)).toEqual([['original'], ['copy'], ['copy']]);
	});

	test('of 500 entries is recorded in one write', async () => {
		const { state, record } = setUpKeys();
		const batch = Array.from({ length: 500 }, (_, n) => [`k${n}`]);
		expect(await record(batch)).toEqual(batch.map(() => 'original'));
		expect(state.writes).toBe(1);
		expect(await record([['new'], ...batch])).toEqual(['original', ...batch.map(() => 'copy')]);
		expect(state.writes).toBe(2);
	});

	test('runs the same events again if its execution starts over in another process', async () => {
		const { record } = setUpKeys();
		const elsewhere = async (id: string, ...deliveries: string[][]) =>
			await record(deliveries, id, new NodeList());
		expect(await elsewhere('1', ['a', 'x'])).toEqual(['original']);
		expect(await elsewhere('2', ['b', 'x'], ['c'])).toEqual(['copy', 'original']);
		expect(await elsewhere('1', ['a', 'x'])).toEqual(['original']);
		expect(await elsewhere('3', ['c'])).toEqual(['copy']);
	});
});
