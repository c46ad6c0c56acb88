import {
	isRecordedWithin,
	RecentDeliveries,
} from '../../../nodes/ProjectWorkspace/trigger/dedupe/recentDeliveries';

test('a delivery that was only accepted does not count as recorded', () => {
	const recent = new RecentDeliveries();
	recent.accept('a', 0);
	expect(recent.isRecorded('a', 1)).toBe(false);
	expect(recent.underway('a', 1)).toBeDefined();
	recent.record('a', 2);
	expect(recent.isRecorded('a', 3)).toBe(true);
	expect(recent.underway('a', 3)).toBeUndefined();
});

test('whoever waits learns that it was recorded', async () => {
	const recent = new RecentDeliveries();
	const accepted = recent.accept('a', 0);
	const again = recent.accept('a', 1);
	const waiting = Promise.all([accepted, again].map((one) => isRecordedWithin(one, 60_000)));
	recent.record('a', 2);
	expect(await waiting).toEqual([true, true]);
});

test('whoever waits in vain is told', async () => {
	expect(await isRecordedWithin(new RecentDeliveries().accept('a', 0), 1)).toBe(false);
});

test('it learns from the first execution that executions run here', () => {
	const recent = new RecentDeliveries();
	recent.record('of another process', 0);
	expect(recent.executesHere).toBe(false);
	recent.accept('a', 0);
	recent.record('a', 1);
	expect(recent.executesHere).toBe(true);
});

test('memory is bounded in number and in time', () => {
	const recent = new RecentDeliveries();
	for (let n = 0; n < 30_000; n++) {
		recent.accept(`u${n}`, n);
		recent.record(`r${n}`, 0);
	}
	expect(recent.isRecorded('r0', 1)).toBe(false);
	expect(recent.isRecorded('r29999', 1)).toBe(true);
	expect(recent.isRecorded('r29999', 24 * 3_600_000)).toBe(false);
	expect(recent.underway('u0', 30_000)).toBeUndefined();
	expect(recent.underway('u29999', 30_000)).toBeDefined();
	expect(recent.underway('u29999', 1_000_000)).toBeUndefined();
});
