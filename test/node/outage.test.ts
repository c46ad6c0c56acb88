import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { failingServer, type Outage } from '../servers/failingServer';
import { runNode } from './runNode';

const update = async (baseUrl: string, count: number, options: INodeParameters = {}) =>
	await runNode({
		credential: { apiKey: 'ac_test_made_up_outage', baseUrl, plan: 'enterprise' },
		parameters: {
			resource: 'task',
			operation: 'update',
			taskId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			bodyMode: 'json',
			jsonBody: '{"title":"x"}',
			options,
		},
		items: Array.from({ length: count }, (_, index) => ({ id: `t${index}` })),
		onError: 'continueRegularOutput',
	});

const isDone = ({ id }: IDataObject) => id === 't1';
const isUnsent = ({ details }: IDataObject) => (details as IDataObject | undefined)?.sent === false;

test.each<[Outage, number]>([
	['hangs', 2_000],
	['refuses', 500],
	['says 503', 500],
	['resets', 500],
])(
	'a service that %s after 200 of %i updates: each is told in seconds, and afterwards all is served',
	async (outage, count) => {
		const server = await failingServer(outage, 200);
		try {
			const started = performance.now();
			const { json } = await update(server.baseUrl, count, { timeout: 3_000 });
			expect(performance.now() - started).toBeLessThan(20_000);
			expect(server.requests()).toBeLessThanOrEqual(count + 100);
			expect(json.filter(isDone)).toHaveLength(200);
			expect(json.filter(({ error }) => typeof error === 'string')).toHaveLength(count - 200);
			// An item that says that it was not sent never reached the service.
			json.forEach((item, at) => {
				if (isUnsent(item)) expect(server.paths.has(`/v1/tasks/t${at}`)).toBe(false);
			});
			if (outage === 'refuses' || outage === 'hangs') {
				expect(json.filter(isUnsent).length).toBeGreaterThan(count - 300);
			}
			await server.noConnections();

			await server.comeBack();
			const before = server.requests();
			const back = await update(server.baseUrl, 100);
			expect(back.json.filter(isDone)).toHaveLength(100);
			expect(server.requests() - before).toBe(100);
		} finally {
			await server.close();
		}
	},
);
