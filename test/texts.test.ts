import { asHtml, briefly, joinSentences, logLine, oneLine } from '../nodes/ProjectWorkspace/texts';

test('no tag and no entity of a quoted text is one in HTML', () => {
	expect(asHtml('<img src=x> &lt; & "a"')).toBe('&lt;img src=x> &amp;lt; &amp; "a"');
});

test.each([
	['a\nb\r\n\tc', 'a b c'],
	['a\u2028b\u2029c\u0000d\u001b[31me\u0085f', 'a b c d [31me f'],
	['Größe', 'Größe'],
])('%j is logged as one line', (text, line) => {
	expect(oneLine(text)).toBe(line);
});

test('a long line is shortened, for the editor more than for the log', () => {
	expect(oneLine('x'.repeat(1e7))).toMatch(/^x{999}…$/);
	expect(briefly('x'.repeat(200))).toMatch(/^x{200}$/);
	expect(briefly('x'.repeat(201))).toMatch(/^x{199}…$/);
});

test('sentences are joined with one full stop each', () => {
	expect(joinSentences(['Not read', undefined, 'Wait.', 'Too long…'])).toBe(
		'Not read. Wait. Too long…',
	);
});

test('each reason is logged once in three seconds', () => {
	const lines: string[] = [];
	const log = (reason: string) => logLine((line) => lines.push(line), reason, `${reason}\n`);
	const now = jest.spyOn(performance, 'now').mockReturnValue(0);
	for (const reason of ['a', 'a', 'b']) log(reason);
	now.mockReturnValue(2_999);
	log('a');
	expect(lines).toEqual(['a ', 'b ']);

	now.mockReturnValue(3_000);
	for (const reason of ['a', 'a']) log(reason);
	expect(lines).toEqual(['a ', 'b ', 'a ']);
	now.mockRestore();
});
