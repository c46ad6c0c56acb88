import { randomUUID } from 'node:crypto';

import { layouts, sign, type Layout } from '../../sandbox/webhooks/layouts';
import { formatOf, verify } from './delivery';

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

const verdictOf = (layout: Layout, signers: string[], secrets: string[]) =>
	verify(deliver(layout, signers), {
		...{ header: 'X-Service-Signature', secrets, format: formatOf(), now: NOW },
	});

test.each(Object.entries<Layout>(layouts))(
	'the sandbox layout %s is accepted with the current or previous secret, or one of two signatures',
	(_, layout) => {
		expect(verdictOf(layout, [SECRET], [SECRET])).toMatchObject({ ok: true });
		const previous = layout.key === 'base64' ? SECRET : PREVIOUS;
		expect(verdictOf(layout, [previous], ['new secret', previous])).toMatchObject({ ok: true });
		expect(verdictOf(layout, ['another secret', SECRET], [SECRET])).toMatchObject({ ok: true });
		expect(verdictOf(layout, [SECRET], ['another secret'])).toMatchObject({ reason: 'mismatch' });
	},
);
