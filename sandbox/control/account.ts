/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import type { FastifyInstance } from 'fastify';
import type { AllParts } from '../parts.ts';
import { keyKinds, plans } from '../store/keys.ts';
import { oneOf, readBody, readEvents, textFrom } from './wishes.ts';

type WithId = { Params: { id: string } };

/** What the account-settings page does by hand: keys and webhooks. */
export function addAccountControl(control: FastifyInstance, parts: AllParts): void {
	control.get('/keys', () => parts.keys.list());
	control.post('/keys', (request) => {
		const body = readBody(request.body);
		return parts.keys.create({
			name: textFrom(body.name ?? 'A key', 'name'),
			plan: oneOf(plans, body.plan ?? 'pro', 'plan'),
			kind: oneOf(keyKinds, body.kind ?? 'test', 'kind'),
		});
	});
	control.delete<WithId>('/keys/:id', (request) => ({ ok: parts.keys.revoke(request.params.id) }));

	control.get('/webhooks', () => parts.webhooks.list());
	control.post('/webhooks', (request) => {
		const body = readBody(request.body);
		return parts.webhooks.add({
			url: textFrom(body.url, 'url'),
			events: readEvents(body.events),
			secret: body.secret === undefined ? undefined : textFrom(body.secret, 'secret'),
		});
	});
	control.post<WithId>('/webhooks/:id/renew', (request, reply) => {
		const webhook = parts.webhooks.renewSecret(request.params.id);
		return webhook ?? reply.code(404).send({ error: 'there is no such webhook' });
	});
	control.delete<WithId>('/webhooks/:id', (request) => ({
		ok: parts.removeWebhook(request.params.id),
	}));
}
