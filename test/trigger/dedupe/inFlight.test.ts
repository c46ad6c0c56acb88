import {
	InFlight,
	isRecordedWithin,
} from '../../../nodes/ProjectWorkspace/old/trigger/dedupe/inFlight';

const NOW = 1_795_310_523_000;
beforeEach(() => jest.useFakeTimers({ now: NOW }));
afterEach(() => jest.useRealTimers());

const keys = (...names: string[]) => names.map((key) => ({ key }));
/** The keys of each event of a batch. */
const batch = (...names: string[]) => names.map((key) => [{ key }]);

function record(inFlight: InFlight, ...names: string[]): void {
	inFlight.record('n', keys(...names), Date.now());
	inFlight.release('n', keys(...names));
}

test('a delivery that was only accepted does not count as recorded', () => {
	const inFlight = new InFlight();
	inFlight.accept('n', batch('a'));
	expect(inFlight.isRecorded('n', keys('a'))).toBe(false);
	expect(inFlight.find('n', keys('a'))).toBeDefined();
	record(inFlight, 'a');
	expect(inFlight.isRecorded('n', keys('a'))).toBe(true);
	expect(inFlight.find('n', keys('a'))).toBeUndefined();
});

test('all copies learn that the delivery was recorded, thousands of them too', async () => {
	const inFlight = new InFlight();
	const copies = Array.from({ length: 50_000 }, () => inFlight.accept('n', batch('a')));
	expect(copies.slice(0, 3).map(({ copyNumber }) => copyNumber)).toEqual([0, 1, 2]);
	const waiting = copies.slice(0, 2).map((copy) => isRecordedWithin(copy, 60_000));
	record(inFlight, 'a');
	expect(await Promise.all(waiting)).toEqual([true, true]);
	await Promise.all(copies.map(({ recorded }) => recorded));
	expect(inFlight.accept('n', batch('a')).copyNumber).toBe(0);
});

test('a delivery that no execution records in time is reported', async () => {
	const waiting = isRecordedWithin(new InFlight().accept('n', batch('a')), 1_000);
	await jest.advanceTimersByTimeAsync(1_000);
	expect(await waiting).toBe(false);
});

test('a recorded delivery is known for an hour, or for the time of its key, as an accepted one is', () => {
	const inFlight = new InFlight();
	const limited = [{ key: 'a', countsForMs: 600_000 }];
	record(inFlight, 'a');
	inFlight.accept('n', [limited]);
	const known = (ms: number) => {
		jest.setSystemTime(NOW + ms);
		const isAccepted = inFlight.find('n', limited) !== undefined;
		expect(isAccepted).toBe(inFlight.isRecorded('n', limited));
		return [isAccepted, inFlight.isRecorded('n', keys('a'))];
	};
	expect(known(599_999)).toEqual([true, true]);
	expect(known(600_000)).toEqual([false, true]);
	expect(known(3_599_999)).toEqual([false, true]);
	expect(known(3_600_000)).toEqual([false, false]);
	inFlight.accept('n', [limited]);
	expect(inFlight.find('n', limited)).toBeDefined();
});

test('the first execution shows that executions run in this process', () => {
	const inFlight = new InFlight();
	record(inFlight, 'of another process');
	expect(inFlight.executesHere).toBe(false);
	inFlight.accept('n', batch('a'));
	record(inFlight, 'a');
	expect(inFlight.executesHere).toBe(true);
});

test('only the latest deliveries are kept', () => {
	const inFlight = new InFlight();
	for (let n = 0; n < 30_000; n++) {
		inFlight.accept('n', batch(`accepted ${n}`));
		record(inFlight, `recorded ${n}`);
	}
	expect(inFlight.isRecorded('n', keys('recorded 9999'))).toBe(false);
	expect(inFlight.isRecorded('n', keys('recorded 10000'))).toBe(true);
	expect(inFlight.find('n', keys('accepted 24999'))).toBeUndefined();
	expect(inFlight.find('n', keys('accepted 25000'))).toBeDefined();
});

test('copies are recognized by any of their keys, and have a key of the first', () => {
	const inFlight = new InFlight();
	expect(inFlight.accept('n', [keys('time 1', 'id')])).toMatchObject({ copyNumber: 0 });
	const copy = { copyNumber: 1, originalKey: { key: 'time 1' } };
	expect(inFlight.accept('n', [keys('time 2', 'id')])).toMatchObject(copy);
	expect(inFlight.accept('another', [keys('id')]).copyNumber).toBe(0);
	record(inFlight, 'time 2', 'id');
	expect(inFlight.isRecorded('n', keys('time 3', 'id'))).toBe(true);
	expect(inFlight.isRecorded('n', keys('time 3'))).toBe(false);
});

test('a batch is a copy only if all of its events are', async () => {
	const inFlight = new InFlight();
	const first = inFlight.accept('n', batch('a', 'b'));
	const other = inFlight.accept('n', batch('b', 'c'));
	expect(other).toMatchObject({ copyNumber: 0, originalKey: { key: 'b' } });
	expect(inFlight.accept('n', batch('b', 'a'))).toMatchObject({
		copyNumber: 1,
		originalKey: { key: 'a' },
	});
	inFlight.release('n', keys('a', 'b'));
	expect(await isRecordedWithin(first, 1)).toBe(true);
	const tooEarly = isRecordedWithin(other, 1);
	await jest.advanceTimersByTimeAsync(1);
	expect(await tooEarly).toBe(false);
	inFlight.release('n', keys('b', 'c'));
	expect(await isRecordedWithin(other, 1)).toBe(true);
});
