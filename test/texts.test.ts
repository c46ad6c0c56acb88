import { asHtml, briefly, joinSentences, oneLine } from '../nodes/ProjectWorkspace/texts';

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
