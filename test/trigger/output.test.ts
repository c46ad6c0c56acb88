import { EVENT_NAMES, Payload } from '../../nodes/ProjectWorkspace/old/trigger/names';
import {
	detailsOf,
	outputCount,
	outputFor,
	outputsExpression,
} from '../../nodes/ProjectWorkspace/old/trigger/output';
import { findEvent } from '../../nodes/ProjectWorkspace/old/trigger/whichEvent';

test('the details only show headers about the delivery', () => {
	const names = [
		...['content-type', 'user-agent', 'date', 'ce-id', 'ce-type', 'ce-time', 'ce-source', 'event'],
		...['x-event', 'x-event-type', 'x-event-name', 'x-event-key', 'x-topic', 'x-github-delivery'],
		...['x-delivery-id', 'x-event-id', 'x-message-id', 'idempotency-key', 'webhook-timestamp'],
		...['x-attempt', 'x-retry-count', 'x-retry-num', 'x-retry-number', 'webhook-id', 'svix-id'],
	];
	const shown = Object.fromEntries(names.map((name) => [name, 'a']));
	const others = {
		'x-service-signature': 'sha256=aa',
		authorization: 'a',
		cookie: 'b',
		'x-api-key': 'c',
		'cf-access-jwt-assertion': 'd',
		'x-amzn-oidc-data': 'e',
		'ocp-apim-subscription-key': 'f',
		'x-original-url': '/webhook?token=g',
		referer: 'https://example.com/?h',
		'x-forwarded-client-cert': 'i',
		'x-goog-iap-jwt-assertion': 'j',
		'x-ms-client-principal': 'k',
		'x-hook-secret': 'l',
		'x-event-token': 'm',
	};
	const given = { headers: { ...shown, ...others }, signature: { timestamp: 0 } };
	expect(detailsOf(given)).toEqual({
		event: null,
		id: null,
		sentAt: '1970-01-01T00:00:00.000Z',
		receivedAt: expect.any(String),
		headers: shown,
	});
});

const event = (name: string) => findEvent(new Payload({ event: name }), {}, '')?.name;

describe('which deliveries start the workflow', () => {
	const others = { otherEvents: true };
	const outputs = { outputPerEvent: true };
	const two = ['user.invited', 'task.updated'];
	test.each<[string, string, readonly string[], object, number | string]>([
		['a selected event', 'task.created', ['task.created'], {}, 0],
		['another event', 'task.updated', ['task.created'], {}, 'notSelected'],
		['another event, whatever else may', 'task.updated', ['task.created'], others, 'notSelected'],
		['an unknown event', 'task.archived', ['task.created'], {}, 'unknown'],
		['an unknown event, all selected', 'task.archived', EVENT_NAMES, {}, 'unknown'],
		['an unknown event, if others may', 'task.archived', ['task.created'], others, 0],
		['an event without a name', '', ['task.created'], {}, 'unnamed'],
		['an event without a name, all selected', '', EVENT_NAMES, {}, 'unnamed'],
		['an event without a name, if others may', '', [], others, 0],
		['nothing selected', 'task.created', [], {}, 'notSelected'],
		['outputs in the order of the documentation', 'task.updated', two, outputs, 0],
		['others by the last output', 'task.archived', two, { ...outputs, ...others }, 2],
	])('%s', (_, name, selected, options, output) => {
		expect(outputFor(event(name), selected, options)).toBe(output);
	});

	test('every delivery uses an existing output', () => {
		const all = outputCount(EVENT_NAMES, { outputPerEvent: ' True ' as never });
		expect(all).toBe(EVENT_NAMES.length);
		for (const selected of [EVENT_NAMES, EVENT_NAMES.slice(0, 2), []]) {
			for (const outputPerEvent of [true, false]) {
				for (const otherEvents of [true, false]) {
					const options = { outputPerEvent, otherEvents };
					for (const name of [...EVENT_NAMES, 'task.archived', '']) {
						const output = outputFor(event(name), selected, options);
						if (typeof output !== 'number') continue;
						expect(output).toBeLessThan(outputCount(selected, options));
					}
				}
			}
		}
	});

	test('the expression for n8n uses nothing from outside', () => {
		expect(outputsExpression).toMatch(/^=\{\{\(function outputsOf\(/);
		expect(outputsExpression).toContain('"task.created"');
	});
});
