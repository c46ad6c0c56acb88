import fc from 'fast-check';

import { isId, readTimestamp } from '../../nodes/ProjectWorkspace/old/signature/deliveryHeaders';
import {
	detectedTemplates,
	isSeparable,
	isVersion,
	looksLikeJson,
	variablesIn,
} from '../../nodes/ProjectWorkspace/old/signature/templates';
import { delivery, settings, verify } from './delivery';
import { signedText, signHex } from './sign';

interface Values {
	timestamp: string;
	id: string;
	body: string;
}

const isDetectedId = (id: string) => isId(id) && !isVersion(id);

/** Every way to read the bytes as a filling of the template, by brute force and not by the rule's own reasons. */
function readings(template: string, bytes: string, idAllowed: (id: string) => boolean): Values[] {
	let open: Array<{ rest: string; values: Values }> = [
		{ rest: bytes, values: { timestamp: '', id: '', body: '' } },
	];
	const allowed = {
		timestamp: (text: string) => readTimestamp(text) !== undefined && isSeparable(template, text),
		id: idAllowed,
		body: (text: string) => looksLikeJson(Buffer.from(text)),
	};
	for (const part of template.split(/(\{\w+\})/).filter(Boolean)) {
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
	...['1792567680', '1801792567', '1792567680.5', '1792567680.1792567', '1792567680123'],
	...['1801792567680', '2026-10-21T07:28:00Z', '2026-10-21T07:28:00.179256768Z'],
	...['2026-10-21T07:28:00.5+05:30', '2026-10-21T07:28:00-05:00', 'Wed, 21 Oct 2026 07:28:00 GMT'],
];
/** Pieces of which IDs are made that look like timestamps, versions, separators and parts of them. */
const pieces = [
	...['1', '5', '180', 'a', 'v0', 'v1', '.', ':', '-', '_', '+', 'T', 'Z', '00Z', '+05:30'],
];
const idText = fc
	.array(fc.constantFrom(...pieces, ...timestamps), { minLength: 1, maxLength: 4 })
	.map((parts) => parts.join(''))
	.filter(isId);
const values = fc.record({
	timestamp: fc.constantFrom(...timestamps),
	id: idText,
	body: fc.constantFrom('{}', '\ufeff[1]', '{"a":1}\n', '["1792567680"]\r\n '),
});

/** Only what is signed: a place that a template lacks is empty. */
const signedValues = (template: string, all: Values): Values => {
	const variables = variablesIn(template);
	return {
		timestamp: variables.includes('timestamp') ? all.timestamp : '',
		id: variables.includes('id') ? all.id : '',
		body: all.body,
	};
};

test('signed bytes have one reading over all detected templates', () => {
	fc.assert(
		fc.property(fc.constantFrom(...detectedTemplates), values, (template, all) => {
			fc.pre(isSeparable(template, all.timestamp) && isDetectedId(all.id));
			const bytes = signedText(template, all);
			const found = detectedTemplates.flatMap((one) => readings(one, bytes, isDetectedId));
			expect(found).toEqual([signedValues(template, all)]);
		}),
		{ numRuns: 500 },
	);
});

test('different values in detected templates never result in the same bytes', () => {
	const ids = [...pieces, ...timestamps].flatMap((one) => [
		one,
		...[...pieces, ...timestamps].map((other) => one + other),
	]);
	const seen = new Map<string, string>();
	for (const template of detectedTemplates) {
		const usable = timestamps.filter((text) => isSeparable(template, text));
		for (const timestamp of template.includes('{timestamp}') ? usable : ['']) {
			for (const id of template.includes('{id}') ? ids.filter(isDetectedId) : ['']) {
				for (const body of ['{}', '[1]', '{}\n']) {
					const bytes = signedText(template, { timestamp, id, body });
					const filling = JSON.stringify({ timestamp, id, body });
					const other = seen.get(bytes) ?? filling;
					if (other !== filling) throw new Error(`${filling} and ${other} are the same bytes`);
					seen.set(bytes, filling);
				}
			}
		}
	}
	expect(seen.size).toBeGreaterThan(10_000);
});

test('a template that is set has one reading, with any separators', () => {
	const separator = fc.oneof(
		fc.constantFrom('', '', '.', ':', '-', '0', '180', '.5', 'T', 'Z', '+', '[', '}', '\n'),
		fc.stringMatching(/^[0-9TZ.:+-]{0,3}$/),
	);
	const order = fc.shuffledSubarray(['{id}', '{timestamp}', '{body}'], { minLength: 3 });
	fc.assert(
		fc.property(
			order,
			fc.array(separator, { minLength: 4, maxLength: 4 }),
			values,
			(parts, joints, all) => {
				const template = joints.map((joint, at) => joint + (parts[at] ?? '')).join('');
				fc.pre(isSeparable(template, all.timestamp));
				const bytes = signedText(template, all);
				expect(readings(template, bytes, isId)).toEqual([all]);
			},
		),
		{ numRuns: 500 },
	);
});

test('digits that move from the ID to the timestamp are not another delivery', () => {
	const signedContent = '{id}{timestamp}{body}';
	const body = '{"event":"task.created"}';
	const values = { id: 'evt_180', timestamp: '1792567680', body };
	const signature = signHex(signedContent, values);
	const sent = (id: string, timestamp: string) =>
		delivery(signature, { 'x-service-id': id, 'x-service-timestamp': timestamp }, body);
	const at = (now: number, format = { signedContent }) => settings({ now, format });
	expect(verify(sent('evt_180', '1792567680'), at(1_792_567_680_000))).toMatchObject({
		ok: true,
		id: 'evt_180',
	});
	expect(verify(sent('evt_', '1801792567680'), at(1_801_792_567_680))).toMatchObject({
		reason: 'inseparableTimestamp',
	});
	expect(verify(sent('evt_180', '1792567680'), settings()).ok).toBe(false);
});

test('a fraction of a second next to an ID, and a version as an ID, are never tried', () => {
	const body = '{"event":"task.created"}';
	const sent = (template: string, timestamp: string, id: string) => {
		const signature = signHex(template, { id, timestamp, body });
		return delivery(signature, { 'x-service-id': id, 'x-service-timestamp': timestamp }, body);
	};
	const withId = (id: string) => sent('{id}:{timestamp}:{body}', '1792567680', id);
	const known = { algorithm: 'sha256', template: '{id}:{timestamp}:{body}', key: 'text' } as const;
	expect(verify(withId('evt_1'), settings({ known }))).toMatchObject({ id: 'evt_1' });
	expect(verify(withId('v0'), settings({ known }))).toMatchObject({ ok: true, id: undefined });
	const fraction = sent('{id}.{timestamp}.{body}', '1792567680.5', 'evt_1');
	expect(verify(fraction, settings())).toMatchObject({ reason: 'mismatch' });
});

test('a body that is not JSON is only accepted if it alone is signed', () => {
	const body = '1792567999.plain text';
	const format = { signedContent: '{timestamp}.{body}' };
	const signature = signHex(format.signedContent, { timestamp: '1792567680', id: '', body });
	const sent = delivery(`t=1792567680,v1=${signature}`, {}, body);
	expect(verify(sent, settings({ format }))).toMatchObject({ reason: 'bodyNotJson' });
});
