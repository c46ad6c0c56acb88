import {
	findRelated,
	isId,
	readTimestamp,
} from '../../nodes/ProjectWorkspace/old/signature/deliveryHeaders';
import { delivery, resultOf } from './delivery';
import { digests as d, ID } from './knownAnswers';

/** Headers with other IDs, which are likelier. */
function otherIds(count: number) {
	return Object.fromEntries(Array.from({ length: count }, (_, n) => [`x-${n}-id`, `other_${n}`]));
}

const textsOf = (kind: 'timestamp' | 'id', headers: Record<string, string>) =>
	findRelated(kind, headers, 'x-service-signature').map(({ text }) => text);

test("a header with the signature header's own beginning comes before the others", () => {
	const headers = {
		date: 'Wed, 21 Oct 2026 07:28:00 GMT',
		'x-proxy-timestamp': '1792567681',
		'x-service-timestamp': '1792567680',
		'x-service-signature': '1792567682',
	};
	expect(textsOf('timestamp', headers)).toEqual(['1792567680', '1792567681', headers.date]);
});

test.each([
	[{ 'x-timestamp': '1792567681', 'x-time': '1792567680' }, 'accepted'],
	[{ 'x-timestamp': '1792567681', 'x-time': '1792567682', 'x-ts': '1792567680' }, 'mismatch'],
	[{ ...otherIds(5), 'x-ts': '1792567680', 'x-event-uuid': ID }, 'accepted'],
	[{ ...otherIds(6), 'x-ts': '1792567680', 'x-event-uuid': ID }, 'mismatch'],
])('of the other headers, two timestamps and six IDs are tried: %j', (headers, result) => {
	const signature = 'x-event-uuid' in headers ? `v1,${d.standard}` : d.dot;
	expect(resultOf(delivery(signature, headers))).toBe(result);
});

const SECOND = Date.UTC(2026, 9, 21, 7, 28);

test.each([
	['1792567680', SECOND],
	['1792567680.1234567', SECOND + 123],
	['1792567680123', SECOND + 123],
	['2026-10-21T07:28:00Z', SECOND],
	['2026-10-21T09:28:00.123456789+02:00', SECOND + 123],
	['Wed, 21 Oct 2026 07:28:00 GMT', SECOND],
	...['0792567680', '179256768', '0792567680123', '1792567680.12345678', '2026-10-21T07:28:00']
		.concat('2026-13-21T07:28:00Z', '2026-10-21T07:28:00.1234567890Z', '5 apples', '1e9', '')
		.map((text): [string, undefined] => [text, undefined]),
])('the time %j is read as %s', (text, time) => {
	expect(readTimestamp(text)).toBe(time);
});

test('an ID is one word of up to 256 characters', () => {
	for (const text of ['msg_1', 'a/b+c=', 'x'.repeat(256)]) expect(isId(text)).toBe(true);
	for (const text of ['', 'two words', 'a,b', '{"a":1}', 'x'.repeat(257)])
		expect(isId(text)).toBe(false);
});

/** What is found under each of the names; x- stands before those that are endings. */
const foundUnder = (kind: 'timestamp' | 'id', names: string, more: Record<string, string> = {}) =>
	names.split(' ').map((name) => {
		const value = kind === 'id' ? 'own' : '1792567680';
		return textsOf(kind, { [name]: value, ...more }).join(' ');
	});

test('timestamps and IDs are found under each of the endings, the likelier first', () => {
	const times = foundUnder('timestamp', 'x-timestamp x-time x-ts x-at date');
	expect(new Set(times)).toEqual(new Set(['1792567680']));
	const endings =
		'webhook-id delivery-id message-id event-id x-id x-delivery x-nonce x-uuid idempotency-key';
	expect(new Set(foundUnder('id', endings))).toEqual(new Set(['own']));
	const all = Object.fromEntries(
		endings
			.split(' ')
			.toReversed()
			.map((name) => [name, name]),
	);
	expect(textsOf('id', all)).toEqual(endings.split(' '));
});

test('IDs of the receiver are not tried, and those of proxies after all others', () => {
	const receivers =
		'account workspace tenant org organisation organization team user customer client app application project subscription endpoint hook key';
	const constant = receivers.split(' ').map((name) => `x-${name}-id`);
	expect(new Set(foundUnder('id', constant.join(' ')))).toEqual(new Set(['']));
	const proxies =
		'cf-id fly-id x-amz-id x-amzn-id x-azure-id x-b3-id x-cloud-id x-envoy-id x-forwarded-id x-goog-id x-vercel-id x-request-id x-correlation-id x-trace-id x-span-id x-transaction-id x-session-id x-parent-id x-proxy-id';
	const found = foundUnder('id', proxies, { 'idempotency-key': 'other' });
	expect(new Set(found)).toEqual(new Set(['other own']));
});
