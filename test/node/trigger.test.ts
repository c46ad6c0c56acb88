import { WebhookContext } from 'n8n-core';

import {
	CREDENTIAL,
	deliver,
	hmac,
	hooks,
	outputsOf,
	restarted,
	run,
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

afterEach(() => {
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

	test.each<[string, object, Parameters<typeof situation>[0], RegExp]>([
		['without a secret', { signingSecret: ' ' }, {}, /no signing secret: fill in/],
		[
			'without an event',
			{},
			{ events: [] },
			/^'Events' must be one or more of these: task\.created, /,
		],
		['with an unknown option', {}, { options: { duplicates: 'x' } }, /cannot be read/],
		[
			'with a switch that is none',
			{},
			{ options: { otherEvents: 'x' } },
			/'Include Other Events' cannot be read/,
		],
		[
			'with an expression that cannot be evaluated, whose reason is named',
			{},
			{ options: { eventField: "={{ $('No such node').first() }}" } },
			/^An expression in the node or its credential could not be evaluated: .*node/,
		],
		[
			'with an option from an expression that returned nothing',
			{},
			{ options: { eventField: '={{ "" }}' } },
			/The expression in 'Event Field' returned nothing/,
		],
		['with a filter without a value', {}, { filters: [{ field: 'a' }] }, /has no value/],
	])('cannot succeed %s', async (_, credential, given, message) => {
		const all = { ...given, credential: { ...CREDENTIAL, ...credential } };
		await expect(hooks(situation(all)).create()).rejects.toThrow(message);
	});

	test('succeeds with only the previous secret', async () => {
		const credential = { ...CREDENTIAL, signingSecret: '', previousSigningSecret: 'an old secret' };
		expect(await hooks(situation({ credential })).create()).toBe(true);
	});

	test('cannot succeed with a credential that is gone', async () => {
		const given = situation();
		jest.spyOn(given.stored, 'getDecrypted').mockRejectedValue(new Error('SQLITE: not found'));
		await expect(hooks(given).create()).rejects.toThrow(/could not be read: choose it again/);
	});
});

/** Include Other Events is on, and no event passes the filters. */
const FILTERED = {
	options: { otherEvents: true },
	filters: [{ field: 'id', condition: 'equals', value: 'none' }],
};

describe('a delivery', () => {
	test('starts the workflow with its payload', async () => {
		const given = situation();
		const { started, result } = await deliver(given, payload());
		expect(result.webhookResponse).toEqual({ received: true, started: true });
		expect(await run(given, started)).toMatchObject({ outputs: OUTPUTS });
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
		['no body', undefined, signed('')],
	])('with %s is rejected without a reason', async (_, sent, headers) => {
		const { status, body, result } = await deliver(situation(), sent, headers);
		const rejected = { status: 401, body: REJECTED, result: { noWebhookResponse: true } };
		expect({ status, body, result }).toEqual(rejected);
	});

	test('is rejected with the reason in a test, the likeliest cause first, without secrets', async () => {
		const test = situation({ mode: 'manual' });
		const key = `x-${CREDENTIAL.apiKey}`;
		const wrong = { 'x-service-signature': hmac(payload(), 'other') };
		const { status, body } = await deliver(test, payload(), wrong);
		expect(status).toBe(401);
		expect(body).toMatchObject(REJECTED);
		expect(body?.message).toMatch(/^The signature does not match\. Most likely, 'Signing Secret'/);

		const elsewhere = await deliver(test, payload(), { [key]: hmac(payload()) });
		expect(elsewhere.body?.message).toContain('Headers with a hash: x-[API key hidden].');
	});

	test.each<[string, object, object]>([
		['there is no secret', { signingSecret: '' }, {}],
		['an option cannot work', {}, { duplicates: 'never' }],
		['an expression cannot be resolved', {}, { eventField: "={{ $('No such node').first() }}" }],
	])('while %s gets 503', async (_, credential, options) => {
		const given = situation({ options, credential: { ...CREDENTIAL, ...credential } });
		expect(await deliver(given, payload())).toMatchObject({ status: 503, started: undefined });
	});

	test('while the credential cannot be read gets 503, and starts the workflow afterwards', async () => {
		const given = situation({ mode: 'manual' });
		const locked = new Error('SQLITE_BUSY: database is locked');
		const read = jest.spyOn(given.stored, 'getDecrypted').mockRejectedValue(locked);
		const { status, body } = await deliver(given, payload());
		expect(status).toBe(503);
		expect(body?.error).toMatch(/Send it again/);
		expect(body?.message).toMatch(/could not be read/);
		expect(JSON.stringify(body)).not.toContain('SQLITE');
		read.mockRestore();
		expect(await outputsOf(given, payload())).toEqual(OUTPUTS);
	});

	test('with more than 200 levels gets 413, and the test URL says why', async () => {
		const deep = (levels: number) =>
			`{"event":"task.created","value":${'['.repeat(levels)}${']'.repeat(levels)}}`;
		expect(await starts(situation(), deep(199))).toBe(true);
		const { status, body } = await deliver(situation({ mode: 'manual' }), deep(200));
		expect(status).toBe(413);
		expect(body?.message).toMatch(/more than 200 levels/);
	});

	test('is checked with a secret that is at most a second old, whatever the clock says', async () => {
		const given = situation();
		const monotonic = jest.spyOn(performance, 'now').mockReturnValue(1_000_000);
		expect(await starts(given, payload())).toBe(true);

		given.stored.data = { ...CREDENTIAL, signingSecret: 'a rotated secret' };
		const rotated = signed(payload('task.updated'), 'a rotated secret');
		jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
		expect(await starts(given, payload('task.updated'), rotated)).toBe(false);
		monotonic.mockReturnValue(1_001_000);
		expect(await starts(given, payload('task.updated'), rotated)).toBe(true);
		expect(await starts(given, payload('task.updated', 'evt_2'))).toBe(false);
		expect(given.stored.reads).toBe(2);
	});

	test('is checked with another credential at once', async () => {
		const given = situation();
		expect(await starts(given, payload())).toBe(true);
		given.stored.data = { ...CREDENTIAL, signingSecret: 'another secret' };
		given.node.credentials = { projectWorkspaceApi: { id: '2', name: 'Other' } };
		expect(await starts(given, payload('task.updated'))).toBe(false);
		const other = signed(payload('task.updated'), 'another secret');
		expect(await starts(given, payload('task.updated'), other)).toBe(true);
	});

	test('says in a test which event was found, and what happens in production', async () => {
		const test = situation({ mode: 'manual' });
		const found = await deliver(test, payload());
		expect(found.result.webhookResponse).toEqual({
			received: true,
			started: true,
			message:
				'The event "task.created" starts the workflow in production, unless it is a duplicate.',
		});
		const { body } = await deliver(test, JSON.stringify({ action: 'deleted', resource: 'task' }));
		expect(body).toMatchObject({
			started: false,
			message: expect.stringMatching(/^The event "task\.deleted" is not documented/),
		});
		const set = situation({ mode: 'manual', options: { eventField: 'kind' } });
		const { body: unnamed } = await deliver(set, payload());
		expect(unnamed?.message).toMatch(/^An event without a name is not documented, so/);
	});

	test.each<[string, string, string, Parameters<typeof situation>[0]]>([
		['not selected', 'user.invited', 'debug', {}],
		['not documented', 'task.archived', 'warn', {}],
		['without a name', '', 'warn', {}],
		['not documented, in a batch', 'task.a task.b task.c task.d', 'warn', {}],
		['partly documented', 'user.invited task.archived', 'warn', {}],
		['not documented but included, and filtered out', 'task.archived', 'debug', FILTERED],
	])('of an event that is %s is accepted and logged', async (_, event, level, given) => {
		const lines: string[] = [];
		const levels = ['debug', 'info', 'warn', 'error'].map((name) => [name, () => lines.push(name)]);
		jest
			.spyOn(WebhookContext.prototype, 'logger', 'get')
			.mockReturnValue(Object.fromEntries(levels) as never);
		const [first, ...others] = event.split(' ').map((name) => payload(name));
		const sent = others.length > 0 ? `[${first},${others.join()}]` : first;
		const { status, started, body } = await deliver(situation(given), sent);
		expect({ status, started }).toEqual({ status: 200, started: undefined });
		expect(body).toMatchObject({ received: true, started: false });
		expect(JSON.stringify(body)).not.toContain('task.d'); // three reasons at most
		expect(lines).toEqual([level]);
	});
});

describe('a copy', () => {
	test('does not start an execution, even before the first has run', async () => {
		const given = situation();
		expect((await deliver(given, payload())).started).toBeDefined();
		expect(await deliver(given, payload())).toMatchObject({ started: undefined, status: 200 });
	});

	test.each([
		['fails', 500],
		['never comes, because the connection breaks', undefined],
	])('starts one if the response to the first %s', async (_, status) => {
		const given = situation();
		(await deliver(given, payload())).end(status);
		const second = await deliver(given, payload());
		expect(second.started).toBeDefined();
		second.end(200);
		expect((await deliver(given, payload())).started).toBeUndefined();
	});

	test('does not start one after the trigger was renamed', async () => {
		const given = situation();
		(await deliver(given, payload())).end(200);
		const renamed = situation({ workflowId: given.workflow.id, name: 'Renamed' });
		expect((await deliver(renamed, payload())).started).toBeUndefined();
	});

	test("does not run after a restart, because n8n's store has the first", async () => {
		const given = situation();
		const { started } = await deliver(given, payload());
		expect((await run(given, started)).outputs).toEqual(OUTPUTS);
		const { outputs, hints } = await run(restarted(given), started);
		expect(outputs).toEqual([[]]);
		expect(hints[0]?.message).toContain('already received');
	});

	test("runs if n8n's store cannot be written", async () => {
		jest.replaceProperty(table, 'isAway', true);
		expect(await outputsOf(situation(), payload())).toEqual(OUTPUTS);
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
});

test('an item from a manual run is output as it is', async () => {
	const given = situation();
	expect((await run(given, [[{ json: { by: 'hand' } }]])).outputs).toEqual([[{ by: 'hand' }]]);
});

test('the node is described as a trigger', () => {
	const { description } = situation().type;
	expect(description).toMatchObject({
		name: 'projectWorkspaceTrigger',
		displayName: 'Project Workspace Trigger',
		// For 1, n8n evaluates an expression of its own in each delivery.
		version: 2,
		group: ['trigger'],
		inputs: [],
		outputs: ['main'],
		credentials: [{ name: 'projectWorkspaceApi', required: true }],
	});
	expect(description.usableAsTool).toBeUndefined();
});
