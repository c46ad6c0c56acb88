import { JSON_BOUNDS } from '../../nodes/ProjectWorkspace/old/records/json';
import { inFlight } from '../../nodes/ProjectWorkspace/old/trigger/dedupe/inFlight';
import {
	CREDENTIAL,
	deliver,
	hmac,
	outputsOf,
	restarted,
	run,
	situation,
	table,
} from './triggerContexts';

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

/** What one trigger outputs of the deliveries, one after the other. */
async function receivedOf(layout: Layout, sent: Sent[], options: object = {}) {
	const given = situation({ events: SELECTED, options });
	const now = Math.floor(Date.now() / 1000);
	const all: unknown[][][] = [];
	for (const each of sent) {
		const text = JSON.stringify(each.body);
		const headers = { ...sign(layout, text, each, now), ...each.headers };
		all.push(await outputsOf(given, text, headers));
	}
	return { all, given };
}

const startsOf = async (...args: Parameters<typeof receivedOf>) =>
	(await receivedOf(...args)).all.flat(2).length;

const task = { id: 'task_1', title: 'Paint the door' };
const updated = { event: 'task.updated' };

/** One body with each of the headers, signed at different times. */
const each = (body: unknown, headers: Headers[]): Sent[] =>
	headers.map((one, at) => ({ body, headers: one, ago: 40 - at * 10 }));
const signedThrice = (body: unknown, headers: Headers = {}) =>
	each(body, [headers, headers, headers]);
const numbered = (...ids: string[]) => ids.map((id) => ({ 'x-service-delivery': id }));

describe('how many of the deliveries start the workflow', () => {
	const toggled = { ...task, updated_at: '2026-01-01T00:00:00Z' };
	const constantTimes = { ...updated, task: toggled, timestamp: 1_767_225_600 };
	const changed = (more: object) =>
		[1, 2].map((n) => ({ body: { ...updated, ...more, n }, ago: n }));
	const names = ['task.updated', 'user.invited'].map((name) => ({ 'x-event': name }));
	const named = names.map((headers) => ({ body: { a: 1 }, headers }));
	const identified = named.map((one, n) => ({ ...one, body: { event_id: UUID, n } }));
	const ofHook = { ...updated, id: 'sub_1', data: {} };
	const stripped = [{ 'x-delivery-id': '1' }, {}, { 'x-delivery-id': '2' }, { 'x-other': '1' }];
	const sameTime = stripped.map((headers) => ({ body: updated, headers: headers as Headers }));

	const first = { body: updated, headers: { 'x-delivery-id': '1' } };
	const signedAnew = [40, 20].map((ago) => ({ ...first, ago }));
	const captured = { body: updated, headers: { 'x-delivery-id': '2' }, ago: 20 };

	test.each<[string, Layout, Sent[], number]>([
		['a task toggled 4 times', 'time', each(constantTimes, numbered(...'1234')), 4],
		['a constant ID of the delivery', 'body', changed({ delivery_id: UUID }), 2],
		['one body with other delivery IDs', 'body', each(updated, numbered('1', '2', '1')), 2],
		['a signed ID for each', 'standard', ['a', 'b', 'a'].map((id) => ({ body: updated, id })), 2],
		['signed anew, as Standard Webhooks does', 'standard', signedThrice(updated), 1],
		['a unique event ID, and another body', 'time', changed({ event_id: UUID }), 1],
		['captured, under another name', 'time', named, 1],
		['a unique event ID, under another name', 'time', identified, 1],
		['thin, with other names in a header', 'body', each({ a: 1 }, names), 2],
		['a plain ID next to other delivery IDs', 'body', each(ofHook, numbered('1', '2', '1')), 2],
		['captured, with all headers changed', 'time', sameTime, 1],
		['signed anew, captured and sent with another ID', 'time', [...signedAnew, captured], 1],
		['the same again', 'body', [{ body: updated }, { body: updated }], 1],
	])('%s', async (_, layout, sent, starts) => {
		expect(await startsOf(layout, sent)).toBe(starts);
	});
});

test.each<[Layout, number]>([
	['time', 1],
	['body', 0],
])('a repetition signed by %s keeps %i of its keys known here', async (layout, known) => {
	const text = JSON.stringify(updated);
	const headers = sign(layout, text, { body: updated }, Math.floor(Date.now() / 1000));
	const given = situation({ events: SELECTED });
	const { started } = await deliver(given, text, headers);
	const record = jest.spyOn(inFlight, 'record');
	await run(given, started);
	await run(restarted(given), started);
	expect(record.mock.calls.map(([, keys]) => keys.length)).toEqual([1, known]);
	record.mockRestore();
});

describe('events that were not selected do not start the workflow, whatever a header says', () => {
	test.each<[string, unknown]>([
		['a verb and its object', { action: 'removed', task }],
		['a comment', { type: 'comment', title: 'Task created', body: 'task.created' }],
		['a ping', { type: 'ping', subscribed: ['task.created'] }],
		['what is subscribed', { events: ['task.created', 'task.updated'] }],
	])('%s', async (_, body) => {
		const headers = { 'x-service-event': 'task.created' };
		expect(await startsOf('body', [{ body, headers }])).toBe(0);
		expect(await startsOf('body', [{ body }], { otherEvents: true })).toBe(1);
	});
});

describe('a batch', () => {
	const names = ['task.created', 'task.deleted', 'user.invited', 'task.created'];
	const entries = names.map((event, n) => ({ event, n }));
	const byOutput = [[entries[0], entries[3]], [], [], [entries[2]]];

	test.each([
		['a list', entries],
		['in an envelope', { webhook_id: 1, events: entries }],
	])('each entry has its own output, if it was selected: %s', async (_, body) => {
		const options = { outputPerEvent: true };
		expect((await receivedOf('body', [{ body }], options)).all).toEqual([byOutput]);
		const { all } = await receivedOf('body', [{ body }], { ...options, otherEvents: true });
		expect(all).toEqual([[...byOutput, [entries[1]]]]);
	});

	test('is recognized as a whole and by its entries', async () => {
		const own = { event_id: UUID, ...updated };
		const sent = [entries, entries, [own], [...entries, own], [entries[1]]];
		const deliveries = sent.map((body) => ({ body }));
		expect(await startsOf('body', deliveries)).toBe(3 + 1 + 3);
	});

	test('is one event if only a header names it', async () => {
		const headers = { 'x-event': 'task.created' };
		expect(await startsOf('body', [{ body: [{ n: 1 }, { n: 2 }], headers }])).toBe(1);
		expect(await startsOf('body', [{ body: [{ n: 1 }, entries[2]], headers }])).toBe(1);
		expect(await startsOf('body', [{ body: [{ n: 1 }, { n: 2 }] }], { otherEvents: true })).toBe(2);
	});
});

const refused = (what: string) =>
	`The delivery has more than ${what}, which is too much to read, so it did not start the n8n workflow. Set up the service to send less in one delivery.`;

describe('a genuine delivery beyond a bound is refused, and the sender is told by which', () => {
	const { levels, names, values } = JSON_BOUNDS;
	const list = (count: number, entry: string) => `[${Array(count).fill(entry).join()}]`;
	const event = (value: string) => `{"event":"task.created","value":${value}}`;
	const fields = (count: number) =>
		`{${Array.from({ length: count }, (_, n) => `"${n}":0`).join()}}`;
	const inLists = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

	test.each<[string, (most: number) => string, number]>([
		['20,000 events', (count) => list(count, event('0')), 20_000],
		['200 levels', (depth) => event(inLists(depth - 1)), levels],
		['10,000 fields in one object', (count) => event(fields(count)), names],
		[`${values.toLocaleString('en')} values`, (count) => event(list(count - 2, '0')), values],
	])('%s', async (what, bodyOf, most) => {
		const send = async (body: string, mode: 'webhook' | 'manual') =>
			await deliver(situation({ mode }), body, { 'x-service-signature': hmac(body) });
		expect((await send(bodyOf(most), 'manual')).started).toBeDefined();
		const { status, body, started } = await send(bodyOf(most + 1), 'webhook');
		const expected = { status: 413, body: { error: refused(what) }, started: undefined };
		expect({ status, body, started }).toEqual(expected);
		const tested = await send(bodyOf(most + 1), 'manual');
		expect(tested.body).toMatchObject({ reason: 'tooLarge', message: refused(what) });
	});
});

test('text in another charset than UTF-8 is decoded, whatever the header says', async () => {
	const body = Buffer.from('{"event":"task.created","title":"caf\xe9 \x80"}', 'latin1');
	const headers = { 'x-service-signature': hmac(body), 'content-type': 'application/json' };
	const late = async () => body;
	const [[item] = []] = await outputsOf(situation(), undefined, headers, late);
	expect(item).toEqual({ event: 'task.created', title: 'café €' });
});

describe('a filter', () => {
	const open = { field: 'task.status', condition: 'equals', value: 'open' };
	const urgent = { field: 'priority', condition: 'larger', value: 3 };
	const send = async (body: unknown, given: Parameters<typeof situation>[0]) => {
		const text = JSON.stringify(body);
		const headers = { 'x-service-signature': hmac(text) };
		const trigger = situation({ events: SELECTED, ...given });
		return { trigger, ...(await deliver(trigger, text, headers)) };
	};

	test.each<[string, object, Parameters<typeof situation>[0], boolean]>([
		['matches a field inside an object', { task: { status: 'open' } }, { filters: [open] }, true],
		['does not match', { task: { status: 'done' } }, { filters: [open] }, false],
		['finds no such field', {}, { filters: [open] }, false],
		['matches in part', { priority: 5 }, { filters: [open, urgent] }, false],
		['is enough alone', { priority: 5 }, { filters: [open, urgent], combineFilters: 'any' }, true],
	])('that %s', async (_, more, given, isStarted) => {
		const { trigger, started, status, body } = await send({ ...updated, ...more }, given);
		expect(started !== undefined).toBe(isStarted);
		if (isStarted) return void (await run(trigger, started));
		expect([status, body]).toEqual([
			200,
			{ received: true, started: false, message: expect.stringMatching(/not match 'Filters'\.$/) },
		]);
	});

	const high = { task: { status: 'open' }, priority: 'high' };

	test.each<[string, object, Parameters<typeof situation>[0], boolean]>([
		['lets it through', high, { filters: [urgent] }, true],
		['lets it through if one is enough', high, { filters: [urgent], combineFilters: 'any' }, true],
		['leaves it to the others', high, { filters: [{ ...open, value: 'done' }, urgent] }, false],
		['looks at entries one by one', [1, 'high'], { filters: [urgent] }, true],
	])('that cannot compare a value %s, and says so at the test URL', async (_, more, given, is) => {
		const body = Array.isArray(more)
			? more.map((priority: unknown) => ({ ...updated, priority }))
			: { ...updated, ...more };
		const { trigger, started } = await send(body, given);
		expect(started !== undefined).toBe(is);
		if (started) await run(trigger, started);
		const tested = await send(body, { ...given, mode: 'manual' });
		const said = JSON.stringify(tested.body ?? tested.result.webhookResponse);
		expect(said).toContain(
			'The filter on \'priority\' cannot compare \\"high\\" with \\"3\\", so it lets such a delivery through.',
		);
		const ran = tested.started && (await run(tested.trigger, tested.started));
		expect(ran?.outputs[0]?.length).toBe(is ? 1 : undefined);
	});

	test('leaves out entries of a batch', async () => {
		const entries = ['open', 'done', 'open'].map((status) => ({ ...updated, task: { status } }));
		const { trigger, started } = await send(entries, { filters: [open] });
		expect((await run(trigger, started)).outputs).toEqual([[entries[0], entries[2]]]);
	});

	test.each([
		['has no value', [{ ...open, value: '' }]],
		['has an expression without a value', [{ ...open, value: '={{ undefined }}' }]],
		['cannot be compared', [{ ...urgent, value: 'high' }]],
	])('that %s asks for the delivery again, and is no reason for others', async (_, filters) => {
		expect(await send(updated, { filters })).toMatchObject({ status: 503, started: undefined });
		const forged = { 'x-service-signature': hmac('x') };
		expect((await deliver(situation({ filters }), '{}', forged)).status).toBe(401);
	});
});

test('the last 1,500 deliveries are remembered, in queue mode too', async () => {
	const one = { body: updated, headers: { 'x-delivery-id': '1' } };
	const { given } = await receivedOf('time', [one]);
	// Of others, five entries each.
	table.add(given.workflow.id, 1_499 * 5);
	const text = JSON.stringify(one.body);
	const now = Math.floor(Date.now() / 1000) + 5;
	const headers = { ...sign('time', text, one, now), ...one.headers };
	// The sender waits for an execution that does not come.
	jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
	const { started } = await deliver(situation({ events: SELECTED }), text, headers);
	jest.useRealTimers();
	const after = restarted(given, { events: SELECTED });
	expect((await run(after, started)).outputs).toEqual([[]]);
});

test('the API key and the signing secrets are hidden in the output', async () => {
	const headers = { header: [{ name: 'X-Gateway-Key', value: 'gateway-key-1' }] };
	const credential = { ...CREDENTIAL, headers };
	const given = situation({ credential, options: { includeDetails: true } });
	const note = 'ac_test_made_up made-up-signing-secret gateway-key-1';
	const body = JSON.stringify({ event: 'task.created', note });
	const [[item] = []] = await outputsOf(given, body, {
		'x-service-signature': hmac(body),
		'user-agent': 'ac_test_made_up gateway-key-1',
	});
	expect(item).toMatchObject({
		note: '[API key hidden] [signing secret hidden] gateway-key-1',
		_delivery: { headers: { 'user-agent': '[API key hidden] gateway-key-1' } },
	});
});
