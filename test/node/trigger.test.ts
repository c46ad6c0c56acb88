import { ExecuteContext, WebhookContext } from 'n8n-core';
import { NodeHelpers } from 'n8n-workflow';

import { MAX_ENTRIES } from '../../nodes/ProjectWorkspace/trigger/dedupe/execute';
import { inFlight } from '../../nodes/ProjectWorkspace/trigger/dedupe/inFlight';
import {
	CREDENTIAL,
	deliver,
	hmac,
	hooks,
	outputsOf,
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
		['URL', { url: 'https://other.example.com/webhook' }],
		['choice of events', { events: EVENTS.slice(1) }],
	])('is repeated for another %s', async (_, kept) => {
		const trigger = hooks(situation());
		await trigger.create();
		const { subscription } = trigger.data();
		Object.assign(subscription as object, kept);
		expect(await trigger.checkExists()).toBe(false);
	});

	test.each([
		['without a secret', { credential: { ...CREDENTIAL, signingSecret: ' ' } }, /signing secret/],
		[
			'with a secret that is only a prefix',
			{ credential: { ...CREDENTIAL, previousSigningSecret: 'whsec_' } },
			/Previous Signing Secret/,
		],
		['without an event', { parameters: { events: [], options: {} } }, /No events are selected/],
		[
			'with an option that cannot work',
			{ parameters: { events: EVENTS, options: { signedContent: '{timestamp}' } } },
			/must be a template with \{body\}/,
		],
		['on a private address', { address: 'http://192.168.1.5:5678' }, /cannot reach/],
		['on a bare host name', { address: 'http://n8n:5678' }, /cannot reach/],
	])('cannot succeed %s', async (_, given, message) => {
		const trigger = hooks(situation(given));
		await expect(trigger.create()).rejects.toThrow(message);
		expect(trigger.data()).toEqual({});
		expect(await trigger.checkExists()).toBe(false);
		expect(await trigger.delete()).toBe(true);
	});

	test('succeeds with only the previous secret', async () => {
		const credential = { ...CREDENTIAL, signingSecret: '', previousSigningSecret: 'old' };
		expect(await hooks(situation({ credential })).create()).toBe(true);
	});

	test('succeeds with a loopback URL, which the sandbox can reach', async () => {
		expect(await hooks(situation({ address: 'http://127.0.0.1:5678' })).create()).toBe(true);
	});

	test('is repeated after the secret was removed', async () => {
		const given = situation();
		await hooks(given).create();
		given.helper.data = { ...CREDENTIAL, signingSecret: '' };
		expect(await hooks(given).checkExists()).toBe(false);
	});
});

describe('a delivery', () => {
	test('with a valid signature starts the workflow with its payload', async () => {
		const given = situation();
		const { started, status, result } = await deliver(given, payload(), signed(payload()));
		expect(status).toBeUndefined();
		expect(result.webhookResponse).toEqual({ received: true, started: true });
		expect((await run(given, started ?? [])).outputs).toEqual([[JSON.parse(payload())]]);
	});

	test('with a signature of the previous secret starts it too', async () => {
		const given = situation({ credential: { ...CREDENTIAL, previousSigningSecret: 'old' } });
		expect(await outputsOf(given, payload(), signed(payload(), 'old'))).toEqual([
			[JSON.parse(payload())],
		]);
	});

	test('with a body that n8n has not read yet starts it too', async () => {
		const body = Buffer.from(payload());
		const given = situation();
		expect(await outputsOf(given, undefined, signed(body), async () => body)).toEqual([
			[JSON.parse(payload())],
		]);
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

	describe('that cannot be checked gets 503 and does not start the workflow', () => {
		const AGAIN = { status: 503, headers: { 'retry-after': '30' }, started: undefined };

		/** As if the database were away. */
		function withoutDatabase(given = situation()) {
			const locked = new Error('SQLITE_BUSY: database is locked');
			jest.spyOn(given.helper, 'getDecrypted').mockRejectedValue(locked);
			return given;
		}

		test('while the credential cannot be read, and starts it afterwards', async () => {
			const given = withoutDatabase();
			const away = await deliver(given, payload(), signed(payload()));
			expect(away).toMatchObject({ ...AGAIN, result: { noWebhookResponse: true } });
			expect(away.body).toEqual({ error: expect.stringMatching(/Send it again/) });
			jest.restoreAllMocks();
			expect(await outputsOf(given, payload(), signed(payload()))).toEqual([
				[JSON.parse(payload())],
			]);
		});

		test.each<[string, object, object]>([
			['there is no secret', { signingSecret: '' }, {}],
			['the secret is only a word', { signingSecret: 'whsec_undefined' }, {}],
			['no header can have the name that is set', { signatureHeader: 'X Signature' }, {}],
			['an option cannot work', {}, { signedContent: '{timestamp}' }],
		])('while %s, with or without a signature', async (_, credential, options) => {
			const parameters = { events: EVENTS, options: { ...options } };
			const given = situation({ parameters, credential: { ...CREDENTIAL, ...credential } });
			for (const headers of [{}, signed(payload()), signed(payload(), 'whsec_undefined')]) {
				expect(await deliver(given, payload(), headers)).toMatchObject(AGAIN);
			}
		});

		test('while its layout is not known and its body is too large to try all', async () => {
			const large = `{"event":"task.created","text":"${'a'.repeat(15e6)}"}`;
			const sign = (body: string) => {
				const time = String(Math.floor(Date.now() / 1000));
				const value = hmac(`${body}${time}`);
				return { 'x-service-signature': value, 'x-service-timestamp': time };
			};
			const given = situation();
			expect(await deliver(given, large, sign(large))).toMatchObject(AGAIN);
			await deliver(given, payload(), sign(payload()));
			expect(await outputsOf(given, large, sign(large))).toEqual([[expect.anything()]]);
		});

		test('while an expression of an option cannot be resolved', async () => {
			const options = { prefix: "={{ $('No such node').first().json.prefix }}" };
			const given = situation({ parameters: { events: EVENTS, options } });
			expect(await deliver(given, payload(), signed(payload()))).toMatchObject(AGAIN);
		});

		test('with the reason in a test', async () => {
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

	test('is rejected with the reason in a test', async () => {
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

	test('of an event that is not selected is accepted and does not start the workflow', async () => {
		const body = payload('user.invited');
		const { status, result, body: answer } = await deliver(situation(), body, signed(body));
		expect(status).toBe(200);
		expect(result.workflowData).toBeUndefined();
		expect(answer).toMatchObject({ received: true, started: false });
	});

	test('gets a response at once in a test, because it is not recorded', async () => {
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

	test('reports in a test which event name was found where, and what happens in production', async () => {
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

	test.each([
		['not selected', 'user.invited', 'debug'],
		['not documented', 'task.archived', 'warn'],
		['without a name', '', 'warn'],
	] as const)('that is %s is logged', async (_, event, level) => {
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
});

describe('a repetition', () => {
	test('does not start an execution after the first was recorded', async () => {
		const given = situation();
		const first = await deliver(given, payload(), signed(payload()));
		await run(given, first.started ?? []);
		const again = await deliver(given, payload(), signed(payload()));
		expect(again.started).toBeUndefined();
		expect(again.status).toBe(200);
	});

	test("does not run after a restart, because n8n's store has the first", async () => {
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

	test('is numbered and gets its response at once in queue mode', async () => {
		const { executesHere } = inFlight;
		inFlight.executesHere = false;
		// A delivery that waited would never get its response.
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

	test("starts the workflow with 'Let Through', in tests and in manual retries", async () => {
		const options = { duplicates: 'letThrough' };
		const through = situation({ parameters: { events: EVENTS, options } });
		const test = situation({ mode: 'manual' });
		for (const given of [through, test]) {
			for (let n = 0; n < 2; n++) {
				expect(await outputsOf(given, payload(), signed(payload()))).toEqual([[expect.anything()]]);
			}
		}
		const counted = situation();
		const { started } = await deliver(counted, payload(), signed(payload()));
		await run(counted, started ?? []);
		const retry = situation({ mode: 'retry', workflowId: counted.workflow.id });
		expect((await run(retry, started ?? [])).outputs).toEqual([[expect.anything()]]);
	});

	test('of a test delivery starts the workflow', async () => {
		const test = situation({ mode: 'manual' });
		const { started } = await deliver(test, payload(), signed(payload()));
		await run(test, started ?? []);
		const live = situation({ workflowId: test.workflow.id });
		const real = await deliver(live, payload(), signed(payload()));
		expect((await run(live, real.started ?? [])).outputs).toEqual([[expect.anything()]]);
	});

	test("runs while n8n's store cannot be written", async () => {
		const given = situation();
		table.isAway = true;
		const { started } = await deliver(given, payload(), signed(payload()));
		const { outputs, error } = await run(given, started ?? []);
		table.isAway = false;
		expect(error).toBeUndefined();
		expect(outputs).toEqual([[expect.anything()]]);
	});
});

test('the same body without an ID or a time is an event again after ten minutes', async () => {
	const given = situation();
	const text = JSON.stringify({ event: 'task.updated', task_id: 5 });
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

test('an execution of a repetition does not extend the ten minutes of the body', async () => {
	const given = situation();
	const text = JSON.stringify({ event: 'task.updated', task_id: 5 });
	const at = async (minutes: number, start: () => Promise<unknown[][]>) => {
		jest.spyOn(Date, 'now').mockReturnValue(minutes * 60_000);
		const outputs = await start();
		jest.restoreAllMocks();
		return outputs.flat().length;
	};
	const { started } = await deliver(given, text, signed(text));
	const again = situation({ workflowId: given.workflow.id, executionId: 'e2' });
	const rerun = (by: typeof given) => async () => (await run(by, started ?? [])).outputs;
	expect(await at(1, rerun(given))).toBe(1);
	expect(await at(10, rerun(again))).toBe(0);
	expect(await at(11, async () => await outputsOf(given, text, signed(text)))).toBe(1);
});

describe('the custom data of an execution', () => {
	const customDataOf = async (body: string, given = situation()) => {
		const { started } = await deliver(given, body, signed(body));
		return (await run(given, started ?? [])).customData;
	};

	test('has the event and the ID of the delivery', async () => {
		const expected = { event: 'task.created', deliveryId: 'evt_1' };
		expect(await customDataOf(payload())).toEqual(expected);
		expect(await customDataOf(payload(), situation({ mode: 'manual' }))).toEqual(expected);
	});

	test('is also set for a repetition', async () => {
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

		test('is set as well', async () => {
			const expected = { event: 'task.created', deliveryId: 'evt_1' };
			expect(await customDataOf(payload())).toEqual(expected);
		});

		test.each<[string, () => never]>([
			['does not have it', () => ({}) as never],
			[
				'throws',
				() => {
					throw new Error('There is none');
				},
			],
		])('is left out if n8n %s', async (_, getProxy) => {
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
	test('drops no event if it records one and then throws', async () => {
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
		expect(table.entriesOf(full.workflow.id)).toBe(MAX_ENTRIES);
	});
});

describe('the output', () => {
	async function outputsFor(options: Record<string, unknown>, body: string, events = EVENTS) {
		const given = situation({ parameters: { events, options: { ...options } as never } });
		const headers = { ...signed(body), cookie: 'a=b', 'x-delivery-id': 'd1' };
		const { started } = await deliver(given, body, headers);
		return (await run(given, started ?? [])).outputs;
	}

	test('has one branch for each selected event, in the order of the documentation', async () => {
		const options = { outputPerEvent: true };
		const events = ['user.invited', 'task.updated', 'task.created'];
		expect(await outputsFor(options, payload('task.updated'), events)).toEqual([
			[],
			[JSON.parse(payload('task.updated'))],
			[],
		]);
	});

	test('has the branches that n8n shows', () => {
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

	test('has details that no field of the payload replaces', async () => {
		const body = JSON.stringify({ ...JSON.parse(payload()), _delivery: 'made up' });
		const [[item] = []] = await outputsFor({ includeDetails: true }, body);
		expect(item).toMatchObject({ _delivery: { event: 'task.created', id: 'evt_1' } });
	});

	test('has details without headers that may contain credentials', async () => {
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

test('an item from a manual run is output as it is', async () => {
	const given = situation();
	expect((await run(given, [[{ json: { by: 'hand' } }]])).outputs).toEqual([[{ by: 'hand' }]]);
});

test('the description of the node is that of a trigger', () => {
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
