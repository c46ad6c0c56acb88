/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import type { FastifyError, FastifyInstance } from 'fastify';
import { guard } from '../guard.ts';
import { checked, InputError } from '../input.ts';
import { parseJsonObject } from '../json.ts';
import type { JsonObject } from '../json.ts';
import type { Parts } from '../parts.ts';
import { addAccountControl } from './account.ts';
import { addDeliveryControl } from './deliveries.ts';
import { addRecordControl } from './records.ts';
import { requestsQuery } from './schema.ts';

/** The control plane, with which other processes control and inspect the sandbox. It is not part of the service's API. */
export function addControl(app: FastifyInstance, parts: Parts): void {
	void app.register(
		async (control) => {
			control.addHook('onRequest', guard);
			control.addHook('preHandler', async (request) => {
				request.body = bodyOf(request.body);
			});
			control.setErrorHandler((error: FastifyError, _request, reply) =>
				reply.code(error instanceof InputError ? 400 : 500).send({ error: error.message }),
			);
			control.setNotFoundHandler((request, reply) =>
				reply.code(404).send({ error: `there is no ${request.method} ${request.url}` }),
			);

			control.get('/health', () => ({ ok: true }));
			control.post('/reset', async () => {
				await parts.reset();
				return { ok: true };
			});

			control.get('/settings', () => parts.settings.current);
			control.patch<{ Body: JsonObject }>('/settings', ({ body }) => parts.settings.change(body));

			control.get('/requests', (request) => {
				const { since, method, path } = checked(requestsQuery, request.query);
				return parts.recorder.requests.filter(
					(one) =>
						one.sequence > since &&
						(method === undefined || method === one.method) &&
						(path === undefined || path === one.path),
				);
			});
			control.delete('/requests', () => {
				parts.recorder.clear();
				return { ok: true };
			});

			control.get('/faults', () => parts.faults.list());
			control.post<{ Body: JsonObject }>('/faults', ({ body }) => parts.faults.add(body));
			control.delete('/faults', () => {
				parts.faults.clear();
				return { ok: true };
			});

			addAccountControl(control, parts);
			addDeliveryControl(control, parts);
			addRecordControl(control, parts);
		},
		{ prefix: '/_sandbox' },
	);
}

function bodyOf(text: unknown): JsonObject {
	if (typeof text !== 'string' || text === '') return {};
	const body = parseJsonObject(text);
	if (!body) throw new InputError('the body must be a JSON object');
	return body;
}
