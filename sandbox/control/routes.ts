/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import type { FastifyError, FastifyInstance } from 'fastify';
import { guard } from '../guard.ts';
import { isJsonObject } from '../json.ts';
import type { AllParts } from '../parts.ts';
import { SettingsError } from '../settings/change.ts';
import { WebhookError } from '../store/webhooks.ts';
import { addAccountControl } from './account.ts';
import { addDeliveryControl } from './deliveries.ts';
import { addRecordControl } from './records.ts';
import { readBody, readFault, WishError } from './wishes.ts';

/** The control plane: how other processes steer the sandbox and look into it. It is no part of the service's API. */
export function addControl(app: FastifyInstance, parts: AllParts): void {
	void app.register(
		async (control) => {
			control.addHook('onRequest', guard);
			control.setErrorHandler((error: FastifyError, _request, reply) => {
				const wrong = [WishError, SettingsError, WebhookError].some(
					(kind) => error instanceof kind,
				);
				return reply.code(wrong ? 400 : 500).send({ error: error.message });
			});
			control.setNotFoundHandler((request, reply) =>
				reply.code(404).send({ error: `there is no ${request.method} ${request.url}` }),
			);

			control.get('/health', () => ({ ok: true }));
			control.post('/reset', async () => {
				await parts.reset();
				return { ok: true };
			});

			control.get('/settings', () => parts.settings.current);
			control.patch('/settings', (request) => parts.settings.change(readBody(request.body)));

			control.get('/requests', (request) => {
				const asked = isJsonObject(request.query) ? request.query : {};
				const since = Number(asked.since ?? 0);
				return parts.recorder.requests.filter(
					({ sequence, method, path }) =>
						sequence > since &&
						(asked.method === undefined || asked.method === method) &&
						(asked.path === undefined || asked.path === path),
				);
			});
			control.delete('/requests', () => {
				parts.recorder.clear();
				return { ok: true };
			});

			control.get('/faults', () => parts.faults.list());
			control.post('/faults', (request) => parts.faults.add(readFault(readBody(request.body))));
			control.delete('/faults', () => {
				parts.faults.clear();
				return { ok: true };
			});
			control.delete<{ Params: { id: string } }>('/faults/:id', (request) => ({
				ok: parts.faults.remove(request.params.id),
			}));

			addAccountControl(control, parts);
			addDeliveryControl(control, parts);
			addRecordControl(control, parts);
		},
		{ prefix: '/_sandbox' },
	);
}
