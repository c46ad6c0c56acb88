import { launchedN8n } from './launcher';
import { AFTER, madeUpEvent, post, signed, triggerWorkflow } from './triggerWorkflow';

/** Its own n8n, since the shared one must keep running. */
const own = launchedN8n('trigger');
afterAll(own.close);

it('listens after a restart, and recognizes earlier deliveries', async () => {
	await own.start();
	const urls = { n8nUrl: own.n8nUrl(), sandboxUrl: own.sandboxUrl() };
	const workflow = await triggerWorkflow({ rest: own.rest, ...urls });
	await workflow.activate();
	const deliver = async (body: string) => (await post(workflow.url, body, signed(body))).status;
	const bodies = Array.from({ length: 5 }, () => madeUpEvent('task.created'));
	expect(await Promise.all(bodies.map(deliver))).toEqual(bodies.map(() => 200));
	expect(await workflow.ended(5)).toHaveLength(5);

	await own.stop();
	await own.start();
	await workflow.untilListening(true);
	const more = Array.from({ length: 5 }, () => madeUpEvent('task.created'));
	const all = [...bodies, ...more, ...bodies];
	expect(await Promise.all(all.map(deliver))).toEqual(all.map(() => 200));
	const executions = await workflow.ended(10);
	const past = executions.filter(({ outputs }) => outputs(AFTER).length > 0);
	const ids = past.map(({ outputs }) => outputs(AFTER)[0]?.[0]?.json.id);
	expect(ids).toHaveLength(10);
	expect(new Set(ids).size).toBe(10);
}, 300_000);
