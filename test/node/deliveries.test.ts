import { CREDENTIAL, deliver, hmac, outputsOf, run, situation, table } from './triggerContexts';

type Headers = Record<string, string>;

/** A delivery: what it is, what is sent with it, and the seconds since it was signed. */
interface Sent {
	body: unknown;
	headers?: Headers;
	ago?: number;
	/** In the signature header, or as Standard Webhooks sends it. */
	id?: string;
}

type Layout = 'body' | 'time' | 'standard';

const UUID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const SELECTED = ['task.created', 'task.updated', 'task.completed', 'user.invited'];

function sign(layout: Layout, text: string, { ago = 0, id = 'm1' }: Sent, now: number): Headers {
	const time = String(now - ago);
	const digest = hmac(`${id}.${time}.${text}`);
	return {
		body: { 'x-service-signature': `sha256=${hmac(text)}` },
		time: { 'x-service-signature': `t=${time},v1=${hmac(`${time}.${text}`)}` },
		standard: {
			'webhook-id': id,
			'webhook-timestamp': time,
			'x-service-signature': `v1,${Buffer.from(digest, 'hex').toString('base64')}`,
		},
	}[layout];
}

/** What one trigger hands on of the deliveries, one after the other, by outputs. */
async function receivedOf(layout: Layout, sent: Sent[], options: object = {}) {
	const given = situation({ parameters: { events: SELECTED, options: { ...options } } });
	const now = Math.floor(Date.now() / 1000);
	const all: unknown[][][] = [];
	for (const each of sent) {
		const text = JSON.stringify(each.body);
		const headers = { ...sign(layout, text, each, now), ...each.headers };
		const { started } = await deliver(given, text, headers);
		if (started) all.push((await run(given, started)).outputs);
	}
	return { all, given };
}

const startsOf = async (...args: Parameters<typeof receivedOf>) =>
	(await receivedOf(...args)).all.flat(2).length;

const task = { id: 'task_1', title: 'Paint the door' };
const each = (body: unknown, headers: Headers[]): Sent[] =>
	headers.map((one, at) => ({ body, headers: one, ago: 40 - at * 10 }));
const anew = (body: unknown, headers: Headers = {}): Sent[] =>
	[40, 20, 0].map((ago) => ({ body, headers, ago }));
const numbered = (...ids: string[]) => ids.map((id) => ({ 'x-service-delivery': id }));

describe('events that are not lost', () => {
	test.each<[string, Layout, Sent[], number]>([
		[
			'a task that is toggled, with constant times',
			'time',
			each(
				{
					event: 'task.updated',
					task: { ...task, updated_at: '2026-01-01T00:00:00Z' },
					timestamp: 1_767_225_600,
				},
				numbered('1', '2', '3', '4'),
			),
			4,
		],
		[
			'the ID of a subscription',
			'time',
			anew({ event: 'task.updated', webhook_id: UUID }, { 'x-service-webhook-id': 'w1' }),
			3,
		],
		[
			'a record that came as it is',
			'time',
			anew({ ...task, event: 'task.updated', project: { id: 1 } }),
			3,
		],
		[
			'a constant ID of the delivery',
			'body',
			[1, 2].map((n) => ({ body: { delivery_id: UUID, event: 'task.updated', n } })),
			2,
		],
		[
			'one body with other delivery IDs',
			'body',
			each({ event: 'task.updated' }, numbered('1', '2', '1')),
			2,
		],
		[
			'a signed ID for each',
			'standard',
			['a', 'b', 'a'].map((id) => ({ body: { event: 'task.updated' }, id })),
			2,
		],
	])('%s', async (_, layout, sent, starts) => {
		expect(await startsOf(layout, sent)).toBe(starts);
	});
});

describe('events that run once', () => {
	test.each<[string, Layout, Sent[]]>([
		[
			'signed anew, with an ID in a header',
			'time',
			anew({ event: 'task.updated' }, { 'x-service-delivery': '1' }),
		],
		['signed anew, with an ID in the body', 'time', anew({ event: 'task.updated', message_id: 5 })],
		['signed anew, as Standard Webhooks does', 'standard', anew({ event: 'task.updated' })],
		[
			'a unique event ID and the number of the attempt',
			'time',
			[1, 2].map((attempt) => ({
				body: { event_id: UUID, event: 'task.updated', attempt },
				ago: attempt,
			})),
		],
		[
			'a captured delivery under another name',
			'body',
			each({ a: 1 }, [{ 'x-event': 'task.updated' }, { 'x-event': 'user.invited' }]),
		],
		[
			'a captured delivery with all headers changed',
			'time',
			[
				{ body: { event: 'task.updated' }, headers: { 'x-delivery-id': '1' } },
				{ body: { event: 'task.updated' } },
				{ body: { event: 'task.updated' }, headers: { 'x-delivery-id': '2' } },
				{ body: { event: 'task.updated' }, headers: { 'content-type': 'text/plain' } },
			],
		],
		[
			'the same again',
			'body',
			[{ body: { event: 'task.updated' } }, { body: { event: 'task.updated' } }],
		],
	])('%s', async (_, layout, sent) => {
		expect(await startsOf(layout, sent)).toBe(1);
	});
});

describe('events that were not chosen start nothing, whatever a header says', () => {
	test.each<[string, unknown]>([
		['a verb and its object', { action: 'removed', task }],
		['a verb and two objects', { action: 'archived', task, actor: {} }],
		['another version', { type: 'task.deleted.v2' }],
		['a database', { type: 'DELETE', table: 'tasks', old_record: task }],
		['a word', { event: 'deleted', trigger: 'task.created' }],
		['a comment', { type: 'comment', title: 'Task created', body: 'task.created' }],
		['a ping', { type: 'ping', subscribed: ['task.created'] }],
		['what is subscribed', { events: ['task.created', 'task.updated'] }],
	])('%s', async (_, body) => {
		expect(await startsOf('body', [{ body, headers: { 'x-service-event': 'task.created' } }])).toBe(
			0,
		);
		expect(await startsOf('body', [{ body }], { otherEvents: true })).toBe(1);
	});
});

describe('a batch', () => {
	const entries = [
		{ event: 'task.created', n: 1 },
		{ event: 'task.deleted', n: 2 },
		{ event: 'user.invited', n: 3 },
		{ event: 'task.created', n: 4 },
	];

	test.each([
		['a list', entries],
		['in an envelope', { webhook_id: 1, events: entries }],
	])('each entry leaves by its own output, if it was chosen: %s', async (_, body) => {
		const { all } = await receivedOf('body', [{ body }], { outputPerEvent: true });
		expect(all).toEqual([[[entries[0], entries[3]], [], [], [entries[2]]]]);
	});

	test('others leave by the last output', async () => {
		const options = { outputPerEvent: true, otherEvents: true };
		const { all } = await receivedOf('body', [{ body: entries }], options);
		expect(all).toEqual([[[entries[0], entries[3]], [], [], [entries[2]], [entries[1]]]]);
	});

	test('none was chosen', async () => {
		expect(await startsOf('body', [{ body: [entries[1]] }])).toBe(0);
	});

	test('is recognized as a whole and by its entries', async () => {
		const own = { event_id: UUID, event: 'task.updated' };
		const sent = [
			{ body: entries },
			{ body: entries },
			{ body: [own] },
			{ body: [...entries, own] },
		];
		expect(await startsOf('body', sent)).toBe(3 + 1 + 3);
	});

	test('a header names entries without a name, and only if none has one', async () => {
		const headers = { 'x-event': 'task.created' };
		expect(await startsOf('body', [{ body: [{ n: 1 }, { n: 2 }], headers }])).toBe(2);
		expect(await startsOf('body', [{ body: [{ n: 1 }, entries[2]], headers }])).toBe(1);
	});

	test('of 500 costs one write of the store', async () => {
		const write = jest.spyOn(table, 'checkProcessedAndRecord');
		const body = Array.from({ length: 500 }, (_, n) => ({ event: 'task.created', n }));
		expect(await startsOf('time', [{ body }])).toBe(500);
		expect(write).toHaveBeenCalledTimes(1);
		write.mockRestore();
	});
});

test('the last 1,500 deliveries are remembered, in queue mode too', async () => {
	const one = { body: { event: 'task.updated' }, headers: { 'x-delivery-id': '1' } };
	const { given } = await receivedOf('time', [one]);
	// Of others, five entries each.
	table.add(given.workflow.id, 1_499 * 5);
	const text = JSON.stringify(one.body);
	const now = Math.floor(Date.now() / 1000) + 5;
	const after = situation({
		...{ workflowId: given.workflow.id, executionId: 'e2' },
		parameters: { events: SELECTED, options: {} },
	});
	const fresh = { ...sign('time', text, one, now), ...one.headers };
	// The sender waits for an execution that does not come.
	jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
	const { started } = await deliver(situation({ parameters: after.parameters }), text, fresh);
	jest.useRealTimers();
	expect((await run(after, started ?? [])).outputs).toEqual([[]]);
});

test('the secrets of the credential are hidden in the output', async () => {
	const headers = { header: [{ name: 'X-Gateway-Key', value: 'gateway-key-1' }] };
	const given = situation({
		credential: { ...CREDENTIAL, headers },
		parameters: { events: SELECTED, options: { includeDetails: true } },
	});
	const note = 'ac_test_made_up made-up-signing-secret gateway-key-1';
	const body = JSON.stringify({ event: 'task.created', note });
	const [[item] = []] = await outputsOf(given, body, {
		'x-service-signature': hmac(body),
		'user-agent': 'ac_test_made_up gateway-key-1',
	});
	expect(item).toMatchObject({
		note: '[API key hidden] [signing secret hidden] [header X-Gateway-Key hidden]',
		_delivery: { headers: { 'user-agent': '[API key hidden] [header X-Gateway-Key hidden]' } },
	});
});
