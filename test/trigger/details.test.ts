import { deliveryDetails } from '../../nodes/ProjectWorkspace/trigger/details';

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
	expect(deliveryDetails(given)).toEqual({
		event: null,
		id: null,
		sentAt: '1970-01-01T00:00:00.000Z',
		receivedAt: expect.any(String),
		headers: shown,
	});
});
