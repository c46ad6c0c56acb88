import { checkPins, verify, type Pins } from '../../nodes/ProjectWorkspace/signature';
import { contents } from '../../nodes/ProjectWorkspace/signature/contents';
import { signatureOptions } from '../../nodes/ProjectWorkspace/trigger/signatureOptions';
import { problems } from '../../nodes/ProjectWorkspace/trigger/words';
import { expectWorded, labelsOf } from '../wording/rules';
import { delivery, NOW, settings } from './delivery';
import { digests as d, ID } from './knownAnswers';

const T = '1792567680';

const labels = labelsOf(signatureOptions);

test.each<[string, Pins, RegExp]>([
	['an unknown place', { content: '{url}{body}' }, /\{url\}, which is not known/],
	['an empty place', { content: '{}{body}' }, /\{\}, which is not known/],
	['no body', { content: '{timestamp}' }, /lacks \{body\}/],
	['two bodies', { content: '{body}{body}' }, /\{body\} more than once/],
	['a content without end', { content: `{body}${'x'.repeat(300)}` }, /longer than 200/],
	['a prefix with a line break', { prefix: 'v1\n' }, /'Signature Prefix' must be/],
	['no tolerance', { toleranceSeconds: 0 }, /between 1 and/],
	['a negative tolerance', { toleranceSeconds: -1 }, /between 1 and/],
	['an endless tolerance', { toleranceSeconds: Infinity }, /between 1 and/],
	['a tolerance that is no number', { toleranceSeconds: NaN }, /between 1 and/],
	['a header name with a colon', { timestampHeader: 'X-Time:' }, /'Timestamp Header' is not/],
	['an ID header with a space', { idHeader: 'X ID' }, /'Signed ID Header' is not/],
	['an unknown algorithm', { algorithm: 'md5' as never }, /'Signature Algorithm' must be/],
	['an unknown encoding', { encoding: 'text' as never }, /'Signature Encoding' must be/],
])('pins with %s are refused in words, and every delivery with them', (_, pins, words) => {
	const checked = checkPins(pins);
	if (checked.ok) throw new Error('These pins were accepted');
	expect(checked.words).toMatch(words);
	expect(labels).toContain(checked.option);
	expectWorded(problems.badPins(checked.words, checked.option));
	expect(verify(delivery(d.sha256), settings({ pins }))).toMatchObject({
		reason: 'badPins',
		words: expect.stringContaining(`Change '${checked.option}' under 'Options'`),
	});
});

test('pins that are empty pin nothing', () => {
	const pins = {
		algorithm: '',
		encoding: '',
		prefix: '',
		content: '',
		timestampHeader: '',
		idHeader: '',
	} as const;
	expect(checkPins(pins)).toEqual({ ok: true });
	expect(verify(delivery(d.sha256), settings({ pins }))).toMatchObject({ ok: true });
});

test.each<[string, Pins, string, string]>([
	['algorithm', { algorithm: 'sha512' }, d.sha512, d.sha256],
	['encoding', { encoding: 'hex' }, d.sha256, d.sha256Base64],
	['encoding', { encoding: 'base64' }, d.sha256Base64, d.sha256],
	['encoding', { encoding: 'base64url' }, d.sha256Base64url, d.sha256],
	['prefix', { prefix: 'sha256=' }, `sha256=${d.sha256}`, `v1=${d.sha256}`],
	['prefix', { prefix: 'sha256=' }, `x,sha256=${d.sha256}`, `xsha256=${d.sha256}`],
	['prefix', { prefix: 'v1,' }, `v1,${d.sha256Base64}`, `v2,${d.sha256Base64}`],
	['prefix', { prefix: 'any thing: ' }, `any thing: ${d.sha256}`, d.sha256],
	['content', { content: '{timestamp}.{body}' }, `t=${T},v1=${d.dot}`, `t=${T},v1=${d.colon}`],
])('a pinned %s is the only one that is accepted: %j', (_, pins, good, bad) => {
	expect(verify(delivery(good), settings({ pins }))).toMatchObject({ ok: true });
	expect(verify(delivery(bad), settings({ pins })).ok).toBe(false);
});

test('a pinned content is asked for even where the body alone would pass', () => {
	const pins = { content: '{timestamp}.{body}' };
	expect(verify(delivery(d.sha256, { 'x-service-timestamp': T }), settings({ pins })).ok).toBe(
		false,
	);
	expect(verify(delivery(d.sha256), settings({ pins }))).toMatchObject({ reason: 'noTimestamp' });
});

test('headers with other names can be pinned', () => {
	const odd = { 'x-when': T, 'x-which': ID };
	const pins = { timestampHeader: 'X-When', idHeader: 'X-Which' };
	expect(verify(delivery(`v1,${d.standard}`, odd), settings())).toMatchObject({ ok: false });
	expect(verify(delivery(`v1,${d.standard}`, odd), settings({ pins }))).toMatchObject({
		ok: true,
		id: ID,
	});
	expect(verify(delivery(d.sha256, odd), settings({ pins })).ok).toBe(false);
	expect(verify(delivery(`v1,${d.standard}`), settings({ pins }))).toMatchObject({
		reason: 'noTimestamp',
	});
});

test('a pinned tolerance holds in both directions', () => {
	const signed = delivery(`t=${T},v1=${d.dot}`);
	const at = (offset: number, toleranceSeconds: number) =>
		verify(signed, settings({ now: NOW + offset * 1000, pins: { toleranceSeconds } })).ok;
	expect([at(10, 10), at(11, 10), at(-10, 10), at(-11, 10), at(3600, 4000)]).toEqual([
		true,
		false,
		true,
		false,
		true,
	]);
});

test('a pinned body-only content bears a time in the header, but not an old one', () => {
	const pins = { content: '{body}' };
	expect(verify(delivery(`t=${T},v1=${d.sha256}`), settings({ pins }))).toMatchObject({
		ok: true,
		timestamp: undefined,
	});
	expect(verify(delivery(`t=1792500000,v1=${d.sha256}`), settings({ pins }))).toMatchObject({
		reason: 'stale',
	});
});

test.each(contents)('the layout $template keeps the rules of the table', ({ template, source }) => {
	expect(checkPins({ content: template })).toEqual({ ok: true });
	expect(template.startsWith('{body}') || template.endsWith('{body}')).toBe(true);
	expect(template.includes('{id}')).toBe(
		template.includes('{id}') && template.includes('{timestamp}'),
	);
	expect(template.replace(/\{\w+\}/g, '')).not.toMatch(/[{}[\]]/);
	expect(source).not.toBe('');
});
