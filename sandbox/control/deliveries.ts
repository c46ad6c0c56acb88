/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import type { FastifyInstance } from 'fastify';
import { checked } from '../input.ts';
import type { Parts } from '../parts.ts';
import { deliveryStates } from '../store/deliveries.ts';
import { deliveriesQuery, eventSchema } from './schema.ts';

/** Deliveries: the log, sending one again, and events without an operation. */
export function addDeliveryControl(control: FastifyInstance, parts: Parts): void {
	control.get('/deliveries', (request) => {
		const { limit, state } = checked(deliveriesQuery, request.query);
		return parts.deliveries.list(limit, state);
	});
	control.get('/deliveries/count', () =>
		Object.fromEntries(deliveryStates.map((state) => [state, parts.deliveries.count(state)])),
	);
	/** Responds once no delivery is pending. */
	control.get('/deliveries/settled', async () => {
		await parts.queue.settled();
		return { ok: true };
	});
	control.post<{ Params: { id: string } }>('/deliveries/:id/resend', ({ params }, reply) =>
		parts.queue.resend(params.id)
			? { ok: true }
			: reply.code(404).send({ error: 'there is no such delivery' }),
	);
	control.post('/events', ({ body }) => {
		const { event, data } = checked(eventSchema, body);
		return { deliveries: parts.events.emit(event, data) };
	});
}
