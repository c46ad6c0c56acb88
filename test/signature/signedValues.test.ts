import { findRelated, isId } from '../../nodes/ProjectWorkspace/signature/signedValues';

const headers = {
	date: 'Wed, 21 Oct 2026 07:28:00 GMT',
	'x-proxy-timestamp': '1792567681',
	'x-service-timestamp': '1792567680',
	'x-service-signature': '1792567682',
};

const timestamps = (known?: string) =>
	findRelated('timestamp', headers, 'x-service-signature', known).map(({ header }) => header);

test("a header with the signature header's own beginning comes before the others, and at most two are tried", () => {
	expect(timestamps()).toEqual(['x-service-timestamp', 'x-proxy-timestamp']);
});

test('the header that it was in last time comes first', () => {
	expect(timestamps('date')).toEqual(['date', 'x-service-timestamp']);
});

test('an ID is one word of up to 256 characters', () => {
	for (const text of ['msg_1', 'a/b+c=', 'x'.repeat(256)]) expect(isId(text)).toBe(true);
	for (const text of ['', 'two words', 'a,b', '{"a":1}', 'x'.repeat(257)])
		expect(isId(text)).toBe(false);
});

test('the ID of a workspace is not taken for that of a delivery', () => {
	const all = { 'x-service-workspace-id': 'w1', 'x-service-delivery-id': 'd1' };
	expect(findRelated('id', all, 'x-service-signature')).toEqual([
		{ text: 'd1', header: 'x-service-delivery-id' },
	]);
});
