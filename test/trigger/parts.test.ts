import {
	outputCount,
	outputsExpression,
	routeOf,
} from '../../nodes/ProjectWorkspace/trigger/choice';
import { EVENT_NAMES } from '../../nodes/ProjectWorkspace/trigger/eventNames';
import { findEvent } from '../../nodes/ProjectWorkspace/trigger/findEvent';
import { shareableHeaders } from '../../nodes/ProjectWorkspace/trigger/headers';
import { asItemData, parsePayload } from '../../nodes/ProjectWorkspace/trigger/payload';
import { RefusalLog } from '../../nodes/ProjectWorkspace/trigger/refusalLog';
import {
	findUnusableSecret,
	readSecrets,
	SecretsCache,
} from '../../nodes/ProjectWorkspace/trigger/signingSecrets';
import {
	isSubscribed,
	subscribe,
	unsubscribe,
} from '../../nodes/ProjectWorkspace/trigger/subscription';
import { expectWorded } from '../wording/rules';

const event = (name: string) => findEvent({ event: name }, {}, '');

describe('which deliveries start the workflow', () => {
	test.each([
		['a chosen event', 'task.created', ['task.created'], {}, { output: 0 }],
		['another event', 'task.updated', ['task.created'], {}, { ignored: 'notChosen' }],
		[
			'another event, whatever else may pass',
			'task.updated',
			['task.created'],
			{ otherEvents: true },
			{ ignored: 'notChosen' },
		],
		['an unknown event', 'task.archived', ['task.created'], {}, { ignored: 'unknown' }],
		['an unknown event, all chosen', 'task.archived', EVENT_NAMES, {}, { ignored: 'unknown' }],
		[
			'an unknown event that may pass',
			'task.archived',
			['task.created'],
			{ otherEvents: true },
			{ output: 0 },
		],
		['an event without a name', '', ['task.created'], {}, { ignored: 'unnamed' }],
		['an event without a name, all chosen', '', EVENT_NAMES, {}, { output: 0 }],
		['nothing chosen', 'task.created', [], {}, { ignored: 'notChosen' }],
		[
			'outputs in the order of the documentation',
			'task.updated',
			['user.invited', 'task.updated'],
			{ outputPerEvent: true },
			{ output: 0 },
		],
		[
			'others by the last output',
			'task.archived',
			['user.invited', 'task.updated'],
			{ outputPerEvent: true, otherEvents: true },
			{ output: 2 },
		],
	])('%s', (_, name, chosen, options, route) => {
		expect(routeOf(event(name), chosen, options)).toEqual(route);
	});

	test('every route leads to an output that there is', () => {
		for (const chosen of [EVENT_NAMES, EVENT_NAMES.slice(0, 2), []]) {
			for (const outputPerEvent of [true, false]) {
				for (const otherEvents of [true, false]) {
					const options = { outputPerEvent, otherEvents };
					for (const name of [...EVENT_NAMES, 'task.archived', '']) {
						const route = routeOf(event(name), chosen, options);
						if (!('output' in route)) continue;
						expect(route.output).toBeLessThan(outputCount(chosen, options));
					}
				}
			}
		}
	});

	test('the expression for n8n holds all that it needs', () => {
		expect(outputsExpression).toMatch(/^=\{\{\(function outputsOf\(/);
		expect(outputsExpression).toContain('"task.created"');
	});
});

describe('what the workflow gets', () => {
	test.each([
		['{"a":1}', { a: 1 }],
		['\ufeff{"a":1}', { a: 1 }],
		['[1]', { value: [1] }],
		['"x"', { value: 'x' }],
		['no json', { value: 'no json' }],
		['{"ä":"€"}', { ä: '€' }],
	])('%s', (text, data) => {
		expect(asItemData(parsePayload(Buffer.from(text)))).toEqual(data);
	});

	test('headers without what proves who somebody is', () => {
		const headers = {
			'content-type': 'application/json',
			'x-event': 'task.created',
			'x-odd-proof': 'a',
			'x-hub-signature-256': 'b',
			authorization: 'c',
			cookie: 'd',
			'x-api-key': 'e',
			'proxy-authorization': 'f',
		};
		expect(shareableHeaders(headers, 'X-Odd-Proof')).toEqual({
			'content-type': 'application/json',
			'x-event': 'task.created',
		});
	});
});

describe('the subscription', () => {
	test('is found again for the same URL and events, in any order', () => {
		const data = {};
		expect(isSubscribed(data, 'u', ['a'])).toBe(false);
		subscribe(data, 'u', ['a', 'b'], new Date(0));
		expect(data).toEqual({
			subscription: { url: 'u', events: ['a', 'b'], since: '1970-01-01T00:00:00.000Z' },
		});
		expect(isSubscribed(data, 'u', ['b', 'a'])).toBe(true);
		expect(isSubscribed(data, 'v', ['a', 'b'])).toBe(false);
		expect(isSubscribed(data, 'u', ['a'])).toBe(false);
		expect(isSubscribed(data, 'u', ['a', 'b', 'c'])).toBe(false);
		unsubscribe(data);
		unsubscribe(data);
		expect(data).toEqual({});
	});
});

describe('secrets', () => {
	test('are read with what pasting adds, and without empty ones', () => {
		expect(
			readSecrets({ signingSecret: ' a\n', previousSigningSecret: '', signatureHeader: 'X-S: ' }),
		).toEqual({ header: 'X-S', secrets: ['a'] });
		expect(readSecrets({})).toEqual({ header: 'X-Service-Signature', secrets: [] });
	});

	test.each(['whsec_', '"whsec_"', '""', "''", 'whsec_==', 'ac_live_', '••••••', '\u200b'])(
		'that are none are rejected with a message: %j',
		(secret) => {
			for (const [field, label] of [
				['signingSecret', 'Signing Secret'],
				['previousSigningSecret', 'Previous Signing Secret'],
			] as const) {
				const found = findUnusableSecret({ signingSecret: 'good', [field]: secret });
				expect(found?.message).toMatch(`'${label}' in the credential contains only a prefix`);
				if (found) expectWorded(found);
			}
		},
	);

	test('that are there, or not needed, can be used', () => {
		expect(findUnusableSecret({})).toBeUndefined();
		expect(
			findUnusableSecret({ signingSecret: 'whsec_a', previousSigningSecret: '' }),
		).toBeUndefined();
	});

	test('are read once for deliveries that arrive together, and again after it did not work', async () => {
		const cache = new SecretsCache();
		let reads = 0;
		const read = async () => {
			reads++;
			if (reads === 1) throw new Error('no credential');
			return { header: 'h', secrets: [String(reads)] };
		};
		const both = await Promise.allSettled([cache.get('a', 5, 0, read), cache.get('a', 5, 0, read)]);
		expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		expect(reads).toBe(1);
		expect((await cache.get('a', 5, 0, read)).secrets.secrets).toEqual(['2']);
	});

	test('are read again when they are too old, and for another owner', async () => {
		const cache = new SecretsCache();
		let reads = 0;
		const read = async () => ({ header: 'h', secrets: [String(++reads)] });
		const get = async (owner: string, age: number, now: number) =>
			(await cache.get(owner, age, now, read)).secrets.secrets;
		expect(await get('a', 5000, 0)).toEqual(['1']);
		expect(await get('a', 5000, 4999)).toEqual(['1']);
		expect(await get('b', 5000, 4999)).toEqual(['2']);
		expect(await get('a', 1000, 4999)).toEqual(['3']);
		expect(await get('a', 5000, 10_000)).toEqual(['4']);
	});
});

test('a flood of refusals is counted instead of written', () => {
	const log = new RefusalLog();
	const lines = Array.from({ length: 100 }, () => log.admit('a', 0));
	expect(lines.filter((line) => line !== undefined)).toHaveLength(20);
	expect(log.admit('b', 0)).toBe(0);
	expect(log.admit('a', 60_000)).toBe(80);
	expect(log.admit('a', 60_001)).toBe(0);
});
