import { RejectionLog } from '../../nodes/ProjectWorkspace/trigger/respond';

test('a flood of rejections is counted instead of written', () => {
	const log = new RejectionLog();
	const lines = Array.from({ length: 100 }, () => log.admit('a', 0));
	expect(lines.filter((line) => line !== undefined)).toHaveLength(20);
	expect(log.admit('b', 0)).toBe(0);
	expect(log.admit('a', 60_000)).toBe(80);
	expect(log.admit('a', 60_001)).toBe(0);
});
