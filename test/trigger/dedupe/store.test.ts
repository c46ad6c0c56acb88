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

/** Most tests are about deliveries with one key. */
class DedupeStore {
	store = new Store();

	async record(scope: string, { identity, ...claim }: OneClaim, write: Write) {
		const one = { deliveries: [[identity]], original: identity, ...claim };
		const [finding] = await this.store.record(scope, one, write);
		return finding;
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

const lasting = (key: string) => ({ key });

const TEN_MINUTES = 600_000;

const claimFor = (
	identity: DeliveryKey,
	receivedAt: number,
	executionId: string | undefined,
): OneClaim => ({ identity, receivedAt, executionId });

test('two copies at the same time: the first runs, the second does not', async () => {
	const { write } = store();
	const dedupe = new DedupeStore();
	const claim = claimFor(lasting('a'), 0, undefined);
	const findings = await Promise.all([1, 2, 3].map(() => dedupe.record('n', claim, write)));
	expect(findings).toEqual(['first', 'repeated', 'repeated']);
	expect(await dedupe.record('n', claim, write)).toBe('repeated');
});

test('one write at a time for a node, and one for all who wait', async () => {
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

test('nodes do not know of each other', async () => {
	const dedupe = new DedupeStore();
	const claim = claimFor(lasting('a'), 0, undefined);
	expect(await dedupe.record('n1', claim, store().write)).toBe('first');
	expect(await dedupe.record('n2', claim, store().write)).toBe('first');
});

test('a write that fails is tried again', async () => {
	const { state, write } = store();
	state.failures = 2;
	expect(await new DedupeStore().record('n', claimFor(lasting('a'), 0, undefined), write)).toBe(
		'first',
	);
});

test('where the store stays away, nobody waits for ever, and later ones are served', async () => {
	const { state, write } = store();
	const dedupe = new DedupeStore();
	state.failures = 3;
	const claim = claimFor(lasting('a'), 0, undefined);
	expect(await dedupe.record('n', claim, write)).toEqual({ unknown: expect.any(Error) });
	expect(await dedupe.record('n', claim, write)).toBe('first');
});

test('what another worker has overwritten is added again', async () => {
	const { state, write } = store();
	const inQueue = claimFor(lasting('a'), 0, '7');
	const overwritten: Write = async (texts) => {
		const known = await write(texts);
		if (state.writes === 1) state.forget();
		return known;
	};
	const dedupe = new DedupeStore();
	expect(await dedupe.record('n', inQueue, overwritten)).toBe('first');
	// Served only after the look at the one before.
	expect(await dedupe.record('n', claimFor(lasting('b'), 0, undefined), write)).toBe('first');
	expect(state.known()).toContain('a');
});

test('what another worker overwrites later, after it was checked, comes back with the next write', async () => {
	const { state, write } = store();
	const dedupe = new DedupeStore();
	expect(await dedupe.record('n', claimFor(lasting('a'), 0, '1'), write)).toBe('first');
	expect(await dedupe.record('n', claimFor(lasting('b'), 0, '2'), write)).toBe('first');
	state.forget();
	expect(await dedupe.record('n', claimFor(lasting('c'), 0, '3'), write)).toBe('first');
	const another = new DedupeStore();
	expect(await another.record('n', claimFor(lasting('a'), 0, '4'), write)).toBe('repeated');
	state.forget();
	expect(await dedupe.record('n', claimFor(lasting('b'), 0, '5'), write)).toBe('repeated');
});

test('an execution that a worker starts over is not its own repetition', async () => {
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
])('a write that was made and then threw drops no event: %s', async (_, executionId) => {
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

test('in queue mode a throw does not make a repetition new', async () => {
	const { state, write } = store();
	const dedupe = new DedupeStore();
	expect(await dedupe.record('n', claimFor(lasting('a'), 0, '7'), write)).toBe('first');
	state.failures = 1;
	expect(await dedupe.record('n', claimFor(lasting('a'), 0, '8'), write)).toBe('repeated');
});

describe('what counts for a time', () => {
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
		'counts for half of it at least and never longer: from %d on',
		async (from) => {
			const { at } = deliveries();
			expect(await at(from)).toBe('first');
			expect(await at(from + 5)).toBe('repeated');
			expect(await at(from + 10)).toBe('first');
		},
	);

	test('is not made longer by repetitions', async () => {
		const { at } = deliveries((now) => String(now));
		expect(await at(0)).toBe('first');
		expect(await at(4)).toBe('repeated');
		expect(await at(8)).toBe('repeated');
		expect(await at(12)).toBe('first');
	});

	test('takes two places, and a repetition takes none', async () => {
		const { state, at } = deliveries();
		await at(0);
		await at(1);
		expect(await at(6)).toBe('repeated');
		expect(state.known()).toEqual(['b@0', 'b@1']);
	});
});

test('what names the event for good takes one place and counts for good', async () => {
	const { state, write } = store();
	const dedupe = new DedupeStore();
	const at = (now: number) => dedupe.record('n', claimFor(lasting('a'), now, undefined), write);
	expect(await at(0)).toBe('first');
	expect(await at(100 * 24 * 3_600_000)).toBe('repeated');
	expect(state.known()).toHaveLength(1);
});

test('of two copies that wait for the same write, one is the first', async () => {
	const { write } = store();
	const dedupe = new DedupeStore();
	// The other delivery is being written meanwhile.
	const findings = ['other', 'a', 'a'].map(
		async (key) => await dedupe.record('n', claimFor(lasting(key), 0, undefined), write),
	);
	expect(await Promise.all(findings)).toEqual(['first', 'first', 'repeated']);
});

describe('how often the store is read and written', () => {
	const LONG_AGO = 0;
	const identities = {
		'for good': { key: 'a' },
		'for a time': { key: 'a', countsForMs: TEN_MINUTES },
	};
	const finished = async (state: ReturnType<typeof store>['state']) => {
		await jest.advanceTimersByTimeAsync(10_000);
		return state.writes;
	};
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	test.each([
		['for good', 'in one process', undefined, 1, 1],
		['for a time', 'in one process', undefined, 2, 1],
		['for good', 'with workers', '7', 3, 1],
		['for a time', 'with workers', '7', 3, 1],
	] as const)(
		'what counts %s, %s: once more only for what comes later or is checked',
		async (kind, _, executionId, forFirst, forRepetition) => {
			const { state, write } = store();
			const dedupe = new DedupeStore();
			const record = async (id: string | undefined) =>
				await dedupe.record('n', claimFor(identities[kind], LONG_AGO, id), write);
			const first = record(executionId);
			expect(await finished(state)).toBe(forFirst);
			expect(await first).toBe('first');
			expect(await record(executionId && '8')).toBe('repeated');
			expect(await finished(state)).toBe(forFirst + forRepetition);
		},
	);

	test.each([
		['for good', 'in one process', undefined, 1],
		['for a time', 'in one process', undefined, 2],
		['for good', 'with workers', '7', 5],
		['for a time', 'with workers', '7', 5],
	] as const)(
		'what counts %s, %s, is checked four times at most where others overwrite it each time',
		async (kind, _, executionId, writes) => {
			const { state, write } = store();
			const overwritten: Write = async (texts) => {
				const known = await write(texts);
				state.forget();
				return known;
			};
			const claim = claimFor(identities[kind], LONG_AGO, executionId);
			const first = new DedupeStore().record('n', claim, overwritten);
			expect(await finished(state)).toBe(writes);
			expect(await first).toBe('first');
		},
	);

	test('what another worker overwrites after all checks comes back with the next write', async () => {
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

	test('a check comes after 40 to 80 ms', async () => {
		const random = jest.spyOn(Math, 'random').mockReturnValue(0.5);
		const { state, write } = store();
		const claim = claimFor(identities['for good'], LONG_AGO, '7');
		const first = new DedupeStore().record('n', claim, write);
		await jest.advanceTimersByTimeAsync(59);
		expect(state.writes).toBe(1);
		await jest.advanceTimersByTimeAsync(1);
		expect(state.writes).toBe(2);
		expect(await first).toBe('first');
		random.mockRestore();
	});

	test('a check comes no sooner than the write took, as that of another worker takes as long', async () => {
		const random = jest.spyOn(Math, 'random').mockReturnValue(0);
		const { state, write } = store();
		const slow: Write = async (texts) => {
			const known = await write(texts);
			await sleep(100);
			return known;
		};
		const claim = claimFor(identities['for good'], LONG_AGO, '7');
		const first = new DedupeStore().record('n', claim, slow);
		await jest.advanceTimersByTimeAsync(199);
		expect(state.writes).toBe(1);
		await jest.advanceTimersByTimeAsync(101);
		expect(state.writes).toBe(2);
		expect(await first).toBe('first');
		random.mockRestore();
	});

	test('with workers, no delivery runs before another write has found it recorded', async () => {
		const { state, write } = store();
		let lost = 1;
		// Another worker writes back a list that it read before.
		const overwrittenOnce: Write = async (texts) => {
			const known = await write(texts);
			if (lost-- > 0) state.forget();
			return known;
		};
		const claim = (id: string) => claimFor(identities['for good'], LONG_AGO, id);
		const ran = jest.fn();
		const first = new DedupeStore().record('n', claim('7'), overwrittenOnce).then(ran);
		while (state.writes < 3) {
			expect(ran).not.toHaveBeenCalled();
			await jest.advanceTimersByTimeAsync(1);
		}
		await first;
		expect(ran).toHaveBeenCalledWith('first');
		// However this worker ends now, a repetition is recognized by the other.
		expect(await new DedupeStore().record('n', claim('8'), write)).toBe('repeated');
	});

	test('an execution that starts over before its record was found again leaves nobody waiting', async () => {
		const { state, write } = store();
		const dedupe = new DedupeStore();
		const overwritten: Write = async (texts) => {
			const known = await write(texts);
			state.forget();
			return known;
		};
		const claim = claimFor(identities['for good'], LONG_AGO, '7');
		const both = Promise.all([1, 2].map(async () => await dedupe.record('n', claim, overwritten)));
		await finished(state);
		expect(await both).toEqual(['first', 'first']);
	});

	test('with workers, what could not be written is written later, and then its copy is a repetition', async () => {
		const { state, write } = store();
		const dedupe = new DedupeStore();
		const record = async (id: string) =>
			await dedupe.record('n', claimFor(identities['for good'], LONG_AGO, id), write);
		state.failures = 3;
		expect(await record('7')).toEqual({ unknown: expect.any(Error) });
		await finished(state);
		expect(state.known()).toContain('a');
		expect(await record('8')).toBe('repeated');
	});

	test.each([
		['for good', 'in one process', undefined, 20],
		['for a time', 'in one process', undefined, 40],
		['for good', 'with workers', '7', 41],
		['for a time', 'with workers', '7', 41],
	] as const)(
		'twenty that count %s, each after the one before, %s',
		async (kind, _, executionId, writes) => {
			const { state, write } = store();
			const dedupe = new DedupeStore();
			const all = (async () => {
				for (let n = 0; n < 20; n++) {
					const claim = claimFor({ ...identities[kind], key: `k${n}` }, LONG_AGO, executionId);
					expect(await dedupe.record('n', claim, write)).toBe('first');
				}
			})();
			expect(await finished(state)).toBe(writes);
			await all;
		},
	);
});

describe('what is left to do is done along with the next write, and', () => {
	test('a copy of it is a repetition though the store calls it new', async () => {
		const { state, write } = store();
		const dedupe = new DedupeStore();
		const identity = { key: 'b', countsForMs: TEN_MINUTES };
		const at = (minutes: number) => claimFor(identity, minutes * 60_000, undefined);
		// Its second window is written together with a copy that falls into that window.
		const findings = [dedupe.record('n', at(4), write), dedupe.record('n', at(6), write)];
		expect(await Promise.all(findings)).toEqual(['first', 'repeated']);
		expect(state.writes).toBe(2);
	});

	test('a copy of it is a repetition though the write for both throws once', async () => {
		const { state, write } = store();
		const throwing: Write = async (texts) => {
			if (state.writes === 1) state.failures = 1;
			return await write(texts);
		};
		const dedupe = new DedupeStore();
		const identity = { key: 'b', countsForMs: TEN_MINUTES };
		const at = (minutes: number) => claimFor(identity, minutes * 60_000, undefined);
		const findings = [dedupe.record('n', at(4), throwing), dedupe.record('n', at(6), throwing)];
		expect(await Promise.all(findings)).toEqual(['first', 'repeated']);
		expect(state.writes).toBe(3);
	});

	test('a copy is a repetition though another worker has overwritten the first', async () => {
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
		['for good', { key: 'a' }],
		['for a time', { key: 'a', countsForMs: TEN_MINUTES }],
	];

	test.each(identities)(
		'a copy that comes first runs, and its original does not: %s',
		async (_, identity) => {
			const soon = { readMs: 5, writeMs: 5 };
			const all = [
				{ copy: 0, at: 300, ...soon },
				{ copy: 1, at: 0, ...soon },
			];
			expect(await runs(all, identity)).toEqual([1]);
		},
	);

	test.each(identities)('of two at the same moment the original runs: %s', async (_, identity) => {
		const same = { at: 0, readMs: 5, writeMs: 5 };
		const all = [1, 0].map((copy) => ({ copy, ...same }));
		expect(await runs(all, identity)).toEqual([0]);
	});

	describe('a copy that nobody else has recorded', () => {
		const record = (claim: Partial<OneClaim>, write: Write) =>
			new DedupeStore().record('n', { identity: { key: 'a' }, receivedAt: 0, ...claim }, write);

		test('waits for nobody in one process', async () => {
			expect(await record({ copy: 1 }, store().write)).toBe('first');
		});

		test('waits for 20 seconds and a few checks, however many came before it', async () => {
			const ran = jest.fn();
			void record({ copy: 1_000, executionId: '7' }, store().write).then(ran);
			await jest.advanceTimersByTimeAsync(20_000);
			expect(ran).not.toHaveBeenCalled();
			await jest.advanceTimersByTimeAsync(500);
			expect(ran).toHaveBeenCalledWith('first');
		});

		test('runs if the store does not answer when it looks once more', async () => {
			const { state, write } = store();
			const finding = record({ copy: 1, executionId: '7' }, write);
			await jest.advanceTimersByTimeAsync(1_000);
			state.failures = 3;
			await jest.advanceTimersByTimeAsync(10_000);
			expect(await finding).toBe('first');
		});

		test('stays recorded as the one that runs, though another worker overwrites it', async () => {
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

	test('the same body after its time is an event again, however many there were before', async () => {
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

	test.each(identities)('run once, counted %s', async (_, identity) => {
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

	test('is a repetition by any of its keys, and is known by all of them afterwards', async () => {
		const { write } = store();
		const dedupe = new Store();
		expect(await dedupe.record('n', claim(['time 1', 'id']), write)).toEqual(['first']);
		expect(await dedupe.record('n', claim(['time 2', 'id']), write)).toEqual(['repeated']);
		expect(await dedupe.record('n', claim(['time 2']), write)).toEqual(['repeated']);
		expect(await dedupe.record('n', claim(['time 3', 'other']), write)).toEqual(['first']);
	});

	test('of copies that wait for the same write, one is the first, whichever key they share', async () => {
		const { write } = store();
		const dedupe = new Store();
		const copies = [
			['a', 'id'],
			['b', 'id'],
			['b', 'c'],
		].map(async (keys) => await dedupe.record('n', claim(keys), write));
		expect(await Promise.all(copies)).toEqual([['first'], ['repeated'], ['repeated']]);
	});

	test('costs one write, however many entries it has', async () => {
		const { state, write } = store();
		const dedupe = new Store();
		const batch = Array.from({ length: 500 }, (_, n) => [`k${n}`]);
		const findings = await dedupe.record('n', claim(...batch), write);
		expect(findings.filter((finding) => finding === 'first')).toHaveLength(500);
		expect(state.writes).toBe(1);
		const again = await dedupe.record('n', claim(['new'], ...batch), write);
		expect(again.filter((finding) => finding === 'first')).toEqual(['first']);
		expect(state.writes).toBe(2);
	});

	test('an execution that starts over runs what it ran, and nothing else', async () => {
		const { write } = store();
		const of = async (executionId: string, ...deliveries: string[][]) =>
			await new Store().record('n', { ...claim(...deliveries), executionId }, write);
		expect(await of('1', ['a', 'x'])).toEqual(['first']);
		expect(await of('2', ['b', 'x'], ['c'])).toEqual(['repeated', 'first']);
		expect(await of('1', ['a', 'x'])).toEqual(['first']);
		expect(await of('3', ['c'])).toEqual(['repeated']);
	});
});
