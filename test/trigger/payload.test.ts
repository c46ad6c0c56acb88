import { asItemData, parsePayload, shortText } from '../../nodes/ProjectWorkspace/trigger/payload';

test.each([
	['{"a":1}', { a: 1 }],
	['\ufeff{"a":1}', { a: 1 }],
	['[1]', { value: [1] }],
	['"x"', { value: 'x' }],
	['no json', { value: 'no json' }],
	['{"ä":"€"}', { ä: '€' }],
])('the workflow gets %s', (text, data) => {
	expect(asItemData(parsePayload(text))).toEqual(data);
});

test('numbers that are too large for JavaScript keep their digits, however deep they are', () => {
	const deep = (levels: number) =>
		`${'{"a":'.repeat(levels)}12345678901234567890${'}'.repeat(levels)}`;
	for (const levels of [1, 3_000]) {
		let value = parsePayload(deep(levels));
		for (let n = 0; n < levels; n++) value = (value as { a: unknown }).a;
		expect(value).toBe('12345678901234567890');
	}
	const text = `[${deep(3_000)},"12345678901234567890 \\" 12345678901234567890",1e30,-7]`;
	expect((parsePayload(text) as unknown[]).slice(1)).toEqual([
		'12345678901234567890 " 12345678901234567890',
		1e30,
		-7,
	]);
});

test.each<[string, unknown, string | undefined]>([
	['a text of 200 characters', 'x'.repeat(200), 'x'.repeat(200)],
	['the same with spaces around it', ` ${'x'.repeat(200)} `, 'x'.repeat(200)],
	['a longer one', 'x'.repeat(201), undefined],
	['a whole number', 7, '7'],
	['another number', 1.5, undefined],
	['a number that may have been rounded', 2 ** 53, undefined],
	['a space', ' ', undefined],
	['true', true, undefined],
])('what can be a name or an ID: %s', (_, value, text) => {
	expect(shortText(value)).toBe(text);
});
