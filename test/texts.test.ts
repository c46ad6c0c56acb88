import { inBrief, logLine, oneLine } from '../nodes/ProjectWorkspace/old/texts';

test.each([
	['a\nb\r\n\tc', 'a b c'],
	['a\u2028b\u2029c\u0000d\u001b[31me\u0085f', 'a b c d [31me f'],
	['Größe', 'Größe'],
])('%j is logged as one line', (text, line) => {
	expect(oneLine(text)).toBe(line);
});

test('a long line is shortened', () => {
	const line = oneLine('x'.repeat(1e7));
	expect(line).toMatch(/^x{999}…$/);
});

test.each([
	['Not read', 'Not read. Wait.'],
	['Not\nread.', 'Not read. Wait.'],
	['x'.repeat(200), `${'x'.repeat(200)}. Wait.`],
	['x'.repeat(201), `${'x'.repeat(199)}… Wait.`],
])('in brief, a problem is one line with a short message: %s', (message, line) => {
	expect(inBrief({ message, description: 'Wait.' })).toBe(line);
});

test('each reason is logged once in three seconds', () => {
	const lines: string[] = [];
	const log = (reason: string) => logLine((line) => lines.push(line), reason, `${reason}\n`);
	const now = jest.spyOn(Date, 'now').mockReturnValue(0);
	log('a');
	log('a');
	log('b');
	now.mockReturnValue(2_999);
	log('a');
	expect(lines).toEqual(['a ', 'b ']);
	now.mockReturnValue(3_000);
	log('a');
	log('a');
	expect(lines).toEqual(['a ', 'b ', 'a ']);
	now.mockRestore();
});
