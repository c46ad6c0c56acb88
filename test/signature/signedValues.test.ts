import { findRelated, isId } from '../../nodes/ProjectWorkspace/signature/signedValues';

const headers = {
	date: 'Wed, 21 Oct 2026 07:28:00 GMT',
	'x-proxy-timestamp': '1792567681',
	'x-service-timestamp': '1792567680',
	'x-service-signature': '1792567682',
};

const timestamps = () => findRelated('timestamp', headers, 'x-service-signature');

test("a header with the signature header's own beginning comes before the others, and at most two are tried", () => {
	expect(timestamps()).toEqual(['1792567680', '1792567681']);
});

test('an ID is one word of up to 256 characters', () => {
	for (const text of ['msg_1', 'a/b+c=', 'x'.repeat(256)]) expect(isId(text)).toBe(true);
	for (const text of ['', 'two words', 'a,b', '{"a":1}', 'x'.repeat(257)])
		expect(isId(text)).toBe(false);
});

test('the ID of a workspace is not taken for that of a delivery, and that of a proxy comes last', () => {
	const own = { 'x-service-workspace-id': 'w1', 'x-service-delivery-id': 'd1' };
	const all = { 'x-request-id': 'r1', 'x-other-id': 'o1', ...own };
	expect(findRelated('id', all, 'x-service-signature')).toEqual(['d1', 'o1', 'r1']);
});
