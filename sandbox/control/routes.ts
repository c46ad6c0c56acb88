/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import type { FastifyError, FastifyInstance } from 'fastify';
import { guard } from '../guard.ts';
import { checked, InputError } from '../input.ts';
import { parseJsonObject } from '../json.ts';
import type { JsonObject } from '../json.ts';
import type { Parts } from '../parts.ts';
import { endpoints, pluralOf } from '../service/endpoints.ts';
import type { Kind } from '../service/endpoints.ts';
import { deliveryStates } from '../store/deliveries.ts';
import { deliveriesQuery, eventSchema, keySchema, recordsSchema } from './schema.ts';
import type { WebhookInput } from './schema.ts';

const LISTED_DELIVERIES = 1_000;

type WithResource = { Params: { resource: string } };

/** The control plane, with which other processes control and inspect the sandbox. It is not part of the service's API. */
export function addControl(app: FastifyInstance, parts: Parts): void {
	void app.register(async (control) => addRoutes(control, parts), { prefix: '/_sandbox' });
}

function addRoutes(control: FastifyInstance, parts: Parts): void {
	const { deliveries, events, faults, keys, queue, records, recorder, settings, webhooks } = parts;
	const ok = { ok: true };
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

	control.get('/health', () => ok);
	control.post('/reset', async () => {
		await parts.reset();
		return ok;
	});
	control.get('/settings', () => settings.current);
	control.patch<{ Body: JsonObject }>('/settings', ({ body }) => settings.change(body));
	control.post('/keys', ({ body }) => keys.create(checked(keySchema, body)));
	control.post<{ Body: WebhookInput }>('/webhooks', ({ body }) => webhooks.add(body));

	control.get('/requests', () => recorder.requests);
	control.delete('/requests', () => {
		recorder.clear();
		return ok;
	});

	control.post<{ Body: JsonObject }>('/faults', ({ body }) => faults.add(body));
	control.delete('/faults', () => {
		faults.clear();
		return ok;
	});

	control.get('/deliveries', ({ query }) => {
		const { state } = checked(deliveriesQuery, query);
		return deliveries.list(LISTED_DELIVERIES, state);
	});
	control.get('/deliveries/count', () =>
		Object.fromEntries(deliveryStates.map((state) => [state, deliveries.count(state)])),
	);
	control.get('/deliveries/settled', async () => {
		await queue.settled();
		return ok;
	});
	control.post<{ Params: { id: string } }>('/deliveries/:id/resend', ({ params }, reply) =>
		queue.resend(params.id) ? ok : reply.code(404).send({ error: 'there is no such delivery' }),
	);
	control.post('/events', ({ body }) => {
		const { event, data } = checked(eventSchema, body);
		return { deliveries: events.emit(event, data) };
	});

	control.get<WithResource>('/records/:resource', ({ params }) => {
		const window = { size: Infinity, skip: 0 };
		const page = records.page(kindOf(params.resource), { withArchived: true }, window);
		return page.records.map(({ body }) => body);
	});
	control.post<WithResource>('/records/:resource', ({ body, params }) => {
		const { count, record } = checked(recordsSchema, body);
		return parts.addRecords(kindOf(params.resource), record, count);
	});
	control.delete<WithResource>('/records/:resource', ({ params }) => {
		records.removeAll(kindOf(params.resource));
		return ok;
	});
}

function kindOf(resource: string): Kind {
	const found = endpoints.find(({ kind }) => pluralOf(kind) === resource);
	if (!found) throw new InputError(`there is no resource ${resource}`);
	return found.kind;
}

function bodyOf(text: unknown): JsonObject {
	if (typeof text !== 'string' || text === '') return {};
	const body = parseJsonObject(text);
	if (!body) throw new InputError('the body must be a JSON object');
	return body;
}
