import { BODY_WINDOW_MS, entriesFor } from '../../../nodes/ProjectWorkspace/trigger/dedupe/entries';
import { Ledger, type Write } from '../../../nodes/ProjectWorkspace/trigger/dedupe/ledger';

/** Reads, waits and writes back, as n8n's store does: two at once would lose one of them. */
function store() {
	let kept: string[] = [];
	const state = {
		writes: 0,
		atOnce: 0,
		most: 0,
		failures: 0,
		known: () => kept,
		forget: () => (kept = []),
	};
	const write: Write = async (texts) => {
		state.writes++;
		state.atOnce++;
		state.most = Math.max(state.most, state.atOnce);
		const read = [...kept];
		for (let turns = 0; turns < 5; turns++) await Promise.resolve();
		state.atOnce--;
		if (state.failures > 0) {
			state.failures--;
			throw new Error('The database is away');
		}
		const processed = new Set(texts.filter((text) => read.includes(text)));
		kept = [...read, ...texts.filter((text) => !processed.has(text))];
		return processed;
	};
	return { state, write };
}

const lasting = (key: string) => ({ key, lasting: true });

const body = (key: string) => ({ key, lasting: false });

test('two copies at the same time: the first runs, the second does not', async () => {
	const { write } = store();
	const ledger = new Ledger();
	const entries = entriesFor(lasting('a'), 0, undefined);
	const findings = await Promise.all([1, 2, 3].map(() => ledger.record('n', entries, write)));
	expect(findings).toEqual(['first', 'repeated', 'repeated']);
	expect(await ledger.record('n', entries, write)).toBe('repeated');
});

test('one write at a time for a node, and one for all who wait', async () => {
	const { state, write } = store();
	const ledger = new Ledger();
	const findings = await Promise.all(
		Array.from({ length: 500 }, (_, n) =>
			ledger.record('n', entriesFor(lasting(`k${n % 450}`), 0, undefined), write),
		),
	);
	expect(findings.filter((finding) => finding === 'first')).toHaveLength(450);
	expect(state.most).toBe(1);
	expect(state.writes).toBeLessThan(10);
	expect(new Set(state.known()).size).toBe(450);
});

test('nodes do not know of each other', async () => {
	const ledger = new Ledger();
	const entries = entriesFor(lasting('a'), 0, undefined);
	expect(await ledger.record('n1', entries, store().write)).toBe('first');
	expect(await ledger.record('n2', entries, store().write)).toBe('first');
});

test('a write that fails is tried again', async () => {
	const { state, write } = store();
	state.failures = 2;
	expect(await new Ledger().record('n', entriesFor(lasting('a'), 0, undefined), write)).toBe(
		'first',
	);
});

test('where the store stays away, nobody waits for ever, and later ones are served', async () => {
	const { state, write } = store();
	const ledger = new Ledger();
	state.failures = 3;
	const entries = entriesFor(lasting('a'), 0, undefined);
	expect(await ledger.record('n', entries, write)).toEqual({ unknown: expect.any(Error) });
	expect(await ledger.record('n', entries, write)).toBe('first');
});

test('what another worker has overwritten is added again', async () => {
	const { state, write } = store();
	const inQueue = entriesFor(lasting('a'), 0, '7');
	const overwritten: Write = async (texts) => {
		const known = await write(texts);
		if (state.writes === 1) state.forget();
		return known;
	};
	const ledger = new Ledger();
	expect(await ledger.record('n', inQueue, overwritten)).toBe('first');
	// Served only after the look at the one before.
	expect(await ledger.record('n', entriesFor(lasting('b'), 0, undefined), write)).toBe('first');
	expect(state.known()).toContain('a');
});

test('an execution that a worker starts over is not its own repetition', async () => {
	const { write } = store();
	const ledger = new Ledger();
	const inQueue = (id: string) => ledger.record('n', entriesFor(lasting('a'), 0, id), write);
	expect(await inQueue('7')).toBe('first');
	expect(await inQueue('7')).toBe('first');
	expect(await inQueue('8')).toBe('repeated');
});

test('equal bodies count for a day at least and two at most', async () => {
	const { write } = store();
	const ledger = new Ledger();
	const at = (now: number) => ledger.record('n', entriesFor(body('b'), now, undefined), write);
	expect(await at(BODY_WINDOW_MS - 1)).toBe('first');
	expect(await at(BODY_WINDOW_MS + 1)).toBe('repeated');
	expect(await at(2 * BODY_WINDOW_MS - 1)).toBe('repeated');
	expect(await at(5 * BODY_WINDOW_MS)).toBe('first');
});

test('an ID counts for good', async () => {
	const { write } = store();
	const ledger = new Ledger();
	const at = (now: number) => ledger.record('n', entriesFor(lasting('a'), now, undefined), write);
	expect(await at(0)).toBe('first');
	expect(await at(100 * BODY_WINDOW_MS)).toBe('repeated');
});
