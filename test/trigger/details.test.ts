import { deliveryDetails } from '../../nodes/ProjectWorkspace/trigger/details';

test('the details show the headers that tell of the delivery, and no other', () => {
	const shown = {
		'content-type': 'application/json',
		'user-agent': 'Service/1',
		date: 'Sun, 22 Nov 2026 01:02:03 GMT',
		'x-service-event': 'task.created',
		'x-github-delivery': 'd1',
		'webhook-id': 'm1',
		'webhook-timestamp': '1792567680',
		'idempotency-key': 'k1',
		'x-retry-count': '2',
	};
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
	const given = { headers: { ...shown, ...others }, signedTime: 0, receivedAt: 0 };
	const hide = (text: string) => text.replace('Service/1', 'hidden');
	expect(deliveryDetails({ ...given, hide, event: undefined, id: undefined })).toEqual({
		event: null,
		id: null,
		sentAt: '1970-01-01T00:00:00.000Z',
		receivedAt: '1970-01-01T00:00:00.000Z',
		headers: { ...shown, 'user-agent': 'hidden' },
	});
});
