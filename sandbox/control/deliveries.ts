/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import type { FastifyInstance } from 'fastify';
import { isJsonObject } from '../json.ts';
import type { AllParts } from '../parts.ts';
import type { DeliveryState } from '../store/deliveries.ts';
import { numberFrom, oneOf, readBody, readBurst, readEvent, readOrder } from './wishes.ts';

const states: readonly DeliveryState[] = ['held', 'pending', 'delivered', 'failed', 'cancelled'];

/** Deliveries: the log, sending again, holding back and releasing, and many at once. */
export function addDeliveryControl(control: FastifyInstance, parts: AllParts): void {
	control.get('/deliveries', (request) => {
		const asked = isJsonObject(request.query) ? request.query : {};
		const state = asked.state === undefined ? undefined : oneOf(states, asked.state, 'state');
		return parts.deliveries.list(numberFrom(Number(asked.limit ?? 1_000), 'limit'), state);
	});
	control.get('/deliveries/count', () =>
		Object.fromEntries(states.map((state) => [state, parts.deliveries.count(state)])),
	);
	/** Answers when nothing is pending any more. */
	control.get('/deliveries/settled', async () => {
		await parts.queue.settled();
		return { ok: true };
	});
	control.post<{ Params: { id: string } }>('/deliveries/:id/resend', (request, reply) =>
		parts.queue.resend(request.params.id)
			? { ok: true }
			: reply.code(404).send({ error: 'there is no such delivery' }),
	);
	control.post('/deliveries/release', (request) => {
		const { order, seed } = readBody(request.body);
		const released = parts.queue.release(readOrder(order), numberFrom(seed ?? 1, 'seed'));
		return { released };
	});
	control.post('/events', (request) => {
		const { event, data } = readBody(request.body);
		const record = isJsonObject(data) ? data : { id: 'made_up_1', title: 'A made-up record' };
		return { deliveries: parts.events.emit(readEvent(event), record) };
	});
	control.post('/burst', (request) => {
		const deliveries = parts.events.burst(readBurst(readBody(request.body)));
		return { deliveries: deliveries.length };
	});
}
