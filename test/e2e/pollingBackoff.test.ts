import type { INode } from 'n8n-workflow';

import { errors, type CauseName, type ErrorRow } from '../../nodes/ProjectWorkspace/old/client/errors';
import type { Failure } from '../../nodes/ProjectWorkspace/old/client/types';
import { nodeError, requestError } from '../../nodes/ProjectWorkspace/old/itemError';
import { major } from './majors';
import { ownN8n } from './ownN8n';
import { pollingWorkflow } from './pollingWorkflow';
import { SCHEDULED_POLLS } from './scheduledPolls';
import { watchedList } from './servers/watchedList';
import { eventually } from './template';

const HALF_AN_HOUR = 30 * 60_000;

/** How the service rejects polls, and how n8n reacts: `delayMs` is the minimum time until the next poll. */
const REJECTIONS = [
	{
		rejection: { status: 429, headers: { 'retry-after': '120' } },
		seen: { type: 'transient', cause: 'rate-limited', delayMs: 120_000 },
	},
	{
		rejection: { status: 503, headers: { 'retry-after': '60' } },
		seen: { type: 'transient', cause: 'temporarily-unavailable', delayMs: 60_000 },
	},
	{
		rejection: { status: 401 },
		seen: { type: 'permanent', cause: 'credential-invalid', delayMs: HALF_AN_HOUR },
	},
	{
		rejection: { status: 404 },
		seen: { type: 'permanent', cause: 'configuration-invalid', delayMs: HALF_AN_HOUR },
	},
];

const scheduled = major.schedulesPolls ? describe : describe.skip;

scheduled('polls that n8n schedules in its database', () => {
	let own: Awaited<ReturnType<typeof ownN8n>>;
	const lists: Array<Awaited<ReturnType<typeof watchedList>>> = [];

	/** A list of one task, and a workflow that polls it every five seconds. */
	async function watched(rejection?: (typeof lists)[number]['state']['rejection']) {
		const list = await watchedList([{ id: 1 }]);
		lists.push(list);
		list.state.rejection = rejection;
		const { baseUrl } = list;
		const { rest } = own;
		const id = await pollingWorkflow({ name: baseUrl, baseUrl, rest, everySeconds: 5 });
		return { list, id };
	}

	beforeAll(async () => {
		own = await ownN8n('backoff', SCHEDULED_POLLS);
		await own.start();
	}, 300_000);
	afterAll(async () => {
		await own.close();
		for (const list of lists) await list.close();
	});

	it("wait as long as n8n's policy says for the cause of the node's error", async () => {
		const healthy = await watched();
		const rejected = await Promise.all(
			REJECTIONS.map(async ({ rejection, seen }) => {
				const { list, id } = await watched();
				await list.read(2);
				list.state.rejection = rejection;
				const backoff = await eventually(
					async () =>
						own.logged('Poll failed; backing off').find(({ workflowId }) => workflowId === id),
					90_000,
				);
				expect(backoff).toMatchObject({ ...seen, consecutiveErrors: 1 });
				return list;
			}),
		);
		const before = rejected.map(({ state }) => state.rejected);
		await healthy.list.read(3);
		expect(rejected.map(({ state }) => state.rejected)).toEqual(before);
	}, 240_000);

	it('can be published while the service is down, and start when it is back', async () => {
		const { list } = await watched({ status: 500 });
		await eventually(async () => (list.state.rejected > 0 ? true : undefined));
		list.state.rejection = undefined;
		await list.read(2);
	}, 120_000);

	const node = { name: 'Polling', parameters: {} } as INode; // an error only uses these
	const declared = Object.entries<ErrorRow>(errors).flatMap(([cause, { n8nCause }]) =>
		n8nCause ? [[cause as CauseName, n8nCause] as const] : [],
	);

	it.each(declared)('%s is %s for the policy', (cause, failure) => {
		const { pollFailureFromError } = own.load(
			'./dist/workflows/triggers/poll-backoff-policy.js',
		) as { pollFailureFromError: (error: Error, now: Date) => unknown };
		const told = { message: 'M', description: 'D', code: cause, retryAfterMs: 7000 };
		const request: Failure = { ...told, cause, method: 'GET', path: '/tasks' };
		const error = nodeError(node, requestError(request), 0);
		const isPermanent = /invalid|defect/.test(failure);
		expect(pollFailureFromError(error, new Date())).toEqual({
			type: isPermanent ? 'permanent' : 'transient',
			cause: failure,
			retryAfterMs: isPermanent ? null : 7000,
		});
	});
});
