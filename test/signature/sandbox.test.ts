import { randomUUID } from 'node:crypto';

import { verify } from '../../nodes/ProjectWorkspace/signature/verify';
import { layouts, sign, type Layout } from '../../sandbox/webhooks/layouts';

const NOW = Date.parse('2026-10-21T07:28:00Z');
const SECRET = `whsec_${Buffer.from('twenty-four bytes of key').toString('base64')}`;
const PREVIOUS = 'the previous secret';
const BODY = JSON.stringify({ event: 'task.created', data: { id: 'task_1', title: 'Löschen' } });

function deliver(layout: Layout, secrets: string[]) {
	const id = randomUUID();
	const { value, headers } = sign(layout, secrets, { id, body: BODY, time: NOW });
	const lower = Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]);
	return {
		rawBody: Buffer.from(BODY),
		headers: { ...Object.fromEntries(lower), 'x-service-signature': value, 'x-service-id': id },
	};
}

function settings(secrets: string[]) {
	return { header: 'X-Service-Signature', secrets, options: {}, now: NOW };
}

describe.each(Object.entries<Layout>(layouts))('the sandbox layout %s', (_, layout) => {
	test('is accepted with the current secret', () => {
		expect(verify(deliver(layout, [SECRET]), settings([SECRET]))).toMatchObject({ ok: true });
	});

	test('is accepted with the previous secret', () => {
		const previous = layout.key === 'base64' ? SECRET : PREVIOUS;
		expect(verify(deliver(layout, [previous]), settings(['new secret', previous]))).toMatchObject({
			ok: true,
		});
	});

	test('is accepted with a signature for each of two secrets', () => {
		const delivery = deliver(layout, ['another secret', SECRET]);
		expect(verify(delivery, settings([SECRET]))).toMatchObject({ ok: true });
	});

	test('is rejected with another secret', () => {
		expect(verify(deliver(layout, [SECRET]), settings(['another secret']))).toMatchObject({
			ok: false,
			reason: 'mismatch',
		});
	});
});
