import { ExecuteContext, WebhookContext } from 'n8n-core';
import { NodeHelpers } from 'n8n-workflow';

import { MAX_ENTRIES } from '../../nodes/ProjectWorkspace/trigger/dedupe/execute';
import { inFlight } from '../../nodes/ProjectWorkspace/trigger/dedupe/inFlight';
import {
	CREDENTIAL,
	deliver,
	hmac,
	hooks,
	run,
	SECRET,
	signed,
	situation,
	table,
} from './triggerContexts';

const EVENTS = ['task.created', 'task.updated'];

const payload = (event = 'task.created', id = 'evt_1') =>
	JSON.stringify({ id, event, data: { id: 'task_1' } });

const REFUSED = { error: 'The delivery could not be verified' };

describe('activation', () => {
	test('saves what it listens for, finds it again and removes it', async () => {
		const trigger = hooks(situation());
		expect(await trigger.checkExists()).toBe(false);
		expect(await trigger.create()).toBe(true);
		expect(trigger.data()).toMatchObject({
			subscription: {
				url: 'https://n8n.example.com/webhook/made-up-webhook-id/webhook',
				events: EVENTS,
			},
		});
		expect(await trigger.checkExists()).toBe(true);
		expect(await trigger.delete()).toBe(true);
		expect(await trigger.checkExists()).toBe(false);
		expect(await trigger.delete()).toBe(true);
	});

	test.each([
		['address', { url: 'https://other.example.com/webhook' }],
		['choice of events', { events: EVENTS.slice(1) }],
	])('is set up again for another %s', async (_, kept) => {
		const trigger = hooks(situation());
		await trigger.create();
		const { subscription } = trigger.data();
		Object.assign(subscription as object, kept);
		expect(await trigger.checkExists()).toBe(false);
	});

	test.each([
		['without a secret', { credential: { ...CREDENTIAL, signingSecret: ' ' } }, /signing secret/],
		[
			'with a secret that is none',
			{ credential: { ...CREDENTIAL, previousSigningSecret: 'whsec_' } },
			/Previous Signing Secret/,
		],
		['without an event', { parameters: { events: [], options: {} } }, /No events are selected/],
		[
			'with pins that cannot work',
			{ parameters: { events: EVENTS, options: { signedContent: '{timestamp}' } } },
			/must contain \{body\}/,
		],
		['on a private address', { address: 'http://192.168.1.5:5678' }, /cannot reach/],
		['on a bare host name', { address: 'http://n8n:5678' }, /cannot reach/],
	])('is rejected with a message %s', async (_, given, message) => {
		const trigger = hooks(situation(given));
		await expect(trigger.create()).rejects.toThrow(message);
		expect(trigger.data()).toEqual({});
		expect(await trigger.checkExists()).toBe(false);
		expect(await trigger.delete()).toBe(true);
	});

	test('the secret may be the previous one only', async () => {
		const credential = { ...CREDENTIAL, signingSecret: '', previousSigningSecret: 'old' };
		expect(await hooks(situation({ credential })).create()).toBe(true);
	});

	test('loopback passes', async () => {
		expect(await hooks(situation({ address: 'http://127.0.0.1:5678' })).create()).toBe(true);
	});

	test('what was set up does not count once the secret is gone', async () => {
		const given = situation();
		await hooks(given).create();
		given.helper.data = { ...CREDENTIAL, signingSecret: '' };
		expect(await hooks(given).checkExists()).toBe(false);
	});
});

describe('a delivery', () => {
	test('that is signed starts the workflow with its payload as it came', async () => {
		const given = situation();
		const { started, status, result } = await deliver(given, payload(), signed(payload()));
		expect(status).toBeUndefined();
		expect(result.webhookResponse).toEqual({ received: true, started: true });
		expect((await run(given, started ?? [])).outputs).toEqual([[JSON.parse(payload())]]);
	});

	test('signed with the previous secret starts it too', async () => {
		const given = situation({ credential: { ...CREDENTIAL, previousSigningSecret: 'old' } });
		const { started } = await deliver(given, payload(), signed(payload(), 'old'));
		expect((await run(given, started ?? [])).outputs).toEqual([[JSON.parse(payload())]]);
	});

	test('whose body was not read yet is read', async () => {
		const body = Buffer.from(payload());
		const given = situation();
		const { started } = await deliver(given, undefined, signed(body), async () => body);
		expect((await run(given, started ?? [])).outputs).toEqual([[JSON.parse(payload())]]);
	});

	test.each([
		['another secret', payload(), signed(payload(), 'other')],
		['another body', payload('task.updated'), signed(payload())],
		['no signature', payload(), {}],
		['an empty signature', payload(), { 'x-service-signature': '' }],
		['SHA-1', payload(), { 'x-service-signature': `sha1=${hmac(payload(), SECRET, 'sha1')}` }],
		['no body', undefined, signed('')],
		['an empty body', '', signed('')],
	])('with %s is rejected without a reason', async (_, body, headers) => {
		const { status, body: answer, result } = await deliver(situation(), body, headers);
		expect(status).toBe(401);
		expect(answer).toEqual(REFUSED);
		expect(result).toEqual({ noWebhookResponse: true });
	});

	describe('that cannot be checked must be sent again, and does not start the workflow', () => {
		const AGAIN = { status: 503, headers: { 'retry-after': '30' }, started: undefined };

		/** As if the database were away. */
		function withoutDatabase(given = situation()) {
			const locked = new Error('SQLITE_BUSY: database is locked');
			jest.spyOn(given.helper, 'getDecrypted').mockRejectedValue(locked);
			return given;
		}

		test('while the credential cannot be read; then it starts the workflow', async () => {
			const given = withoutDatabase();
			const away = await deliver(given, payload(), signed(payload()));
			expect(away).toMatchObject({ ...AGAIN, result: { noWebhookResponse: true } });
			expect(away.body).toEqual({ error: expect.stringMatching(/Send it again/) });
			jest.restoreAllMocks();
			const { started } = await deliver(given, payload(), signed(payload()));
			expect((await run(given, started ?? [])).outputs).toEqual([[JSON.parse(payload())]]);
		});

		test('while a secret that was just changed cannot be read', async () => {
			const given = situation();
			await deliver(given, payload(), signed(payload(), 'other'));
			withoutDatabase(given);
			jest.useFakeTimers({ now: Date.now() + 1_001, doNotFake: ['nextTick', 'setImmediate'] });
			const changed = await deliver(given, payload(), signed(payload(), 'new'));
			jest.useRealTimers();
			expect(changed).toMatchObject(AGAIN);
		});

		test.each<[string, object, object]>([
			['there is no secret', { signingSecret: '' }, {}],
			['the secret is none', { signingSecret: 'whsec_undefined' }, {}],
			['no header can have the name that is set', { signatureHeader: 'X Signature' }, {}],
			['an option cannot work', {}, { signedContent: '{timestamp}' }],
		])('while %s, signed or not', async (_, credential, options) => {
			const parameters = { events: EVENTS, options: { ...options } };
			const given = situation({ parameters, credential: { ...CREDENTIAL, ...credential } });
			for (const headers of [{}, signed(payload()), signed(payload(), 'whsec_undefined')]) {
				expect(await deliver(given, payload(), headers)).toMatchObject(AGAIN);
			}
		});

		test('while its layout is not known and its body is too large to look for it; it is known after a restart', async () => {
			const large = (text: string) => `{"event":"task.created","text":"${text.repeat(15e6)}"}`;
			const sign = (body: string) => {
				const time = String(Math.floor(Date.now() / 1000));
				const value = hmac(`${time}-${body}`);
				return { 'x-service-signature': value, 'x-service-timestamp': time };
			};
			const given = situation();
			expect(await deliver(given, large('a'), sign(large('a')))).toMatchObject(AGAIN);
			const small = await deliver(given, payload(), sign(payload()));
			await run(given, small.started ?? []);
			const data = given.workflow.getStaticData('node', given.node);
			expect(data).toMatchObject({ signatureScheme: { template: '{timestamp}-{body}' } });
			// Another node has the memory of another process.
			const after = situation();
			after.workflow.staticData = given.workflow.staticData;
			const { started } = await deliver(after, large('a'), sign(large('a')));
			expect((await run(after, started ?? [])).outputs).toEqual([[expect.anything()]]);
		});

		test('while an option has no value', async () => {
			const options = { prefix: "={{ $('No such node').first().json.prefix }}" };
			const given = situation({ parameters: { events: EVENTS, options } });
			expect(await deliver(given, payload(), signed(payload()))).toMatchObject(AGAIN);
		});

		test('with the reason while testing', async () => {
			const given = withoutDatabase(situation({ mode: 'manual' }));
			const { status, body } = await deliver(given, payload(), signed(payload()));
			expect(status).toBe(503);
			expect(body).toMatchObject({
				reason: 'noSettings',
				message: expect.stringContaining('could not be read'),
			});
			expect(JSON.stringify(body)).not.toContain('SQLITE');
		});
	});

	test('is rejected with the reason while testing', async () => {
		const test = situation({ mode: 'manual' });
		const { status, body } = await deliver(test, payload(), signed(payload(), 'other'));
		expect(status).toBe(401);
		expect(body).toMatchObject({
			...REFUSED,
			reason: 'mismatch',
			message: expect.stringContaining('does not match'),
		});
		expect(JSON.stringify(body)).not.toContain(SECRET);
	});

	test('of an event that is not chosen is received and starts nothing', async () => {
		const body = payload('user.invited');
		const { status, result, body: answer } = await deliver(situation(), body, signed(body));
		expect(status).toBe(200);
		expect(result.workflowData).toBeUndefined();
		expect(answer).toMatchObject({ received: true, started: false });
	});

	test('whose credential has just got another secret is judged by that', async () => {
		const given = situation();
		expect((await deliver(given, payload(), signed(payload(), 'new'))).status).toBe(401);
		given.helper.data = { ...CREDENTIAL, signingSecret: 'new' };
		jest.useFakeTimers({ now: Date.now() + 1_001, doNotFake: ['nextTick', 'setImmediate'] });
		const { started } = await deliver(given, payload(), signed(payload(), 'new'));
		jest.useRealTimers();
		expect((await run(given, started ?? [])).outputs).toEqual([[JSON.parse(payload())]]);
	});

	test('is judged by another credential as soon as that is chosen', async () => {
		const given = situation();
		await deliver(given, payload(), signed(payload(), 'other'));
		given.node.credentials = { projectWorkspaceApi: { id: '2', name: 'Another' } };
		given.helper.data = { ...CREDENTIAL, signingSecret: 'new' };
		const body = payload('task.created', 'evt_2');
		expect((await deliver(given, body, signed(body))).status).toBe(401);
		const { started } = await deliver(given, body, signed(body, 'new'));
		expect((await run(given, started ?? [])).outputs).toEqual([[JSON.parse(body)]]);
	});

	test('gets a response at once while testing, as nothing is recorded', async () => {
		const { executesHere } = inFlight;
		inFlight.executesHere = true;
		for (let n = 0; n < 2; n++) {
			const { result } = await deliver(situation({ mode: 'manual' }), payload(), signed(payload()));
			expect(result.webhookResponse).toEqual({
				received: true,
				started: true,
				message: expect.stringMatching(/"task\.created" was found in the field "event"/),
			});
		}
		inFlight.executesHere = executesHere;
	});

	test('says while testing which name was found where, and what happens in production', async () => {
		const test = situation({ mode: 'manual' });
		const { started } = await deliver(test, payload(), signed(payload()));
		const { hints } = await run(test, started ?? []);
		expect(hints).toMatchObject([{ message: expect.stringMatching(/In production, it starts/) }]);
		const other = JSON.stringify({ action: 'deleted', task: {} });
		expect((await deliver(test, other, signed(other))).body).toMatchObject({
			started: false,
			message: expect.stringMatching(
				/"task\.deleted" \(found in the fields "task" and "action"\) does not start/,
			),
		});
	});

	test('of several events is one event for each that is selected', async () => {
		const list = JSON.stringify([{ event: 'user.invited' }, { event: 'task.created' }]);
		const options = { outputPerEvent: true };
		const given = situation({ parameters: { events: ['task.created'], options } });
		const { started } = await deliver(given, list, signed(list));
		expect((await run(given, started ?? [])).outputs).toEqual([[{ event: 'task.created' }]]);
	});

	test.each([
		['not selected', 'user.invited', 'debug'],
		['not documented', 'task.archived', 'warn'],
		['without a name', '', 'warn'],
	] as const)('that is %s is in the log as loudly as it may surprise', async (_, event, level) => {
		const lines: string[] = [];
		const log = (name: string) => () => lines.push(name);
		const logger = {
			debug: log('debug'),
			info: log('info'),
			warn: log('warn'),
			error: log('error'),
		};
		jest.spyOn(WebhookContext.prototype, 'logger', 'get').mockReturnValue(logger as never);
		await deliver(situation(), payload(event), signed(payload(event)));
		jest.restoreAllMocks();
		expect(lines).toEqual([level]);
	});

	test('costs one reading of the credential in a row', async () => {
		const given = situation();
		for (let n = 0; n < 20; n++) await deliver(given, payload(), signed(payload(), 'other'));
		expect(given.helper.reads).toBe(1);
	});
});

describe('a repetition', () => {
	test('starts nothing, and costs no execution once the first has begun', async () => {
		const given = situation();
		const first = await deliver(given, payload(), signed(payload()));
		await run(given, first.started ?? []);
		const again = await deliver(given, payload(), signed(payload()));
		expect(again.started).toBeUndefined();
		expect(again.status).toBe(200);
	});

	test('of an event without a name starts nothing either', async () => {
		const given = situation({ parameters: { events: EVENTS, options: { otherEvents: true } } });
		const body = JSON.stringify({ task_id: 5 });
		const first = await deliver(given, body, signed(body));
		expect((await run(given, first.started ?? [])).outputs).toEqual([[JSON.parse(body)]]);
		const again = await deliver(given, body, signed(body));
		expect(again).toMatchObject({ status: 200, started: undefined });
	});

	test('starts nothing after a restart, as n8n keeps what was there', async () => {
		const before = situation();
		const { started } = await deliver(before, payload(), signed(payload()));
		expect((await run(before, started ?? [])).outputs).toEqual([[expect.anything()]]);
		// The same item in an execution of its own: what a process without a memory would start.
		const after = situation({ workflowId: before.workflow.id, executionId: 'e2' });
		const { outputs, hints } = await run(after, started ?? []);
		expect(outputs).toEqual([[]]);
		expect(hints[0]?.message).toContain('already received');
	});

	test('runs if the first never ran', async () => {
		const given = situation();
		jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
		await deliver(given, payload(), signed(payload()));
		await jest.advanceTimersByTimeAsync(120_000);
		const again = await deliver(given, payload(), signed(payload()));
		jest.useRealTimers();
		expect((await run(given, again.started ?? [])).outputs).toEqual([[expect.anything()]]);
	});

	test('gets its response when the first is recorded, and not before', async () => {
		const given = situation();
		// The first delivery of a process shows that executions run here.
		const first = await deliver(given, payload(), signed(payload()));
		await run(given, first.started ?? []);

		const body = payload('task.created', 'evt_2');
		const second = await deliver(given, body, signed(body));
		expect(second.result.noWebhookResponse).toBe(true);
		expect(second.status).toBeUndefined();
		const response = given.additionalData.httpResponse;
		const third = deliver(given, body, signed(body));
		Object.assign(given.additionalData, { httpResponse: response });
		await run(given, second.started ?? []);
		await second.sent;
		expect(second.status).toBe(200);
		expect((await third).started).toBeUndefined();
	});

	test('has a number that its original has not, and gets its response at once, if other processes execute', async () => {
		const { executesHere } = inFlight;
		inFlight.executesHere = false;
		// Whoever waits, waits for ever.
		jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
		const given = situation();
		for (const copy of [0, 1, 2]) {
			const { started, result } = await deliver(given, payload(), signed(payload()));
			expect(result.webhookResponse).toEqual({ received: true, started: true });
			expect(started?.[0]?.[0]?.json).toMatchObject({ projectWorkspaceDelivery: { copy } });
		}
		jest.useRealTimers();
		inFlight.executesHere = executesHere;
	});

	test('starts the workflow where a person lets it through, tests or retries', async () => {
		const options = { duplicates: 'letThrough' };
		const through = situation({ parameters: { events: EVENTS, options } });
		const test = situation({ mode: 'manual' });
		for (const given of [through, test]) {
			for (let n = 0; n < 2; n++) {
				const { started } = await deliver(given, payload(), signed(payload()));
				expect((await run(given, started ?? [])).outputs).toEqual([[expect.anything()]]);
			}
		}
		const counted = situation();
		const { started } = await deliver(counted, payload(), signed(payload()));
		await run(counted, started ?? []);
		const retry = situation({ mode: 'retry', workflowId: counted.workflow.id });
		expect((await run(retry, started ?? [])).outputs).toEqual([[expect.anything()]]);
	});

	test('tests leave no trace', async () => {
		const test = situation({ mode: 'manual' });
		const { started } = await deliver(test, payload(), signed(payload()));
		await run(test, started ?? []);
		const live = situation({ workflowId: test.workflow.id });
		const real = await deliver(live, payload(), signed(payload()));
		expect((await run(live, real.started ?? [])).outputs).toEqual([[expect.anything()]]);
	});

	test('may run rather than be lost while the store is away', async () => {
		const given = situation();
		table.isAway = true;
		const { started } = await deliver(given, payload(), signed(payload()));
		const { outputs, error } = await run(given, started ?? []);
		table.isAway = false;
		expect(error).toBeUndefined();
		expect(outputs).toEqual([[expect.anything()]]);
	});
});

describe('an altered or a similar delivery', () => {
	const ALL = { events: ['task.created', 'task.updated', 'task.completed'], options: {} };
	const TIME = '2026-11-22T01:02:03Z';
	const update = { event: 'task.updated', task_id: 5 };
	const timed = { ...update, created_at: TIME };

	/** How many of the deliveries, one after the other, have started the workflow. */
	async function startsOf(
		deliveries: ReadonlyArray<readonly [body: object, headers: Record<string, string>]>,
		sign: (text: string, index: number) => object = (text) => signed(text),
	): Promise<number> {
		const given = situation({ parameters: ALL });
		let starts = 0;
		for (const [index, [body, headers]] of deliveries.entries()) {
			const text = JSON.stringify(body);
			const all = { ...sign(text, index), ...headers };
			const { started } = await deliver(given, text, all);
			if (!started) continue;
			starts += (await run(given, started)).outputs.flat().length;
		}
		return starts;
	}

	/** Each delivery is signed a second after the one before. */
	const signedAnew = (text: string, index: number) => {
		const time = Math.floor(Date.now() / 1000) + index;
		return { 'x-service-signature': `t=${time},v1=${hmac(`${time}.${text}`)}` };
	};

	test.each<[string, number, Parameters<typeof startsOf>[0]]>([
		[
			'another delivery ID, which nobody has signed',
			2,
			[
				[timed, { 'x-delivery-id': '1' }],
				[timed, { 'x-delivery-id': '2' }],
			],
		],
		[
			'another event in a header',
			1,
			[
				[update, { 'x-event': 'task.updated' }],
				[update, { 'x-event': 'task.created' }],
			],
		],
		[
			'another event in a header, and none in the payload',
			1,
			[
				[{ task_id: 5, timestamp: TIME }, { 'x-event': 'task.updated' }],
				[{ task_id: 5, timestamp: TIME }, { 'x-event': 'task.completed' }],
			],
		],
		[
			'another content type',
			1,
			[
				[timed, {}],
				[timed, { 'content-type': 'text/plain; charset=latin1' }],
			],
		],
		[
			'an unknown event and a known one in a header',
			0,
			[[{ ...timed, event: 'task.archived' }, { 'x-event': 'task.created' }]],
		],
		[
			'a constant delivery ID',
			2,
			[
				[{ ...update, delivery_id: 'd' }, {}],
				[{ ...update, delivery_id: 'd', task_id: 6 }, {}],
			],
		],
		[
			'an event object with the ID of its record',
			2,
			[
				[{ event: { id: 5, name: 'task.updated' }, n: 1 }, {}],
				[{ event: { id: 5, name: 'task.updated' }, n: 2 }, {}],
			],
		],
		[
			'nothing that differs but a delivery ID',
			2,
			[
				[update, { 'x-delivery-id': '1' }],
				[update, { 'x-delivery-id': '2' }],
			],
		],
		[
			'nothing that differs',
			1,
			[
				[update, {}],
				[update, {}],
			],
		],
	])('with %s starts the workflow %i times', async (_, starts, deliveries) => {
		expect(await startsOf(deliveries)).toBe(starts);
	});

	test('that is signed again is an event, unless its ID is the same', async () => {
		const twice = async (body: object, ids: string[]) =>
			await startsOf(
				ids.map((id) => [body, { 'x-delivery-id': id }] as const),
				signedAnew,
			);
		expect(await twice(timed, ['1', '2'])).toBe(2);
		expect(await twice(timed, ['1', '1'])).toBe(1);
		expect(await twice({ ...timed, event_id: 7 }, ['1', '2'])).toBe(1);
	});

	test('that is signed again with the same signed ID is a duplicate, and with another ID an event', async () => {
		const signedWith = (ids: string[]) => (text: string, index: number) => {
			const [id = '', time] = [ids[index], String(Math.floor(Date.now() / 1000) + index)];
			const digest = Buffer.from(hmac(`${id}.${time}.${text}`), 'hex').toString('base64');
			const headers = { 'webhook-id': id, 'webhook-timestamp': time };
			return { ...headers, 'x-service-signature': `v1,${digest}` };
		};
		const twice: Parameters<typeof startsOf>[0] = [
			[update, {}],
			[update, {}],
		];
		expect(await startsOf(twice, signedWith(['msg_1', 'msg_1']))).toBe(1);
		expect(await startsOf(twice, signedWith(['msg_1', 'msg_2']))).toBe(2);
	});

	test('without an ID or a time is an event again after ten minutes', async () => {
		const given = situation({ parameters: ALL });
		const text = JSON.stringify(update);
		const startsAfter = async (minutes: number) => {
			jest.useFakeTimers({ now: minutes * 60_000, doNotFake: ['nextTick', 'setImmediate'] });
			const { started } = await deliver(given, text, signed(text));
			const outputs = started ? (await run(given, started)).outputs : [];
			jest.useRealTimers();
			return outputs.flat().length;
		};
		expect(await startsAfter(1)).toBe(1);
		expect(await startsAfter(10.9)).toBe(0);
		expect(await startsAfter(11)).toBe(1);
		expect(await startsAfter(12)).toBe(0);
	});
});

describe('the execution can be searched for', () => {
	const customDataOf = async (body: string, given = situation()) => {
		const { started } = await deliver(given, body, signed(body));
		return (await run(given, started ?? [])).customData;
	};

	test('by the event and the ID of the delivery', async () => {
		const expected = { event: 'task.created', deliveryId: 'evt_1' };
		expect(await customDataOf(payload())).toEqual(expected);
		expect(await customDataOf(payload(), situation({ mode: 'manual' }))).toEqual(expected);
	});

	test('by what is known', async () => {
		expect(await customDataOf('{"event":"task.created"}')).toEqual({ event: 'task.created' });
	});

	test('also if it is a repetition', async () => {
		const given = situation();
		const { started } = await deliver(given, payload(), signed(payload()));
		await run(given, started ?? []);
		const again = situation({ workflowId: given.workflow.id, executionId: 'e2' });
		expect((await run(again, started ?? [])).customData).toMatchObject({ deliveryId: 'evt_1' });
	});

	describe('in n8n 1, whose nodes have no custom data of their own', () => {
		let owner: object = ExecuteContext.prototype;
		while (!Object.hasOwn(owner, 'customData')) owner = Object.getPrototypeOf(owner) as object;
		const own = Object.getOwnPropertyDescriptor(owner, 'customData') ?? {};
		beforeEach(() => Reflect.deleteProperty(owner, 'customData'));
		afterEach(() => {
			Object.defineProperty(owner, 'customData', own);
			jest.restoreAllMocks();
		});

		test('as well', async () => {
			const expected = { event: 'task.created', deliveryId: 'evt_1' };
			expect(await customDataOf(payload())).toEqual(expected);
		});

		test.each<[string, () => never]>([
			['lacks it', () => ({}) as never],
			[
				'throws',
				() => {
					throw new Error('There is none');
				},
			],
		])('and runs anyway where n8n %s', async (_, getProxy) => {
			const given = situation();
			const { started } = await deliver(given, payload(), signed(payload()));
			jest.spyOn(ExecuteContext.prototype, 'getWorkflowDataProxy').mockImplementation(getProxy);
			const { outputs, customData } = await run(given, started ?? []);
			expect(outputs).toEqual([[JSON.parse(payload())]]);
			expect(customData).toBeUndefined();
		});
	});
});

describe("n8n's store", () => {
	test('drops no event where it records one and then throws', async () => {
		const given = situation();
		table.lostResponses = 1;
		const { started } = await deliver(given, payload(), signed(payload()));
		expect((await run(given, started ?? [])).outputs).toEqual([[expect.anything()]]);
		expect(table.lostResponses).toBe(0);
		const after = situation({ workflowId: given.workflow.id, executionId: 'e2' });
		expect((await run(after, started ?? [])).outputs).toEqual([[]]);
	});

	test.each([
		['a unique ID', 3, { event_id: '01J8ZQ4Y7M3K5N9P2R6T8V0W1X', event: 'task.created' }],
		['an ID', 2, { event_id: 7, event: 'task.created' }],
		['nothing', 2, { event: 'task.created' }],
	])('remembers 7,500 entries: a delivery with %s takes %i of them', async (_, places, body) => {
		const text = JSON.stringify(body);
		const given = situation();
		const { started } = await deliver(given, text, signed(text));
		await run(given, started ?? []);
		expect(table.entriesOf(given.workflow.id)).toBe(places);

		table.add(given.workflow.id, MAX_ENTRIES - places);
		const other = payload('task.created', 'evt_2');
		// In an execution of its own, as after a restart, nothing is known but what the store knows.
		const after = situation({ workflowId: given.workflow.id, executionId: 'e2' });
		expect((await run(after, started ?? [])).outputs).toEqual([[]]);

		const full = situation();
		const first = await deliver(full, text, signed(text));
		await run(full, first.started ?? []);
		table.add(full.workflow.id, MAX_ENTRIES);
		const next = await deliver(full, other, signed(other));
		await run(full, next.started ?? []);
		const late = situation({ workflowId: full.workflow.id, executionId: 'e3' });
		expect((await run(late, first.started ?? [])).outputs).toEqual([[expect.anything()]]);
	});
});

describe('the output', () => {
	async function outputsFor(options: Record<string, unknown>, body: string, events = EVENTS) {
		const given = situation({ parameters: { events, options: { ...options } as never } });
		const headers = { ...signed(body), cookie: 'a=b', 'x-delivery-id': 'd1' };
		const { started } = await deliver(given, body, headers);
		return (await run(given, started ?? [])).outputs;
	}

	test('one for each chosen event, in the order of the documentation', async () => {
		const options = { outputPerEvent: true };
		const events = ['user.invited', 'task.updated', 'task.created'];
		expect(await outputsFor(options, payload('task.updated'), events)).toEqual([
			[],
			[JSON.parse(payload('task.updated'))],
			[],
		]);
	});

	test('as many as n8n shows', () => {
		const parameters = {
			events: ['task.created', 'user.invited'],
			options: { outputPerEvent: true, otherEvents: true },
		};
		const { workflow, node, type } = situation({ parameters });
		expect(NodeHelpers.getNodeOutputs(workflow, node, type.description)).toEqual([
			{ type: 'main', displayName: 'task.created' },
			{ type: 'main', displayName: 'user.invited' },
			{ type: 'main', displayName: 'Other' },
		]);
		const plain = situation();
		expect(NodeHelpers.getNodeOutputs(plain.workflow, plain.node, plain.type.description)).toEqual([
			{ type: 'main' },
		]);
	});

	test('with details that no payload can replace', async () => {
		const body = JSON.stringify({ ...JSON.parse(payload()), _delivery: 'made up' });
		const [[item] = []] = await outputsFor({ includeDetails: true }, body);
		expect(item).toMatchObject({ _delivery: { event: 'task.created', id: 'evt_1' } });
	});

	test('with details, and without what proves who somebody is', async () => {
		const [[item] = []] = await outputsFor({ includeDetails: true }, payload());
		expect(item).toEqual({
			...JSON.parse(payload()),
			_delivery: {
				event: 'task.created',
				id: 'evt_1',
				sentAt: null,
				receivedAt: expect.stringMatching(/Z$/),
				headers: { 'content-type': 'application/json', 'x-delivery-id': 'd1' },
			},
		});
	});
});

test('an item that no delivery has brought passes as it is', async () => {
	const given = situation();
	expect((await run(given, [[{ json: { by: 'hand' } }]])).outputs).toEqual([[{ by: 'hand' }]]);
});

test('the node is described as n8n expects of a trigger', () => {
	const { description } = situation().type;
	expect(description).toMatchObject({
		name: 'projectWorkspaceTrigger',
		defaults: { name: 'Project Workspace Trigger' },
		displayName: 'Project Workspace Trigger',
		// For 1, n8n evaluates an expression of its own in each delivery.
		version: [1, 1.1],
		group: ['trigger'],
		inputs: [],
		credentials: [{ name: 'projectWorkspaceApi', required: true }],
	});
	expect(description.usableAsTool).toBeUndefined();
	const events = description.properties.find(({ name }) => name === 'events');
	expect(events?.type).toBe('multiOptions');
	expect(events?.options?.map((option) => 'value' in option && option.value).sort()).toEqual([
		'project.created',
		'task.completed',
		'task.created',
		'task.updated',
		'user.invited',
		'workflow.run.completed',
	]);
	const panel = JSON.stringify([
		description.triggerPanel,
		description.activationMessage,
		description.eventTriggerDescription,
		description.properties[0]?.displayName,
	]);
	for (const words of [
		'Webhooks',
		'Production URL',
		'Test URL',
		'only one URL',
		'signing secret',
	]) {
		expect(panel.toLowerCase()).toContain(words.toLowerCase());
	}
});
