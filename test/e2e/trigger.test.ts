import { eventNames } from '../../sandbox/api';
import { n8n } from './n8n';
import { call, credentialData, sandbox } from './sandbox';
import { madeUpEvent, post, signed, TRIGGER, triggerWorkflow } from './triggerWorkflow';

const SECRET = credentialData.signingSecret;

let active: Awaited<ReturnType<typeof triggerWorkflow>> | undefined;

/** A workflow that is active until the test ends. */
async function listening(given?: Parameters<typeof triggerWorkflow>[0]) {
	active = await triggerWorkflow(given);
	await active.activate();
	return active;
}

beforeEach(() => sandbox.reset());
afterEach(async () => {
	await active?.deactivate();
	active = undefined;
});

it('starts on all events of the service, after real calls of its API', async () => {
	const workflow = await listening({ parameters: { events: [...eventNames], options: {} } });
	await sandbox.control('POST', '/webhooks', { url: workflow.url, secret: SECRET });

	const task = await call('POST', '/tasks', { title: 'Hang them up' });
	await call('PUT', `/tasks/${task.id}`, { status: 'completed' });
	await call('POST', '/projects', { name: 'Lanterns' });
	await call('POST', '/users', { email: 'dora@example.com' });
	await call('POST', '/workflows/workflow_report/trigger');

	const executions = await n8n.endedOf(workflow.id, eventNames.length);
	const events = executions.map(({ outputs }) => outputs('After')[0]?.[0]?.json.event);
	expect(events.sort()).toEqual([...eventNames].sort());
	expect(executions.every(({ status }) => status === 'success')).toBe(true);
	expect(executions.some(({ text }) => text.includes(SECRET))).toBe(false);
});

it('rejects forged deliveries and does not start the workflow', async () => {
	const workflow = await listening();
	const body = madeUpEvent();
	const form = { ...signed('a=b'), 'content-type': 'application/x-www-form-urlencoded' };
	// That each forgery is rejected is shown without n8n: here it is that n8n hands on the raw body.
	const forgeries: Array<[string, Record<string, string>]> = [
		[body, signed(body, 'another secret')],
		['', signed(body)],
		['a=b', form],
	];

	for (const [text, headers] of forgeries) {
		expect(await post(workflow.url, text, headers)).toMatchObject({
			status: 401,
			text: expect.stringContaining('"error"') as string,
		});
	}
	expect(await n8n.executionsOf(workflow.id)).toEqual([]);
});

it('says in test mode why it rejects a delivery, and runs the next one that is signed', async () => {
	const workflow = await triggerWorkflow();
	const body = madeUpEvent();
	expect(await n8n.start(workflow.id, TRIGGER)).toMatchObject({ waitingForWebhook: true });

	const unsigned = await post(workflow.testUrl, body);
	const wrong = await post(workflow.testUrl, body, signed(body, 'other'));
	const right = await post(workflow.testUrl, body, signed(body));

	expect([unsigned.status, wrong.status, right.status]).toEqual([401, 401, 200]);
	expect(unsigned.text).toMatch(/x-service-signature/i);
	expect(wrong.text).toContain('does not match');
	expect(await workflow.received(1)).toEqual([JSON.parse(body)]);
});

it('is not activated without a signing secret, and says so', async () => {
	const workflow = await triggerWorkflow({ credential: { signingSecret: '' } });

	expect(await workflow.whyInactive()).toMatch(/signing secret/i);
});
