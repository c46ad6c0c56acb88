import fc from 'fast-check';
import { sleep } from 'n8n-workflow';
import type { DeliveryKey } from '../../../nodes/ProjectWorkspace/trigger/dedupe/key';
import {
	DedupeStore as Store,
	type DedupeClaim,
	type Write,
} from '../../../nodes/ProjectWorkspace/trigger/dedupe/store';
import { ProcessedRow } from './processedRow';

type OneClaim = Omit<DedupeClaim, 'deliveries' | 'original'> & { identity: DeliveryKey };

const findingsOf = (areFirst: boolean[]) =>
	areFirst.map((isFirst) => (isFirst ? 'first' : 'repeated'));

/** Most tests are about deliveries with one key. */
class DedupeStore {
	store = new Store();

	async record(scope: string, { identity, ...claim }: OneClaim, write: Write) {
		const one = { deliveries: [[identity]], original: identity, ...claim };
		return findingsOf(await this.store.record(scope, one, write))[0];
	}
}

/** n8n's store, whose row is there already. */
function store() {
	const row = new ProcessedRow();
	row.entries = [];
	const state = {
		writes: 0,
		atOnce: 0,
		most: 0,
		failures: 0,
		/** Throws after it has written. */
		lateFailures: 0,
		known: () => row.entries ?? [],
		/** Another worker writes back the list that it has read before. */
		forget: () => (row.entries = []),
	};
	const write: Write = async (texts) => {
		state.writes++;
		state.atOnce++;
		state.most = Math.max(state.most, state.atOnce);
		const afterRead = async () => {
			for (let turns = 0; turns < 5; turns++) await Promise.resolve();
			state.atOnce--;
			if (state.failures > 0) {
				state.failures--;
				throw new Error('The database is away');
			}
		};
		const { processed } = await row.checkAndRecord(texts, { afterRead });
		if (state.lateFailures > 0) {
			state.lateFailures--;
			throw new Error('The response of the database is lost');
		}
		return new Set(processed);
	};
	return { state, write };
}

/** As if another worker wrote back the list that it had read before, after each of the next writes. */
const overwriting =
	({ state, write }: ReturnType<typeof store>, times = Infinity): Write =>
	async (texts) => {
		const known = await write(texts);
		if (state.writes <= times) state.forget();
		return known;
	};

const lasting = (key: string) => ({ key });

const TEN_MINUTES = 600_000;

const claimFor = (
	identity: DeliveryKey,
	receivedAt: number,
	executionId: string | undefined,
): OneClaim => ({ identity, receivedAt, executionId });

test('of three copies at the same time, the first runs', async () => {
	const { write } = store();
	const dedupe = new DedupeStore();
	const claim = claimFor(lasting('a'), 0, undefined);
	const findings = await Promise.all([1, 2, 3].map(() => dedupe.record('n', claim, write)));
	expect(findings).toEqual(['first', 'repeated', 'repeated']);
	expect(await dedupe.record('n', claim, write)).toBe('repeated');
});

test('a node has one write at a time, which all waiting deliveries share', async () => {
	const { state, write } = store();
	const dedupe = new DedupeStore();
	const findings = await Promise.all(
		Array.from({ length: 500 }, (_, n) =>
			dedupe.record('n', claimFor(lasting(`k${n % 450}`), 0, undefined), write),
		),
	);
	expect(findings.filter((finding) => finding === 'first')).toHaveLength(450);
	expect(state.most).toBe(1);
	expect(state.writes).toBeLessThan(10);
	expect(new Set(state.known()).size).toBe(450);
});

test('each node has its own list', async () => {
	const dedupe = new DedupeStore();
	const claim = claimFor(lasting('a'), 0, undefined);
	expect(await dedupe.record('n1', claim, store().write)).toBe('first');
	expect(await dedupe.record('n2', claim, store().write)).toBe('first');
});

test('a write that throws is repeated', async () => {
	const { state, write } = store();
	state.failures = 2;
	expect(await new DedupeStore().record('n', claimFor(lasting('a'), 0, undefined), write)).toBe(
		'first',
	);
});

test('a delivery that cannot be recorded is reported, and the next one is recorded', async () => {
	const { state, write } = store();
	const dedupe = new DedupeStore();
	state.failures = 3;
	const claim = claimFor(lasting('a'), 0, undefined);
	await expect(dedupe.record('n', claim, write)).rejects.toThrow('The database is away');
	expect(await dedupe.record('n', claim, write)).toBe('first');
});

test('texts that another worker has overwritten are added again', async () => {
	const shared = store();
	const { state, write } = shared;
	const inQueue = claimFor(lasting('a'), 0, '7');
	const dedupe = new DedupeStore();
	expect(await dedupe.record('n', inQueue, overwriting(shared, 1))).toBe('first');
	// Served only after the look at the one before.
	expect(await dedupe.record('n', claimFor(lasting('b'), 0, undefined), write)).toBe('first');
	expect(state.known()).toContain('a');
});

test('an execution that starts over is not its own repetition', async () => {
	const { write } = store();
	const dedupe = new DedupeStore();
	const inQueue = (id: string) => dedupe.record('n', claimFor(lasting('a'), 0, id), write);
	expect(await inQueue('7')).toBe('first');
	expect(await inQueue('7')).toBe('first');
	expect(await inQueue('8')).toBe('repeated');
});

test.each([
	['regular mode', undefined],
	['queue mode', '7'],
])('a write that records and then throws drops no event: %s', async (_, executionId) => {
	const { state, write } = store();
	const dedupe = new DedupeStore();
	state.lateFailures = 1;
	expect(await dedupe.record('n', claimFor(lasting('a'), 0, executionId), write)).toBe('first');
	expect(await dedupe.record('n', claimFor(lasting('a'), 0, '8'), write)).toBe('repeated');
	state.lateFailures = 2;
	const copies = [1, 2].map(() =>
		dedupe.record('n', claimFor(lasting('b'), 0, executionId), write),
	);
	expect(await Promise.all(copies)).toContain('first');
	expect(await dedupe.record('n', claimFor(lasting('b'), 0, '8'), write)).toBe('repeated');
});

test('in queue mode, a repetition stays one if a write throws', async () => {
	const { state, write } = store();
	const dedupe = new DedupeStore();
	expect(await dedupe.record('n', claimFor(lasting('a'), 0, '7'), write)).toBe('first');
	state.failures = 1;
	expect(await dedupe.record('n', claimFor(lasting('a'), 0, '8'), write)).toBe('repeated');
});

describe('a key that counts for ten minutes', () => {
	const deliveries = (executionId?: (now: number) => string) => {
		const { state, write } = store();
		const dedupe = new DedupeStore();
		const identity = { key: 'b', countsForMs: TEN_MINUTES };
		const at = (minutes: number) => {
			const receivedAt = minutes * 60_000;
			const claim = { identity, receivedAt, executionId: executionId?.(receivedAt) };
			return dedupe.record('n', claim, write);
		};
		return { state, at };
	};

	test.each([0, 2, 4.9])(
		'counts for five minutes at least and ten at most: from minute %d',
		async (from) => {
			const { at } = deliveries();
			expect(await at(from)).toBe('first');
			expect(await at(from + 5)).toBe('repeated');
			expect(await at(from + 10)).toBe('first');
		},
	);

	test('does not count longer because of repetitions', async () => {
		const { at } = deliveries((now) => String(now));
		expect(await at(0)).toBe('first');
		expect(await at(4)).toBe('repeated');
		expect(await at(8)).toBe('repeated');
		expect(await at(12)).toBe('first');
	});

	test('has two entries, and its repetitions have none', async () => {
		const { state, at } = deliveries();
		await at(0);
		await at(1);
		expect(await at(6)).toBe('repeated');
		expect(state.known()).toEqual(['b@0', 'b@1']);
	});
});

test('a key without a limited time has one entry and counts permanently', async () => {
	const { state, write } = store();
	const dedupe = new DedupeStore();
	const at = (now: number) => dedupe.record('n', claimFor(lasting('a'), now, undefined), write);
	expect(await at(0)).toBe('first');
	expect(await at(100 * 24 * 3_600_000)).toBe('repeated');
	expect(state.known()).toHaveLength(1);
});

describe('the number of writes', () => {
	const LONG_AGO = 0;
	const identities = {
		permanently: { key: 'a' },
		'for ten minutes': { key: 'a', countsForMs: TEN_MINUTES },
	};
	const finished = async (state: ReturnType<typeof store>['state']) => {
		await jest.advanceTimersByTimeAsync(10_000);
		return state.writes;
	};
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	test.each([
		['permanently', 'in one process', undefined, 1, 1],
		['for ten minutes', 'in one process', undefined, 2, 2],
		['permanently', 'with workers', '7', 3, 5],
		['for ten minutes', 'with workers', '7', 3, 5],
	] as const)(
		'of a key that counts %s, %s',
		async (kind, _, executionId, writes, writesIfOverwritten) => {
			const { state, write } = store();
			const dedupe = new DedupeStore();
			const record = async (id: string | undefined) =>
				await dedupe.record('n', claimFor(identities[kind], LONG_AGO, id), write);
			const first = record(executionId);
			expect(await finished(state)).toBe(writes);
			expect(await first).toBe('first');
			expect(await record(executionId && '8')).toBe('repeated');
			expect(await finished(state)).toBe(writes + 1);
			const shared = store();
			const claim = claimFor(identities[kind], LONG_AGO, executionId);
			const overwritten = new DedupeStore().record('n', claim, overwriting(shared));
			expect(await finished(shared.state)).toBe(writesIfOverwritten);
			expect(await overwritten).toBe('first');
		},
	);

	test('texts that another worker overwrites after all checks are added with the next write', async () => {
		const { state, write } = store();
		const dedupe = new DedupeStore();
		const record = async (key: string, id: string, by = dedupe) => {
			const finding = by.record('n', claimFor(lasting(key), LONG_AGO, id), write);
			await finished(state);
			return await finding;
		};
		expect(await record('a', '1')).toBe('first');
		state.forget();
		expect(await record('b', '2')).toBe('first');
		expect(await record('a', '3', new DedupeStore())).toBe('repeated');
		state.forget();
		expect(await record('a', '4')).toBe('repeated');
	});

	test.each([
		['40 to 80 ms', 0, 0.5, 60],
		['the duration of a write at the earliest', 100, 0, 200],
	])('a check follows after %s', async (_, writeMs, random, secondWriteMs) => {
		jest.spyOn(Math, 'random').mockReturnValue(random);
		const { state, write } = store();
		const slow: Write = async (texts) => {
			const known = await write(texts);
			if (writeMs > 0) await sleep(writeMs);
			return known;
		};
		const claim = claimFor(identities.permanently, LONG_AGO, '7');
		const first = new DedupeStore().record('n', claim, slow);
		await jest.advanceTimersByTimeAsync(secondWriteMs - 1);
		expect(state.writes).toBe(1);
		await jest.advanceTimersByTimeAsync(writeMs + 1);
		expect(state.writes).toBe(2);
		expect(await first).toBe('first');
		jest.restoreAllMocks();
	});

	test('in queue mode, a delivery runs after another write has found it', async () => {
		const shared = store();
		const claim = (id: string) => claimFor(identities.permanently, LONG_AGO, id);
		const ran = jest.fn();
		const first = new DedupeStore().record('n', claim('7'), overwriting(shared, 1)).then(ran);
		while (shared.state.writes < 3) {
			expect(ran).not.toHaveBeenCalled();
			await jest.advanceTimersByTimeAsync(1);
		}
		await first;
		expect(ran).toHaveBeenCalledWith('first');
		// If this worker dies now, the other one recognizes a repetition.
		expect(await new DedupeStore().record('n', claim('8'), shared.write)).toBe('repeated');
	});

	test('an execution that starts over before its texts were found ends both times', async () => {
		const shared = store();
		const dedupe = new DedupeStore();
		const claim = claimFor(identities.permanently, LONG_AGO, '7');
		const record = async () => await dedupe.record('n', claim, overwriting(shared));
		const both = Promise.all([record(), record()]);
		await finished(shared.state);
		expect(await both).toEqual(['first', 'first']);
	});
});

describe('while a first delivery is being followed up', () => {
	test.each([0, 1])('a copy in its next window is a repetition: %i throws', async (failures) => {
		const { state, write } = store();
		const throwing: Write = async (texts) => {
			if (state.writes === 1) state.failures = failures;
			return await write(texts);
		};
		const dedupe = new DedupeStore();
		const identity = { key: 'b', countsForMs: TEN_MINUTES };
		const findings = [4, 6].map(async (minutes) => {
			const claim = claimFor(identity, minutes * 60_000, undefined);
			return await dedupe.record('n', claim, throwing);
		});
		expect(await Promise.all(findings)).toEqual(['first', 'repeated']);
	});

	test('a copy is a repetition, even if another worker has overwritten the first', async () => {
		const { state, write } = store();
		const dedupe = new DedupeStore();
		const record = (id: string) => dedupe.record('n', claimFor(lasting('a'), 0, id), write);
		expect(await record('7')).toBe('first');
		state.forget();
		expect(await record('8')).toBe('repeated');
		expect(state.known()).toContain('a');
	});
});

describe('copies that several workers record at nearly the same moment', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	/** n8n's store for several workers. */
	function sharedStore(row = new ProcessedRow()) {
		return (readMs: number, writeMs: number): Write =>
			async (texts) => {
				await sleep(readMs);
				const afterRead = async () => await sleep(writeMs);
				const { processed } = await row.checkAndRecord(texts, { afterRead });
				return new Set(processed);
			};
	}

	test('the first insert of one worker throws, and both deliveries are recorded', async () => {
		const row = new ProcessedRow();
		const write = sharedStore(row)(5, 5);
		const inserted = jest.spyOn(row, 'checkAndRecord');
		const findings = ['a', 'b'].map(
			async (key, at) => await new DedupeStore().record('n', claimFor({ key }, 0, `${at}`), write),
		);
		await jest.advanceTimersByTimeAsync(10_000);
		expect(await Promise.all(findings)).toEqual(['first', 'first']);
		await expect(inserted.mock.results[1]?.value).rejects.toThrow('UNIQUE');
		expect(row.entries).toEqual(expect.arrayContaining(['a', 'b']));
	});

	interface Recorded {
		copy: number;
		/** Milliseconds. */
		at: number;
		readMs: number;
		writeMs: number;
	}

	const insertedRow = (): ProcessedRow => Object.assign(new ProcessedRow(), { entries: [] });

	/** Which of the copies run. */
	async function runs(all: Recorded[], identity: DeliveryKey, row = insertedRow()) {
		const writeOf = sharedStore(row);
		const findings = all.map(async ({ copy, at, readMs, writeMs }) => {
			await sleep(at);
			const claim = { identity, receivedAt: 0, executionId: `${copy}`, copy };
			return await new DedupeStore().record('n', claim, writeOf(readMs, writeMs));
		});
		await jest.advanceTimersByTimeAsync(120_000);
		const first = (await Promise.all(findings)).map((finding) => finding === 'first');
		return all.map(({ copy }) => copy).filter((_, n) => first[n]);
	}

	const identities: Array<[string, DeliveryKey]> = [
		['permanently', { key: 'a' }],
		['for ten minutes', { key: 'a', countsForMs: TEN_MINUTES }],
	];

	test.each(identities)(
		'a copy that is recorded first runs, and its original does not: %s',
		async (_, identity) => {
			const soon = { readMs: 5, writeMs: 5 };
			const all = [
				{ copy: 0, at: 300, ...soon },
				{ copy: 1, at: 0, ...soon },
			];
			expect(await runs(all, identity)).toEqual([1]);
		},
	);

	test.each(identities)('of two at the same moment, the original runs: %s', async (_, identity) => {
		const same = { at: 0, readMs: 5, writeMs: 5 };
		const all = [1, 0].map((copy) => ({ copy, ...same }));
		expect(await runs(all, identity)).toEqual([0]);
	});

	describe('a copy whose original was not recorded', () => {
		const record = (claim: Partial<OneClaim>, write: Write) =>
			new DedupeStore().record('n', { identity: { key: 'a' }, receivedAt: 0, ...claim }, write);

		test('does not wait in one process', async () => {
			expect(await record({ copy: 1 }, store().write)).toBe('first');
		});

		test('waits for 20 seconds and a few checks at most', async () => {
			const ran = jest.fn();
			void record({ copy: 1_000, executionId: '7' }, store().write).then(ran);
			await jest.advanceTimersByTimeAsync(20_000);
			expect(ran).not.toHaveBeenCalled();
			await jest.advanceTimersByTimeAsync(500);
			expect(ran).toHaveBeenCalledWith('first');
		});

		test('runs if the store cannot be written after the wait', async () => {
			const { state, write } = store();
			const finding = record({ copy: 1, executionId: '7' }, write);
			await jest.advanceTimersByTimeAsync(1_000);
			state.failures = 3;
			await jest.advanceTimersByTimeAsync(10_000);
			expect(await finding).toBe('first');
		});

		test('stays recorded as the one that runs, even if another worker overwrites it', async () => {
			const { state, write } = store();
			let lost = 1;
			const overwrittenOnce: Write = async (texts) => {
				const known = await write(texts);
				if (texts.includes('a#original') && lost-- > 0) state.forget();
				return known;
			};
			const finding = record({ copy: 1, executionId: '7' }, overwrittenOnce);
			await jest.advanceTimersByTimeAsync(10_000);
			expect(await finding).toBe('first');
			expect(state.known()).toContain('a#original');
		});
	});

	test('the same body is an event again after its time, even as a third copy', async () => {
		const writeOf = sharedStore();
		const identity = { key: 'a', countsForMs: TEN_MINUTES };
		const at = async (copy: number, receivedAt: number) => {
			const claim = { identity, receivedAt, executionId: `${copy}`, copy };
			const finding = new DedupeStore().record('n', claim, writeOf(1, 1));
			await jest.advanceTimersByTimeAsync(120_000);
			return await finding;
		};
		expect(await at(0, 0)).toBe('first');
		expect(await at(1, 100)).toBe('repeated');
		expect(await at(2, 2 * TEN_MINUTES)).toBe('first');
	});

	test.each(identities)('run once if they count %s', async (_, identity) => {
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
					expect(await runs(all, identity, row)).toHaveLength(1);
				},
			),
			{ numRuns: 200 },
		);
	});
});

describe('a delivery with several keys, and a batch', () => {
	const claim = (...deliveries: string[][]) => ({
		deliveries: deliveries.map((keys) => keys.map(lasting)),
		receivedAt: 0,
	});

	class NamingStore {
		store = new Store();
		record = async (claimed: DedupeClaim, write: Write) =>
			findingsOf(await this.store.record('n', claimed, write));
	}

	test('is a repetition by any of its keys, and is then known by all of them', async () => {
		const { write } = store();
		const dedupe = new NamingStore();
		expect(await dedupe.record(claim(['time 1', 'id']), write)).toEqual(['first']);
		expect(await dedupe.record(claim(['time 2', 'id']), write)).toEqual(['repeated']);
		expect(await dedupe.record(claim(['time 2']), write)).toEqual(['repeated']);
		expect(await dedupe.record(claim(['time 3', 'other']), write)).toEqual(['first']);
	});

	test('of copies in the same write, one is the first, whichever key they share', async () => {
		const { write } = store();
		const dedupe = new NamingStore();
		const copies = [
			['a', 'id'],
			['b', 'id'],
			['b', 'c'],
		].map(async (keys) => await dedupe.record(claim(keys), write));
		expect(await Promise.all(copies)).toEqual([['first'], ['repeated'], ['repeated']]);
	});

	test('of 500 entries is recorded in one write', async () => {
		const { state, write } = store();
		const dedupe = new NamingStore();
		const batch = Array.from({ length: 500 }, (_, n) => [`k${n}`]);
		const findings = await dedupe.record(claim(...batch), write);
		expect(findings.filter((finding) => finding === 'first')).toHaveLength(500);
		expect(state.writes).toBe(1);
		const again = await dedupe.record(claim(['new'], ...batch), write);
		expect(again.filter((finding) => finding === 'first')).toEqual(['first']);
		expect(state.writes).toBe(2);
	});

	test('runs the same events again if its execution starts over', async () => {
		const { write } = store();
		const of = async (executionId: string, ...deliveries: string[][]) =>
			await new NamingStore().record({ ...claim(...deliveries), executionId }, write);
		expect(await of('1', ['a', 'x'])).toEqual(['first']);
		expect(await of('2', ['b', 'x'], ['c'])).toEqual(['repeated', 'first']);
		expect(await of('1', ['a', 'x'])).toEqual(['first']);
		expect(await of('3', ['c'])).toEqual(['repeated']);
	});
});
