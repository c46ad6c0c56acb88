import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { serviceWith } from './service';

/** The IDs of the records in which `key` may be the given value in another form. */
async function similarTo(given: unknown, keys: unknown[]) {
	const tasks = keys.map((key, id) => ({ id, key }) as IDataObject);
	const { find, findSimilar } = await serviceWith(tasks).open();
	expect(find([given])).toEqual([]);
	return findSimilar([given]).map(({ key }) => key);
}

test.each<[string, unknown, unknown[]]>([
	['a day, beside times', '2026-12-05T09:15:00Z', ['2026-12-05T00:00:00Z', '2026-12-04T09:15:00Z']],
	[
		'a minute, beside seconds',
		'2026-12-05T10:30:45Z',
		['2026-12-05T10:30:00Z', '2026-12-05T10:29:17Z'],
	],
	[
		'a second, beside milliseconds',
		'2026-12-05T10:30:45.310Z',
		['2026-12-05T10:30:45.000Z', '2026-12-05T10:30:44.120Z'],
	],
	['one decimal, beside two', 10.46, [10.5, 3.25]],
	['a short text that ends in dots', 'Call Anna', ['Call...', 'Bob']],
])('%s, is no other form of a value', async (_, given, keys) => {
	expect(await similarTo(given, keys)).toEqual([]);
});

const LONG = 'A long title that the service cuts at fifty characters, as its column is short';

test.each<[string, unknown, unknown]>([
	['lower case', 'Ada@Example.com', 'ada@example.com'],
	['spaces around', ' Roof ', 'Roof'],
	['spaces between', 'Fix  the roof', 'Fix the roof'],
	['no spaces', 'DE12 3456', 'DE123456'],
	['another kind of space', 'Fix\u00a0it', 'Fix it'],
	['HTML entities', 'Roof & <door>', 'Roof &amp; &lt;door&gt;'],
	['numbers of HTML entities', "Ada's", 'Ada&#39;s'],
	['HTML entities of entities', 'a & b', 'a &amp;amp; b'],
	['a usual limit', LONG, LONG.slice(0, 50)],
	['a limit within a word', LONG, LONG.slice(0, 36)],
	['an ellipsis', LONG, `${LONG.slice(0, 37)}…`],
	['three dots', LONG, `${LONG.slice(0, 37)}...`],
	['a limit before a space', `${'x'.repeat(49)} of all`, 'x'.repeat(49)],
	['single precision', '0.1', 0.10000000149011612],
	['typographic signs', `Ben's "plan" - B`, 'Ben’s “plan” – B'],
	['a rounded decimal', 1.005, 1.01],
	['a decimal that was cut', '12.3456789', 12.3456],
	['a negative decimal', -0.0456, -0.05],
	['a time without its milliseconds', '2026-12-31T12:00:00.123Z', '2026-12-31T12:00:00Z'],
	['a time without its seconds', '2026-12-31T13:00:59+01:00', '2026-12-31T12:00Z'],
	['a time without its zone', '2026-12-31T13:00:00+01:00', '2026-12-31 13:00:00'],
	['a time in seconds', '2026-12-31T12:00:00.5Z', 1798718400],
	['a time in milliseconds', '2026-12-31T13:00:00+01:00', 1798718400000],
	['a Unix time as text', 1798718400, '2026-12-31T12:00:00Z'],
	['a day with dots', '2026-12-31', '31.12.2026'],
	['an HTTP date', '2026-12-31T12:00:00Z', 'Thu, 31 Dec 2026 12:00:00 GMT'],
	['a name as a reference', 'Open', { id: 3, name: 'open' }],
	['an option as an object', 'open', { value: 'Open', color: 'red' }],
	['capitals of ß', 'Hauptstraße', 'HAUPTSTRASSE'],
	['zeros that a spreadsheet has removed', 7, '007'],
	['zeros that were removed as text', '7', '007'],
	['zeros that the service has removed', '007', '7'],
	['another number of zeros', '0012', '00012'],
	['zeros of a long code', '12345678901234567890123', '012345678901234567890123'],
	['an accent', 'Café', 'Cafe'],
	['a slug', 'In Progress!', 'in-progress'],
	['a constant', 'in progress', 'IN_PROGRESS'],
	['a slug without accents', 'Café Olé', 'cafe-ole'],
	['an emoji', 'Roof 🏠', 'Roof'],
	['an emoji as a sign', 'Roof 🏠', 'Roof ?'],
	['tags', '<b>Roof</b>', 'Roof'],
	['the noon of a day', '2026-12-31', '2026-12-31T12:00:00Z'],
	['the midnight of a day in another zone', '2026-12-31', '2026-12-30T23:00:00.000Z'],
	['a time as its day', '2026-12-31T12:00:00Z', '2026-12-31'],
])('%s: %j may be saved as %j', async (_, given, saved) => {
	expect(await similarTo(given, ['other', saved])).toEqual([saved]);
});

test.each<[string, unknown, unknown[]]>([
	['the beginning of a title', 'Buy milk and eggs', ['Buy milk']],
	['the plural', 'Websites', ['Website']],
	['the first words of a title', 'Order number 7', ['Order number']],
	['three letters and an ellipsis', 'Roofing', ['Roo…']],
	['the beginning of a word in a longer list', LONG, [LONG.slice(0, 36), 'x'.repeat(60)]],
	['a number in a row', 'Customer 10', ['Customer 1', 'Customer 9']],
	['a version', '1.25', ['1.2', '1.3', '2']],
	['a whole number', 10.4, [10]],
	['another code', 7, ['0070', '70', '07.0', '017', '-7']],
	['a code that JavaScript would round', '9007199254740993', ['09007199254740992']],
	['another day', '2026-12-31T12:00:00Z', ['2026-12-30']],
	['an accent, beside accents', 'Café', ['Cafe', 'Olé']],
	['words, beside words', 'In Progress', ['in-progress', 'To do']],
	['an emoji, beside emoji', 'Roof 🏠', ['Roof', '🏠']],
	['another word', 'In Progress', ['in-progress-2', 'progress']],
	['a day, beside times of day', '2026-12-31', ['2026-12-31T12:00:00Z', '2026-12-30T09:15:00Z']],
	['the day after a noon', '2026-12-31', ['2026-12-30T12:00:00Z', '2027-01-01T12:00:00Z']],
	['a list', ['a'], [['A']]],
	['an ID with ten digits', '1798718401', [1798718400, '1798718400']],
	[
		'a reference with another name',
		'open',
		[
			{ id: 3, name: 'done' },
			{ id: 4, color: 'open' },
		],
	],
	['nothing', 'x', [null, '', undefined]],
])('%s is another value', async (_, given, saved) => {
	expect(await similarTo(given, saved)).toEqual([]);
});

test('several fields may each be saved in another form', async () => {
	const task = { id: 1, key: 'roof', size: 1.3 };
	const { findSimilar } = await serviceWith([task]).open({}, ['key', 'size']);
	expect(findSimilar(['Roof ', 1.25])).toEqual([task]);
	expect(findSimilar(['Roof ', 1.45])).toEqual([]);
});

test('for any text, a service that trims, folds, escapes or cuts it has a similar one', async () => {
	const forms: Array<(text: string) => string> = [
		(text) => text.trim(),
		(text) => text.toLowerCase(),
		(text) => text.replace(/\s+/g, ' '),
		(text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
		(text) => text.slice(0, 20),
	];
	// Letters that have a lower case of another length are not folded in both directions.
	const text = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 });
	await fc.assert(
		fc.asyncProperty(text, fc.constantFrom(...forms), async (given, form) => {
			const saved = form(given);
			fc.pre(saved.trim() !== '' && given.trim() !== '');
			const { find, findSimilar } = await serviceWith([{ id: 1, key: saved }]).open();
			const found = find([given]);
			expect([saved, [...found, ...findSimilar([given])].length > 0]).toEqual([saved, true]);
		}),
	);
});

type Opened = Awaited<ReturnType<ReturnType<typeof serviceWith>['open']>>;

/** How often the values of so many records with the same text are read. */
async function timesRead(size: number, look: (list: Opened) => void) {
	let times = 0;
	const tasks = Array.from({ length: size }, (_, id) => ({
		id,
		get key() {
			times += 1;
			return 'ada ';
		},
	}));
	look(await serviceWith(tasks).open());
	return times;
}

test('many similar records are each looked at a few times, however many they are', async () => {
	const once = ({ findSimilar }: Opened) => expect(findSimilar(['Ada'])).not.toEqual([]);
	expect((await timesRead(200, once)) / (await timesRead(100, once))).toBeLessThan(3);
});

test('many records with one value are looked at once, however many items have it', async () => {
	const times = async (items: number) =>
		await timesRead(200, ({ find }) => {
			for (let item = 0; item < items; item += 1) expect(find(['ada '])).toHaveLength(200);
		});
	expect(await times(9)).toBe(await times(2));
});

test('a text that is longer than any key is only compared exactly', async () => {
	const long = 'Ada '.repeat(2_000);
	expect(await similarTo(long, [long.toUpperCase(), `${long} `])).toEqual([]);
});
