import type { Execution } from './n8n';
import { n8n } from './n8n';
import { place } from './place';
import { sandbox } from './sandbox';
import { triggerWorkflow } from './triggerWorkflow';

async function runDemo(name: string): Promise<Execution> {
	const found = (await n8n.workflows()).find((workflow) => workflow.name === name);
	if (!found) throw new Error(`npm start did not import "${name}"`);
	return await n8n.run(found.id, 'Start');
}

beforeEach(() => sandbox.reset());

it('lists everything', async () => {
	const { status, outputs } = await runDemo('Tour: list everything');
	expect(status).toBe('success');
	expect(outputs('Users')[0]).toHaveLength(3);
	expect(outputs('Projects')[0]).toHaveLength(2);
	expect(outputs('Tasks per Project')[0]).toHaveLength(4);
	expect(outputs('Workflows')[0]).toHaveLength(2);
});

it('creates a project with a task and completes it', async () => {
	const { status, outputs } = await runDemo('Tour: create a project with a task and complete it');
	expect(status).toBe('success');
	const [task] = outputs("List the Project's Tasks")[0] ?? [];
	expect(task?.json).toMatchObject({ title: 'Hang up the lanterns', status: 'completed' });
	expect(outputs('Archive Project')[0]?.[0]?.json).toMatchObject({ archived: true });
});

it('looks up members and invites missing ones', async () => {
	const { status, outputs } = await runDemo('Tour: look members up and invite who is missing');
	expect(status).toBe('success');
	expect(outputs('Known Members')[0]?.map(({ json }) => json.id)).toEqual(['user_ada', 'user_ben']);
	expect(outputs('Invite')[0]?.[0]?.json).toMatchObject({ email: 'dora@example.com' });
});

it("starts the service's workflows", async () => {
	const { status, outputs } = await runDemo("Tour: start one of the service's workflows");
	expect(status).toBe('success');
	expect(outputs('Trigger')[0]).toHaveLength(2);
});

it('has a credential that verifies the deliveries of the sandbox', async () => {
	const workflow = await triggerWorkflow({ credentialId: place.credentialId });
	await workflow.activate();
	await sandbox.control('POST', '/webhooks', { url: workflow.url });
	await sandbox.control('POST', '/events', { event: 'task.created', data: { id: 'task_text' } });
	const [execution] = await workflow.ended(1);
	expect(execution?.status).toBe('success');
	await workflow.deactivate();
});
