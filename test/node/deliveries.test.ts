import { WebhookContext } from 'n8n-core';

import { CREDENTIAL, deliver, hmac, outputsOf, run, situation } from './triggerContexts';

type Headers = Record<string, string>;

/** A delivery: what it is, what is sent with it, and the seconds since it was signed. */
interface Sent {
	body: unknown;
	headers?: Headers;
	ago?: number;
	/** As Standard Webhooks sends it. */
	id?: string;
}

type Layout = 'body' | 'time' | 'standard';

const EVENTS = ['task.created', 'task.updated', 'task.completed', 'user.invited'];

/** One time for all deliveries that are signed now, as two of them must not be signed in different seconds. */
const NOW_SECONDS = Math.floor(Date.now() / 1000);

function sign(layout: Layout, text: string, { ago = 0, id = 'm1' }: Sent): Headers {
	const time = String(NOW_SECONDS - ago);
	const digest = Buffer.from(hmac(`${id}.${time}.${text}`), 'hex').toString('base64');
	return {
		body: { 'x-service-signature': `sha256=${hmac(text)}` },
		time: { 'x-service-signature': `t=${time},v1=${hmac(`${time}.${text}`)}` },
		standard: {
			'webhook-id': id,
			'webhook-timestamp': time,
			'x-service-signature': `v1,${digest}`,
		},
	}[layout];
}

/** The items that one trigger outputs of the deliveries, one after the other. */
async function itemsOf(layout: Layout, sent: Sent[], options: object = {}) {
	const given = situation({ events: EVENTS, options });
	const items: unknown[] = [];
	for (const each of sent) {
		const text = JSON.stringify(each.body);
		const headers = { ...sign(layout, text, each), ...each.headers };
		items.push(...(await outputsOf(given, text, headers)).flat());
	}
	return items;
}

const updated = { event: 'task.updated' };

/** One body with each of the headers, signed at different times. */
const each = (body: unknown, headers: Headers[]): Sent[] =>
	headers.map((one, index) => ({ body, headers: one, ago: 40 - index * 10 }));
const numbered = (...ids: string[]) => ids.map((id) => ({ 'x-service-delivery': id }));

describe('how many of the deliveries start the workflow', () => {
	const names = ['task.updated', 'user.invited'].map((name) => ({ 'x-event': name }));
	const stripped = [{ 'x-delivery-id': '1' }, {}, { 'x-delivery-id': '2' }, { 'x-other': '1' }];
	const captured = stripped.map((headers) => ({ body: updated, headers: headers as Headers }));

	// All others are in `webhook/duplicates.test.ts`.
	test.each<[string, Layout, Sent[], number]>([
		['a task toggled 4 times', 'time', each(updated, numbered(...'1234')), 4],
		['captured, with all headers changed', 'time', captured, 1],
		['a signed ID for each', 'standard', ['a', 'b', 'a'].map((id) => ({ body: updated, id })), 2],
		['with other names in a header', 'body', each({ a: 1 }, names), 2],
	])('%s', async (_, layout, sent, starts) => {
		expect(await itemsOf(layout, sent)).toHaveLength(starts);
	});
});

describe('an event', () => {
	const pings: Sent[] = [
		{ body: { type: 'ping', subscribed: ['task.created'] } },
		{ body: { events: ['task.created', 'task.updated'] } },
		{ body: { type: 'comment', title: 'task.created', body: 'task.created' } },
	];

	test("of another kind starts the workflow only with 'Include Other Events'", async () => {
		expect(await itemsOf('body', pings)).toEqual([]);
		const all = await itemsOf('body', pings, { otherEvents: true });
		expect(all).toEqual(pings.map(({ body }) => body));
	});

	test('that is documented but not selected never does', async () => {
		const body = { event: 'project.created' };
		expect(await itemsOf('body', [{ body }], { otherEvents: true })).toEqual([]);
	});

	test('that is no object is an item, too', async () => {
		const sent = [{ body: [1, 2] }];
		expect(await itemsOf('body', sent, { otherEvents: true })).toEqual([{ value: [1, 2] }]);
	});

	test('that is no JSON, as Python may write it, is a text', async () => {
		const text = '{"event":"task.created","hours":NaN}';
		const other = situation({ options: { otherEvents: true } });
		expect(await outputsOf(other, text)).toEqual([[{ value: text }]]);
		expect((await deliver(situation(), text)).status).toBe(200);
	});

	test('keeps the digits of long numbers', async () => {
		const text = '{"event":"task.created","task":{"id":12345678901234567890}}';
		const [[item] = []] = await outputsOf(situation(), text);
		expect(item).toEqual({ event: 'task.created', task: { id: '12345678901234567890' } });
	});
});

describe('a batch', () => {
	const names = ['task.created', 'task.deleted', 'user.invited', 'task.created'];
	const entries = [...names.map((event, n) => ({ event, n })), { n: 4 }];
	// It names the delivery, not an entry of it.
	const headers = { 'x-event': 'task.created' };

	test.each([
		['a list', entries],
		['in an envelope', { webhook_id: 1, events: entries }],
	])('has an item for each entry that is selected: %s', async (_, body) => {
		const sent = [{ body, headers }];
		expect(await itemsOf('body', sent)).toEqual([entries[0], entries[2], entries[3]]);
		expect(await itemsOf('body', [{ body }], { otherEvents: true })).toEqual(entries);
	});

	test('is recognized as a whole, or its entries by Duplicate Field', async () => {
		const other = entries.slice(2);
		const sent = [entries, entries, other].map((body) => ({ body }));
		expect(await itemsOf('body', sent)).toHaveLength(3 + 0 + 2);
		expect(await itemsOf('body', sent, { duplicateField: 'n' })).toHaveLength(3);
	});

	test.each([
		[10_000, 200],
		[10_001, 413],
	])('of %i events is answered with %i', async (count, status) => {
		const text = JSON.stringify(Array.from({ length: count }, () => ({ event: 'task.created' })));
		const given = situation({ events: ['user.invited'] });
		expect((await deliver(given, text)).status).toBe(status);
	});

	test('is one event if only a header names it', async () => {
		const sent = { body: [{ n: 1 }, { n: 2 }], headers: { 'x-event': 'task.created' } };
		expect(await itemsOf('body', [sent])).toEqual([{ value: sent.body }]);
	});
});

describe('a filter', () => {
	const open = { field: 'task.status', condition: 'equals', value: 'open' };
	const urgent = { field: 'priority', condition: 'larger', value: 3 };
	const send = async (body: unknown, given: Parameters<typeof situation>[0]) => {
		const trigger = situation({ events: EVENTS, ...given });
		return { trigger, ...(await deliver(trigger, JSON.stringify(body))) };
	};

	test.each<[string, object, Parameters<typeof situation>[0], boolean]>([
		['matches a field inside an object', { task: { status: 'open' } }, { filters: [open] }, true],
		['does not match', { task: { status: 'done' } }, { filters: [open] }, false],
		['is enough alone', { priority: 5 }, { filters: [open, urgent], combineFilters: 'any' }, true],
	])('that %s', async (_, more, given, isStarted) => {
		const { started, status, body } = await send({ ...updated, ...more }, given);
		expect(started !== undefined).toBe(isStarted);
		if (isStarted) return;
		expect([status, body]).toEqual([
			200,
			{ received: true, started: false, message: expect.stringMatching(/not match 'Filters'\.$/) },
		]);
	});

	test.each<[string, object, Parameters<typeof situation>[0], boolean]>([
		['passes the event', {}, { filters: [urgent] }, true],
		['decides nothing', { task: { status: 'done' } }, { filters: [open, urgent] }, false],
		['is enough alone', {}, { filters: [open, urgent], combineFilters: 'any' }, true],
	])('that cannot compare a value %s, and says so', async (_, more, given, isStarted) => {
		const warn = jest.fn();
		const log = { warn, debug: () => {} } as never;
		jest.spyOn(WebhookContext.prototype, 'logger', 'get').mockReturnValue(log);
		const sent = { ...updated, priority: 'high', ...more };
		expect((await send(sent, given)).started !== undefined).toBe(isStarted);
		const message =
			'The filter on \'priority\' cannot compare "high" with "3", so such events pass it.';
		expect(warn.mock.calls[0]).toEqual([expect.stringContaining(message), {}]);

		const { result, body } = await send(sent, { ...given, mode: 'manual' });
		expect(result.webhookResponse?.message ?? body?.message).toContain(message);
	});

	test('leaves out entries of a batch', async () => {
		const entries = ['open', 'done', 'open'].map((status) => ({ ...updated, task: { status } }));
		const { trigger, started } = await send(entries, { filters: [open] });
		expect((await run(trigger, started)).outputs).toEqual([[entries[0], entries[2]]]);
	});

	test('that cannot be read asks for the delivery again, and is no reason for others', async () => {
		const filters = [{ ...open, value: '={{ undefined }}' }];
		expect(await send(updated, { filters })).toMatchObject({ status: 503, started: undefined });
		const forged = { 'x-service-signature': hmac('x') };
		expect((await deliver(situation({ filters }), '{}', forged)).status).toBe(401);
	});
});

describe('the output', () => {
	test('has details that no field of the payload replaces', async () => {
		const options = { includeDetails: true };
		const body = { ...updated, event_id: 7, _delivery: 'made up' };
		const [item] = await itemsOf('time', [{ body }], options);
		const isoDate = expect.stringMatching(/^20.*Z$/);
		expect(item).toEqual({
			...body,
			_delivery: { event: 'task.updated', id: '7', sentAt: isoDate, receivedAt: isoDate },
		});
		const [bare] = await itemsOf('body', [{ body: { a: 1 } }], { ...options, otherEvents: true });
		expect(bare).toMatchObject({ _delivery: { event: null, id: null, sentAt: null } });
	});

	test('hides the API key and the signing secrets, and no values of headers', async () => {
		const headers = { header: [{ name: 'X-Gateway-Key', value: 'gateway-key-1' }] };
		const credential = { ...CREDENTIAL, headers };
		const given = situation({ credential, options: { includeDetails: true } });
		const text = JSON.stringify({
			event: 'task.created',
			event_id: 'ac_test_made_up',
			note: 'ac_test_made_up made-up-signing-secret gateway-key-1',
		});
		const { started } = await deliver(given, text);
		expect(JSON.stringify(started)).not.toMatch(/ac_test_made_up|made-up-signing-secret/);
		const { outputs } = await run(given, started);
		expect(outputs[0]?.[0]).toMatchObject({
			note: '[API key hidden] [signing secret hidden] gateway-key-1',
			_delivery: { id: '[API key hidden]' },
		});
	});

	test('shows no part of a secret where a message is cut', async () => {
		const filters = [{ field: 'priority', condition: 'larger', value: 3 }];
		for (let before = 1_900; before < 2_000; before += 5) {
			const sent = { ...updated, priority: `${'x'.repeat(before)} ac_test_made_up` };
			const { result } = await deliver(
				situation({ mode: 'manual', filters }),
				JSON.stringify(sent),
			);
			expect(result.webhookResponse?.message).toMatch(/^.{1999}…$/);
			expect(result.webhookResponse?.message).not.toContain('ac_test_m');
		}
	});
});
