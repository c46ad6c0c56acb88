import { ExecuteContext, HookContext, WebhookContext } from 'n8n-core';
import { NodeHelpers } from 'n8n-workflow';

import { MAX_ENTRIES } from '../../nodes/ProjectWorkspace/old/trigger/dedupe/execute';
import { inFlight } from '../../nodes/ProjectWorkspace/old/trigger/dedupe/inFlight';
import { NodeList } from '../../nodes/ProjectWorkspace/old/trigger/dedupe/store';
import { warnings } from '../../nodes/ProjectWorkspace/old/trigger/messages';
import { eventNames } from '../../sandbox';
import {
	CREDENTIAL,
	deliver,
	hmac,
	hooks,
	outputsOf,
	restarted,
	run,
	SECRET,
	signed,
	situation,
	starts,
	table,
} from './triggerContexts';

const payload = (event = 'task.created', id = 'evt_1') =>
	JSON.stringify({ id, event, data: { id: 'task_1' } });

/** What the workflow gets of it. */
const OUTPUTS = [[JSON.parse(payload())]];

const REJECTED = { error: 'The delivery could not be verified' };

/** Timers do not pass: what waits for one would never end. */
const withoutTimers = () => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

describe('activation', () => {
	test('checks the settings each time, and saves nothing', async () => {
		const trigger = hooks(situation());
		const steps = ['checkExists', 'create', 'delete'] as const;
		for (const step of [...steps, ...steps]) {
			expect(await trigger[step]()).toBe(step !== 'checkExists');
		}
		expect(trigger.data()).toEqual({});
	});

	const onlyPrefix = { ...CREDENTIAL, previousSigningSecret: 'whsec_' };
	const noSecret = { ...CREDENTIAL, signingSecret: ' ' };
	const noHeader = { ...CREDENTIAL, signatureHeader: 'x sig' };
	const noTime = { ...CREDENTIAL, signature: { format: { tolerance: 0 } } };
	test.each<[string, Parameters<typeof situation>[0], RegExp]>([
		['without a secret', { credential: noSecret }, /signing secret/],
		['with a secret that is only a prefix', { credential: onlyPrefix }, /Previous Signing Secret/],
		['without an event', { events: [] }, /No events are selected/],
		['with an unknown event', { events: ['task.gone'] }, /"task\.gone".*from the list$/],
		[
			'with no header name',
			{ credential: noHeader },
			/'Signature Header'.*not the name of a header/,
		],
		['with Always Output Data', { alwaysOutputData: true }, /'Always Output Data'.*: turn it off/],
		['with an option that cannot work', { options: { duplicates: 'x' } }, /must be one of/],
		['with a format that cannot work', { credential: noTime }, /must be a whole number/],
		['at an address that is no URL', { address: 'n8n.example.com:5678' }, /cannot reach/],
		['at an address that no machine has', { address: 'http://192.0.2.5:5678' }, /cannot reach/],
		['with an encoded name', { webhookId: undefined, name: 'My Trigger' }, /rename the node/],
	])('cannot succeed %s', async (_, given, message) => {
		const trigger = hooks(situation(given));
		await expect(trigger.create()).rejects.toThrow(message);
	});

	test('succeeds with only the previous secret, and with a warning at a loopback or private URL', async () => {
		const credential = { ...CREDENTIAL, signingSecret: '', previousSigningSecret: 'an old secret' };
		expect(await hooks(situation({ credential })).create()).toBe(true);
		const warn = jest.fn();
		jest.spyOn(HookContext.prototype, 'logger', 'get').mockReturnValue({ warn } as never);
		expect(await hooks(situation({ address: 'http://127.0.0.1:5678' })).create()).toBe(true);
		expect(warn).toHaveBeenLastCalledWith(warnings.loopback(), { url: expect.any(String) });
		expect(await hooks(situation({ address: 'http://192.168.1.5:5678' })).create()).toBe(true);
		const relay = expect.stringMatching(/private or reserved address\. If a relay/);
		expect(warn).toHaveBeenLastCalledWith(relay, { url: expect.any(String) });
		const named = situation({ webhookId: undefined, name: 'my-trigger' });
		expect(await hooks(named).create()).toBe(true);
	});
});

describe('a delivery', () => {
	test('with a valid signature starts the workflow with its payload', async () => {
		const given = situation();
		const { started, status, result } = await deliver(given, payload());
		expect(status).toBeUndefined();
		expect(result.webhookResponse).toEqual({ received: true, started: true });
		expect((await run(given, started)).outputs).toEqual(OUTPUTS);
	});

	test('starts it with a signature of the previous secret, and a late body with a byte order mark', async () => {
		const credential = { ...CREDENTIAL, previousSigningSecret: 'an old secret' };
		const given = situation({ credential });
		expect(await outputsOf(given, payload(), signed(payload(), 'an old secret'))).toEqual(OUTPUTS);
		const marked = `\ufeff${payload()}`;
		const late = async () => Buffer.from(marked);
		expect(await outputsOf(situation(), undefined, signed(marked), late)).toEqual(OUTPUTS);
	});

	test.each([
		['another secret', payload(), signed(payload(), 'other')],
		['another body', payload('task.updated'), signed(payload())],
		['no signature', payload(), {}],
		['SHA-1', payload(), { 'x-service-signature': `sha1=${hmac(payload(), SECRET, 'sha1')}` }],
		['no body', undefined, signed('')],
		['an empty body', '', signed('')],
	])('with %s is rejected without a reason', async (_, sent, headers) => {
		const { status, body, result } = await deliver(situation(), sent, headers);
		const rejected = { status: 401, body: REJECTED, result: { noWebhookResponse: true } };
		expect({ status, body, result }).toEqual(rejected);
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
			const away = await deliver(given, payload());
			expect(away).toMatchObject({ ...AGAIN, result: { noWebhookResponse: true } });
			expect(away.body).toEqual({ error: expect.stringMatching(/Send it again/) });
			jest.restoreAllMocks();
			expect(await outputsOf(given, payload())).toEqual(OUTPUTS);
		});

		test.each<[string, object, object]>([
			['there is no secret', { signingSecret: '' }, {}],
			['the secret is only a word', { signingSecret: 'whsec_undefined' }, {}],
			['no header can have the name that is set', { signatureHeader: 'X Signature' }, {}],
			['an option cannot work', {}, { duplicates: 'never' }],
			['a format cannot work', { signature: { format: { signedContent: '{timestamp}' } } }, {}],
			['an expression cannot be resolved', {}, { eventField: "={{ $('No such node').first() }}" }],
		])('while %s, with or without a signature', async (_, credential, options) => {
			const given = situation({ options, credential: { ...CREDENTIAL, ...credential } });
			for (const headers of [{}, signed(payload()), signed(payload(), 'whsec_undefined')]) {
				expect(await deliver(given, payload(), headers)).toMatchObject(AGAIN);
			}
		});

		test('while its layout is not known and its body is too large to try all', async () => {
			const large = `{"event":"task.created","text":"${'a'.repeat(15e6)}"}`;
			const sign = (body: string) => {
				const time = String(Math.floor(Date.now() / 1000));
				return { 'x-service-signature': hmac(`${body}${time}`), 'x-service-timestamp': time };
			};
			const given = situation();
			expect(await deliver(given, large, sign(large))).toMatchObject(AGAIN);
			await starts(given, payload(), sign(payload()));
			expect(await starts(given, large, sign(large))).toBe(true);
		});

		test('with the reason in a test', async () => {
			const given = withoutDatabase(situation({ mode: 'manual' }));
			const { status, body } = await deliver(given, payload());
			expect(status).toBe(503);
			const message = expect.stringContaining('could not be read');
			expect(body).toMatchObject({ reason: 'noSettings', message });
			expect(JSON.stringify(body)).not.toContain('SQLITE');
		});
	});

	test('is rejected with the reason in a test', async () => {
		const test = situation({ mode: 'manual' });
		const signature = `${CREDENTIAL.apiKey}=${hmac(payload(), 'other')}`;
		const { status, body } = await deliver(test, payload(), { 'x-service-signature': signature });
		expect(status).toBe(401);
		const message = expect.stringContaining('hex after "[API key hidden]=", as SHA-256). With');
		expect(body).toMatchObject({ ...REJECTED, reason: 'mismatch', message });
		const url = 'https://n8n.example.com/webhook-test/made-up-webhook-id/webhook';
		const withUrl = { 'x-service-signature': hmac(`${url}${payload()}`) };
		const { body: told } = await deliver(test, payload(), withUrl);
		expect(told?.message).toContain("set 'Signed Content' there");
	});

	test('gets a response at once in a test, because it is not recorded', async () => {
		jest.replaceProperty(inFlight, 'executesHere', true);
		const message = expect.stringMatching(/"task\.created" was found in the field "event"/);
		for (let n = 0; n < 2; n++) {
			const { result } = await deliver(situation({ mode: 'manual' }), payload());
			expect(result.webhookResponse).toEqual({ received: true, started: true, message });
		}
	});

	test('reports in a test which event name was found where, and what happens in production', async () => {
		const test = situation({ mode: 'manual' });
		const { started } = await deliver(test, payload());
		const { hints } = await run(test, started);
		expect(hints).toMatchObject([{ message: expect.stringMatching(/In production, it starts/) }]);
		const words = /"task\.deleted" \(found in the fields "task" and "action"\) does not start/;
		const { body } = await deliver(test, JSON.stringify({ action: 'deleted', task: {} }));
		expect(body).toMatchObject({ started: false, message: expect.stringMatching(words) });
		const set = situation({ mode: 'manual', options: { eventField: 'kind' } });
		const { body: unnamed } = await deliver(set, payload());
		expect(unnamed?.started).toBe(false);
		expect(unnamed?.message).toContain("found in kind, which is set in 'Event Field'.");
	});

	test.each([
		['not selected', 'user.invited', 'debug'],
		['not documented', 'task.archived', 'warn'],
		['without a name', '', 'warn'],
		['not documented, in a batch', 'task.a task.b task.c task.d', 'warn'],
		['partly documented', 'user.invited task.archived', 'warn'],
	] as const)('of an event that is %s is accepted and logged', async (_, event, level) => {
		const lines: string[] = [];
		const levels = ['debug', 'info', 'warn', 'error'].map((name) => [name, () => lines.push(name)]);
		const logger = Object.fromEntries(levels) as never;
		jest.spyOn(WebhookContext.prototype, 'logger', 'get').mockReturnValue(logger);
		const [first, ...others] = event.split(' ').map((name) => payload(name));
		const sent = others.length > 0 ? `[${first},${others.join()}]` : first;
		const { status, started, body } = await deliver(situation(), sent);
		expect({ status, started }).toEqual({ status: 200, started: undefined });
		expect(body).toMatchObject({ received: true, started: false });
		expect(JSON.stringify(body)).not.toContain('task.d'); // three reasons at most
		// The first accepted delivery also says how it was signed.
		expect(lines).toEqual(['info', level]);
	});
});

describe('a repetition', () => {
	test('does not start an execution after the first was recorded', async () => {
		const given = situation();
		expect(await starts(given, payload())).toBe(true);
		expect(await deliver(given, payload())).toMatchObject({ started: undefined, status: 200 });
	});

	test("does not run after a restart, because n8n's store has the first", async () => {
		const given = situation();
		const { started } = await deliver(given, payload());
		expect((await run(given, started)).outputs).toEqual(OUTPUTS);
		const record = jest.spyOn(NodeList.prototype, 'record');
		const { outputs, hints } = await run(restarted(given), started);
		expect(record.mock.calls[0]?.[0]).toMatchObject({ executionId: 'e2' });
		expect(outputs).toEqual([[]]);
		expect(hints[0]?.message).toContain('already received');
	});

	test('runs if the first never ran', async () => {
		const given = situation();
		withoutTimers();
		await deliver(given, payload());
		await jest.advanceTimersByTimeAsync(120_000);
		expect(await starts(given, payload())).toBe(true);
	});

	test('gets its response when the first is recorded, and not before', async () => {
		const given = situation();
		// The first delivery of a process shows that executions run here.
		expect(await starts(given, payload())).toBe(true);
		const body = payload('task.created', 'evt_2');
		const second = await deliver(given, body);
		expect(second.result.noWebhookResponse).toBe(true);
		expect(second.status).toBeUndefined();
		const response = given.additionalData.httpResponse;
		const third = deliver(given, body);
		Object.assign(given.additionalData, { httpResponse: response });
		await run(given, second.started);
		await second.sent;
		expect(second.status).toBe(200);
		expect((await third).started).toBeUndefined();
	});

	test('is numbered and gets its response at once in queue mode', async () => {
		jest.replaceProperty(inFlight, 'executesHere', false);
		withoutTimers();
		const given = situation();
		for (const copyNumber of [0, 1, 2]) {
			const { started, result } = await deliver(given, payload());
			expect(result.webhookResponse).toEqual({ received: true, started: true });
			expect(started?.[0]?.[0]?.json).toMatchObject({
				projectWorkspaceDelivery: { copyNumber, originalKey: { key: expect.any(String) } },
			});
		}
	});

	test("starts the workflow with 'Let Through', in tests, after a test and in manual retries", async () => {
		const options = { duplicates: 'letThrough' };
		const through = situation({ options });
		const test = situation({ mode: 'manual' });
		for (const given of [through, restarted(through, { options }), test, test, restarted(test)]) {
			expect(await outputsOf(given, payload())).toEqual(OUTPUTS);
		}
		const counted = situation();
		const { started } = await deliver(counted, payload());
		await run(counted, started);
		expect((await run(restarted(counted, { mode: 'retry' }), started)).outputs).toEqual(OUTPUTS);
	});

	test("runs if n8n's store cannot be written", async () => {
		jest.replaceProperty(table, 'isAway', true);
		expect(await outputsOf(situation(), payload())).toEqual(OUTPUTS);
	});
});

describe('the same body without an ID or a time', () => {
	const text = JSON.stringify({ event: 'task.updated', task_id: 5 });

	test('is an event again after ten minutes', async () => {
		const given = situation();
		const startsAfter = async (minutes: number) => {
			jest.useFakeTimers({ now: minutes * 60_000, doNotFake: ['nextTick', 'setImmediate'] });
			return await starts(given, text);
		};
		expect(await startsAfter(1)).toBe(true);
		expect(await startsAfter(10.9)).toBe(false);
		expect(await startsAfter(11)).toBe(true);
		expect(await startsAfter(12)).toBe(false);
	});

	test('is one after ten minutes, even if it was executed late, and again as a repetition', async () => {
		const given = situation();
		const clock = jest.spyOn(Date, 'now').mockReturnValue(60_000);
		const { started } = await deliver(given, text);
		clock.mockReturnValue(590_000);
		const copy = await deliver(given, text);
		expect((await run(given, started)).outputs).toEqual([[JSON.parse(text)]]);
		expect((await run(given, copy.started)).outputs).toEqual([[]]);
		clock.mockReturnValue(660_000);
		expect(await starts(given, text)).toBe(true);
	});
});

describe('the custom data of an execution', () => {
	const expected = { event: 'task.created', deliveryId: 'evt_1' };
	const customDataOf = async (given = situation()) => {
		const { started } = await deliver(given, payload());
		return (await run(given, started)).customData;
	};

	test('has the event and the ID of the delivery, also of a repetition', async () => {
		const given = situation();
		const { started } = await deliver(given, payload());
		for (const each of [given, restarted(given)]) {
			expect((await run(each, started)).customData).toEqual(expected);
		}
		expect(await customDataOf(situation({ mode: 'manual' }))).toEqual(expected);
	});

	describe('in n8n 1, whose nodes have no custom data of their own', () => {
		let owner: object = ExecuteContext.prototype;
		while (!Object.hasOwn(owner, 'customData')) owner = Object.getPrototypeOf(owner) as object;
		const own = Object.getOwnPropertyDescriptor(owner, 'customData') ?? {};
		beforeEach(() => Reflect.deleteProperty(owner, 'customData'));
		afterEach(() => Object.defineProperty(owner, 'customData', own));

		test('is set as well', async () => {
			expect(await customDataOf()).toEqual(expected);
		});

		const throwing = () => {
			throw new Error('There is none');
		};
		test.each<[string, () => never]>([
			['does not have it', () => ({}) as never],
			['throws', throwing],
		])('is left out if n8n %s', async (_, getProxy) => {
			const given = situation();
			const { started } = await deliver(given, payload());
			jest.spyOn(ExecuteContext.prototype, 'getWorkflowDataProxy').mockImplementation(getProxy);
			const { outputs, customData } = await run(given, started);
			expect({ outputs, customData }).toEqual({ outputs: OUTPUTS, customData: undefined });
		});
	});
});

describe("n8n's store", () => {
	test('drops no event if it records one and then throws', async () => {
		const given = situation();
		table.lostResponses = 1;
		const { started } = await deliver(given, payload());
		expect((await run(given, started)).outputs).toEqual(OUTPUTS);
		expect(table.lostResponses).toBe(0);
		expect((await run(restarted(given), started)).outputs).toEqual([[]]);
	});

	test.each([
		['a unique ID', 1, { event_id: '01J8ZQ4Y7M3K5N9P2R6T8V0W1X', event: 'task.created' }],
		['an ID', 2, { event_id: 7, event: 'task.created' }],
		['nothing', 2, { event: 'task.created' }],
	])('remembers 7,500 entries: a delivery with %s takes %i of them', async (_, places, body) => {
		const text = JSON.stringify(body);
		const given = situation();
		const { started } = await deliver(given, text);
		await run(given, started);
		expect(table.entriesOf(given.workflow.id)).toBe(places);
		table.add(given.workflow.id, MAX_ENTRIES - places);
		expect((await run(restarted(given), started)).outputs).toEqual([[]]);
		table.add(given.workflow.id, 1_000);
		expect(await starts(given, payload())).toBe(true);
		expect(table.entriesOf(given.workflow.id)).toBe(MAX_ENTRIES);
	});
});

describe('the output', () => {
	test('has one branch for each selected event, in the order of the documentation', async () => {
		const events = ['user.invited', 'task.updated', 'task.created'];
		const given = situation({ events, options: { outputPerEvent: true } });
		const body = payload('task.updated');
		expect(await outputsOf(given, body)).toEqual([[], [JSON.parse(body)], []]);
	});

	test('has the branches that n8n shows', () => {
		const outputs = ({ workflow, node, type }: ReturnType<typeof situation>) =>
			NodeHelpers.getNodeOutputs(workflow, node, type.description);
		const options = { outputPerEvent: true, otherEvents: true };
		const events = ['task.created', 'user.invited'];
		expect(outputs(situation({ events, options }))).toEqual(
			[...events, 'Other'].map((displayName) => ({ type: 'main', displayName })),
		);
		expect(outputs(situation())).toEqual([{ type: 'main' }]);
	});

	test('has details that no field of the payload replaces, without other headers or secrets', async () => {
		const format = { signedContent: '{id}.{body}', idHeader: 'X-Key' };
		const credential = { ...CREDENTIAL, signature: { format } };
		const given = situation({ options: { includeDetails: true }, credential });
		const body = JSON.stringify({ event: 'task.created', _delivery: 'made up' });
		const { apiKey } = CREDENTIAL;
		const signature = { 'x-service-signature': hmac(`${apiKey}.${body}`), 'x-key': apiKey };
		const headers = { ...signature, cookie: 'a=b', 'x-event': 'task.created' };
		const [[item] = []] = await outputsOf(given, body, headers);
		expect(item).toEqual({
			event: 'task.created',
			_delivery: {
				...{ event: 'task.created', id: '[API key hidden]', sentAt: null },
				receivedAt: expect.stringMatching(/Z$/),
				headers: { 'x-event': 'task.created' },
			},
		});
	});
});

test('an item from a manual run is output as it is', async () => {
	const given = situation();
	expect((await run(given, [[{ json: { by: 'hand' } }]])).outputs).toEqual([[{ by: 'hand' }]]);
});

test('the node is described as a trigger', () => {
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
	const choices = events?.options?.map((option) => 'value' in option && option.value);
	expect(choices).toEqual([...eventNames].sort());
	const { triggerPanel, activationMessage, eventTriggerDescription, properties } = description;
	const panel = JSON.stringify([
		...[triggerPanel, activationMessage, eventTriggerDescription, properties[0]?.displayName],
	]);
	const words = 'Webhooks, Production URL, Test URL, only one URL, Signing Secret';
	for (const each of words.split(', ')) expect(panel).toContain(each);
});
