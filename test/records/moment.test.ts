import { dayBegunIn, readTime, withZone } from '../../nodes/ProjectWorkspace/old/records/moment';

const local = (text: string) => ({ ms: Date.parse(`${text}Z`) });

test.each([
	['America/New_York', '2026-12-05T10:30:00', '2026-12-05T15:30:00.000Z'],
	['America/New_York', '2026-03-08T01:59:00', '2026-03-08T06:59:00.000Z'],
	// The clock goes from 2:00 to 3:00, so that this is 3:30, as in n8n's own nodes.
	['America/New_York', '2026-03-08T02:30:00', '2026-03-08T07:30:00.000Z'],
	['America/New_York', '2026-03-08T03:00:00', '2026-03-08T07:00:00.000Z'],
	['America/New_York', '2026-11-01T03:00:00', '2026-11-01T08:00:00.000Z'],
	['Pacific/Auckland', '2026-09-27T01:59:00', '2026-09-26T13:59:00.000Z'],
	['Pacific/Auckland', '2026-09-27T02:30:00', '2026-09-26T14:30:00.000Z'],
	['Pacific/Auckland', '2026-09-27T03:00:00', '2026-09-26T14:00:00.000Z'],
	['Asia/Kolkata', '2026-03-08T02:30:00', '2026-03-07T21:00:00.000Z'],
	['UTC', '2026-03-08T02:30:00', '2026-03-08T02:30:00.000Z'],
])('in %s, %s is %s', (zone, text, moment) => {
	expect(new Date(withZone(local(text), zone)).toISOString()).toBe(moment);
});

test('a moment begins a day in the zone only at its midnight, or at the first time that the day has', () => {
	const begun = (text: string, zone: string) => {
		const time = readTime(text);
		return time && dayBegunIn(zone, time);
	};
	expect(begun('2026-03-08T05:00:00Z', 'America/New_York')).toBe('2026-03-08');
	for (const later of ['05:01:00Z', '05:00:00.0001Z'])
		expect(begun(`2026-03-08T${later}`, 'America/New_York')).toBeUndefined();
	expect(begun('2026-03-08T00:00:00Z', 'America/New_York')).toBeUndefined();
	expect(begun('2026-03-08T05:00:00', 'America/New_York')).toBeUndefined();
	// Beirut has no midnight on this day.
	expect(begun('2026-03-28T22:00:00Z', 'Asia/Beirut')).toBe('2026-03-29');
});
