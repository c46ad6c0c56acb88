import {
	isRecordedWithin,
	InFlight as AllInFlight,
} from '../../../nodes/ProjectWorkspace/trigger/dedupe/inFlight';

/** Of one node, with one key each. */
class InFlight {
	all = new AllInFlight();
	accept = (key: string, now: number) => this.all.accept('n', [[{ key }]], now);
	accepted = (key: string, now: number) => this.all.accepted('n', [{ key }], now);
	isRecorded = (key: string, now: number, countsForMs?: number) =>
		this.all.isRecorded('n', [{ key, countsForMs }], now);
	record(key: string, now: number) {
		this.all.record('n', [{ key }], now);
		this.all.release('n', [{ key }]);
	}

	get executesHere() {
		return this.all.executesHere;
	}
}

test('a delivery that was only accepted does not count as recorded', () => {
	const recent = new InFlight();
	recent.accept('a', 0);
	expect(recent.isRecorded('a', 1)).toBe(false);
	expect(recent.accepted('a', 1)).toBeDefined();
	recent.record('a', 2);
	expect(recent.isRecorded('a', 3)).toBe(true);
	expect(recent.accepted('a', 3)).toBeUndefined();
});

test('whoever waits learns that it was recorded', async () => {
	const recent = new InFlight();
	const accepted = recent.accept('a', 0);
	const again = recent.accept('a', 1);
	const waiting = Promise.all([accepted, again].map((one) => isRecordedWithin(one, 60_000)));
	recent.record('a', 2);
	expect(await waiting).toEqual([true, true]);
});

test('thousands of copies in a chain are answered, all of them', async () => {
	const recent = new InFlight();
	const copies = Array.from({ length: 50_000 }, (_, now) => recent.accept('a', now / 1_000));
	recent.record('a', 51);
	await Promise.all(copies.map(({ recorded }) => recorded));
	expect(recent.accepted('a', 52)).toBeUndefined();
});

test('copies are numbered until the delivery is recorded', () => {
	const recent = new InFlight();
	expect([1, 2, 3].map((now) => recent.accept('a', now).copy)).toEqual([0, 1, 2]);
	expect(recent.accept('b', 4).copy).toBe(0);
	recent.record('a', 5);
	expect(recent.accept('a', 6).copy).toBe(0);
});

test('what counts for a time is no longer recorded afterwards', () => {
	const recent = new InFlight();
	recent.record('a', 0);
	expect(recent.isRecorded('a', 599_999, 600_000)).toBe(true);
	expect(recent.isRecorded('a', 600_000, 600_000)).toBe(false);
});

test('an hour counts from the record on, a minute from when it was accepted, whatever the clock says', () => {
	const NOW = 1_795_310_523_000;
	const recent = new InFlight();
	recent.record('a', NOW);
	expect(recent.isRecorded('a', NOW + 3_599_999)).toBe(true);
	expect(recent.isRecorded('a', NOW + 3_600_000)).toBe(false);
	recent.accept('b', NOW);
	expect(recent.accepted('b', NOW + 59_999)).toBeDefined();
	expect(recent.accepted('b', NOW + 60_000)).toBeUndefined();
});

test('whoever waits in vain is told', async () => {
	expect(await isRecordedWithin(new InFlight().accept('a', 0), 1)).toBe(false);
});

test('it learns from the first execution that executions run here', () => {
	const recent = new InFlight();
	recent.record('of another process', 0);
	expect(recent.executesHere).toBe(false);
	recent.accept('a', 0);
	recent.record('a', 1);
	expect(recent.executesHere).toBe(true);
});

test('memory is bounded in number and in time', () => {
	const recent = new InFlight();
	for (let n = 0; n < 30_000; n++) {
		recent.accept(`u${n}`, n);
		recent.record(`r${n}`, 0);
	}
	expect(recent.isRecorded('r0', 1)).toBe(false);
	expect(recent.isRecorded('r29999', 1)).toBe(true);
	expect(recent.isRecorded('r29999', 24 * 3_600_000)).toBe(false);
	expect(recent.accepted('u0', 30_000)).toBeUndefined();
	expect(recent.accepted('u29999', 30_000)).toBeDefined();
	expect(recent.accepted('u29999', 1_000_000)).toBeUndefined();
});

test('copies are recognized by any of their keys, and know a key of the first', () => {
	const recent = new AllInFlight();
	const keys = (...names: string[]) => names.map((key) => ({ key }));
	expect(recent.accept('n', [keys('time 1', 'id')], 0)).toMatchObject({ copy: 0 });
	expect(recent.accept('n', [keys('time 2', 'id')], 1)).toMatchObject({
		copy: 1,
		original: { key: 'time 1' },
	});
	expect(recent.accept('another', [keys('id')], 1).copy).toBe(0);
	recent.record('n', keys('time 2', 'id'), 2);
	expect(recent.isRecorded('n', keys('time 3', 'id'), 3)).toBe(true);
	expect(recent.isRecorded('n', keys('time 3'), 3)).toBe(false);
});

test('a batch is a copy only if all of it is', async () => {
	const recent = new AllInFlight();
	const batch = (...names: string[]) => names.map((key) => [{ key }]);
	const first = recent.accept('n', batch('a', 'b'), 0);
	const other = recent.accept('n', batch('b', 'c'), 1);
	expect(other).toMatchObject({ copy: 0, original: { key: 'b' } });
	expect(recent.accept('n', batch('b', 'a'), 2)).toMatchObject({ copy: 1, original: { key: 'a' } });
	recent.release('n', batch('a', 'b').flat());
	expect(await isRecordedWithin(first, 1)).toBe(true);
	expect(await isRecordedWithin(other, 1)).toBe(false);
	recent.release('n', batch('b', 'c').flat());
	expect(await isRecordedWithin(other, 1)).toBe(true);
});
