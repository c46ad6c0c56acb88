/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import type { FastifyInstance } from 'fastify';
import { checked } from '../input.ts';
import type { Parts } from '../parts.ts';
import { keySchema } from './schema.ts';
import type { WebhookWish } from './schema.ts';

type WithId = { Params: { id: string } };

/** What a person does on the account-settings page: keys and webhooks. */
export function addAccountControl(control: FastifyInstance, parts: Parts): void {
	control.get('/keys', () => parts.keys.list());
	control.post('/keys', ({ body }) => parts.keys.create(checked(keySchema, body)));
	control.delete<WithId>('/keys/:id', ({ params }) => ({ ok: parts.keys.revoke(params.id) }));

	control.get('/webhooks', () => parts.webhooks.list());
	control.post<{ Body: WebhookWish }>('/webhooks', ({ body }) => parts.webhooks.add(body));
	control.post<WithId>('/webhooks/:id/renew', ({ params }, reply) => {
		const webhook = parts.webhooks.renewSecret(params.id);
		return webhook ?? reply.code(404).send({ error: 'there is no such webhook' });
	});
	control.delete<WithId>('/webhooks/:id', ({ params }) => ({
		ok: parts.removeWebhook(params.id),
	}));
}
