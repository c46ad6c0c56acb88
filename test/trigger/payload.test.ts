import {
	asItemData,
	deliveryDetails,
	parsePayload,
	shortText,
} from '../../nodes/ProjectWorkspace/trigger/payload';

test.each([
	['{"a":1}', { a: 1 }],
	['\ufeff{"a":1}', { a: 1 }],
	['[1]', { value: [1] }],
	['"x"', { value: 'x' }],
	['no json', { value: 'no json' }],
	['{"id":12345678901234567890}', { id: '12345678901234567890' }],
	['{"ä":"€"}', { ä: '€' }],
])('the workflow gets %s', (text, data) => {
	expect(asItemData(parsePayload(text))).toEqual(data);
});

test.each<[string, unknown, string | undefined]>([
	['a text of 200 characters', 'x'.repeat(200), 'x'.repeat(200)],
	['the same with spaces around it', ` ${'x'.repeat(200)} `, 'x'.repeat(200)],
	['a longer one', 'x'.repeat(201), undefined],
	['a whole number', 7, '7'],
	['another number', 1.5, undefined],
	['a number that may have been rounded', 2 ** 53, undefined],
	['a space', ' ', undefined],
	['true', true, undefined],
])('what can be a name or an ID: %s', (_, value, text) => {
	expect(shortText(value)).toBe(text);
});

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
