import { createHmac } from 'node:crypto';
import fc from 'fast-check';

import {
	isAmbiguous,
	isId,
	isInBrackets,
	isLayout,
	LAYOUTS,
	readTime,
} from '../../nodes/ProjectWorkspace/webhook/layouts';
import { contentOf, delivery, judge, resultOf, SECRET } from './delivery';

interface Values {
	timestamp: string;
	id: string;
	body: string;
}

/** Every way to read the bytes as a filling of the layout, by brute force and not by the rules' own reasons. */
function readings(layout: string, bytes: string): Values[] {
	let open = [{ rest: bytes, values: { timestamp: '', id: '', body: '' } }];
	const allowed = {
		timestamp: (text: string) => readTime(text) !== undefined && !isAmbiguous(layout, text),
		id: isId,
		body: (text: string) => isInBrackets(Buffer.from(text)),
	};
	for (const part of layout.split(/(\{\w+\})/).filter(Boolean)) {
		const place = /^\{(body|timestamp|id)\}$/.exec(part)?.[1] as keyof Values | undefined;
		open = open.flatMap(({ rest, values }) => {
			if (!place) return rest.startsWith(part) ? [{ rest: rest.slice(part.length), values }] : [];
			return Array.from({ length: rest.length }, (_, index) => rest.slice(0, index + 1))
				.filter(allowed[place])
				.map((text) => ({ rest: rest.slice(text.length), values: { ...values, [place]: text } }));
		});
	}
	return open.filter(({ rest }) => rest === '').map(({ values }) => values);
}

const timestamps = [
	...['1792567680', '1801792567', '1792567680123', '1801792567680', '2026-10-21T07:28:00Z'],
	...['2026-10-21T07:28:00.179256768Z', '2026-10-21T07:28:00.5+05:30', '2026-10-21T07:28:00-05:00'],
];
/** Pieces of which IDs are made that look like times, separators and parts of them. */
const pieces = ['1', '5', '180', 'a', 'v0', '.', ':', '-', '_', '+', 'T', 'Z', '00Z', '+05:30'];
const idText = fc
	.array(fc.constantFrom(...pieces, ...timestamps), { minLength: 1, maxLength: 4 })
	.map((parts) => parts.join(''));
const values = fc.record({
	timestamp: fc.constantFrom(...timestamps),
	id: idText,
	body: fc.constantFrom('{}', '\ufeff[1]', '{"a":1}\n', '["1792567680"]\r\n '),
});

test('signed bytes have one reading over all layouts', () => {
	fc.assert(
		fc.property(fc.constantFrom(...LAYOUTS), values, (layout, all) => {
			const signed = {
				timestamp: layout.includes('{timestamp}') ? all.timestamp : '',
				id: layout.includes('{id}') ? all.id : '',
				body: all.body,
			};
			const bytes = contentOf(layout, signed);
			expect(LAYOUTS.flatMap((each) => readings(each, bytes))).toEqual([signed]);
		}),
		{ numRuns: 500 },
	);
});

test('bytes of a content that is set have one reading, with any separators', () => {
	const separator = fc.oneof(
		fc.constantFrom('', '', '.', ':', '-', '0', '180', '.5', 'T', 'Z', '+', '[', '}', '\n'),
		fc.stringMatching(/^[0-9TZ.:+-]{0,3}$/),
	);
	const order = fc.shuffledSubarray(['{id}', '{timestamp}', '{body}'], { minLength: 3 });
	const separators = fc.array(separator, { minLength: 4, maxLength: 4 });
	fc.assert(
		fc.property(order, separators, values, (parts, joints, all) => {
			const layout = joints.map((joint, at) => joint + (parts[at] ?? '')).join('');
			fc.pre(!isAmbiguous(layout, all.timestamp));
			expect(readings(layout, contentOf(layout, all))).toEqual([all]);
		}),
		{ numRuns: 500 },
	);
});

test('digits that move from the ID to the timestamp are not another delivery', () => {
	const set = { signedContent: '{id}{timestamp}{body}' };
	const body = '{"event":"task.created"}';
	const signature = createHmac('sha256', SECRET).update(`evt_1801792567680${body}`).digest('hex');
	const sent = (id: string, timestamp: string) =>
		delivery(signature, { 'x-service-id': id, 'x-service-timestamp': timestamp }, body);
	const now = (seconds: number) => ({ ...set, now: seconds * 1000 });
	expect(judge(sent('evt_180', '1792567680'), now(1_792_567_680))).toMatchObject({ id: 'evt_180' });
	expect(resultOf(sent('evt_', '1801792567680'), now(1_801_792_567.68))).toBe('mismatch');
	expect(resultOf(sent('evt_180', '1792567680'))).toBe('mismatch');
});

const SECOND = Date.UTC(2026, 9, 21, 7, 28);

test.each([
	['1792567680', SECOND],
	['1792567680123', SECOND + 123],
	['2026-10-21T07:28:00Z', SECOND],
	['2026-10-21T09:28:00.123456789+02:00', SECOND + 123],
	...['0792567680', '179256768', '1792567680.5', '2026-10-21T07:28:00', '2026-13-21T07:28:00Z']
		.concat('2026-10-21T07:28:00.1234567890Z', '5 apples', '1e9', '')
		.map((text): [string, undefined] => [text, undefined]),
])('the time %j is read as %s', (text, time) => {
	expect(readTime(text)).toBe(time);
});

test.each<[string, boolean]>([
	['{body}', true],
	['https://example.com/hook{body}', true],
	['{id}{timestamp}{body}', true],
	['{timestamp}', false],
	['{body}{body}', false],
	['{timestamp}{timestamp}{body}', false],
	['{url}{body}', false],
	[`${'a'.repeat(195)}{body}`, false],
])('the content %s can be set: %s', (text, is) => {
	expect(isLayout(text)).toBe(is);
});

test.each([
	['{}', true],
	['\ufeff[1]\n', true],
	[' {}', false],
	['{}x', false],
	['"text"', false],
	['', false],
])('the body %j is in brackets: %s', (body, is) => {
	expect(isInBrackets(Buffer.from(body))).toBe(is);
});
