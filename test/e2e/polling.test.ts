import { eventually, n8n } from './n8n';
import { pollingWorkflow } from './pollingWorkflow';
import { call, sandbox } from './sandbox';

beforeEach(() => sandbox.reset());

/** Resolves after so many more requests for the list. */
async function polls(count: number): Promise<void> {
	const before = (await sandbox.requests()).length;

	await eventually(async () => (await sandbox.requests()).length >= before + count || undefined);
}

it('starts once for each new, changed and removed record', async () => {
	const workflow = await pollingWorkflow();
	await polls(2);
	expect(await workflow.count()).toBe(0);

	const { id } = await call('POST', '/tasks', { title: 'New' });
	expect(await workflow.next()).toEqual([`new ${id}`]);
	await call('PUT', '/tasks/task_text', { status: 'done' });
	expect(await workflow.next()).toEqual(['changed task_text']);
	await call('PUT', '/tasks/task_text', { owner: 'not watched' });
	await polls(2);
	await call('DELETE', '/tasks/task_text');
	expect(await workflow.next()).toEqual(['removed task_text']);
	await polls(2);

	expect(await workflow.count()).toBe(3);
	await n8n.deactivate(workflow.id);
});
