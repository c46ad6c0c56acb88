import { deliveryDetails } from '../../nodes/ProjectWorkspace/trigger/details';

test('the details show no header that proves who somebody is', () => {
	const headers = {
		'content-type': 'application/json',
		'x-event': 'task.created',
		'x-odd-proof': 'a',
		'x-hub-signature-256': 'b',
		authorization: 'c',
		cookie: 'd',
		'x-api-key': 'e',
		'proxy-authorization': 'f',
		'x-hmac': 'g',
		digest: 'h',
		'x-access-token': 'i',
		'client-secret': 'j',
		'x-apikey': 'k',
		'x-password': 'l',
	};
	const given = { headers, signatureHeader: 'X-Odd-Proof', signature: { timestamp: 0 } };
	expect(deliveryDetails({ ...given, event: undefined, id: undefined, receivedAt: 0 })).toEqual({
		event: null,
		id: null,
		sentAt: '1970-01-01T00:00:00.000Z',
		receivedAt: '1970-01-01T00:00:00.000Z',
		headers: { 'content-type': 'application/json', 'x-event': 'task.created' },
	});
});
