import { createHmac, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { sign as signAsOctokit } from '@octokit/webhooks-methods';
import type { IDataObject } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { deliveriesOf, DELIVERIES, sign, type DeliveryCase } from './deliveries';
import { n8n } from './n8n';
import { place } from './place';
import { AFTER, post, SECRET, triggerWorkflow } from './triggerWorkflow';

const ALL = [
	'task.created',
	'task.updated',
	'task.completed',
	'project.created',
	'workflow.run.completed',
	'user.invited',
];

const listening = async (events: string[] = ALL, credential: Record<string, unknown> = {}) => {
	const workflow = await triggerWorkflow({
		parameters: { events, options: { includeDetails: true } },
		credential,
	});
	await workflow.activate();
	return workflow;
};

type Listening = Awaited<ReturnType<typeof listening>>;

/** What went on past the trigger. A start that should not be has a moment to come. */
async function started(workflow: Listening, expected: number): Promise<IDataObject[]> {
	await workflow.ended(expected);
	await sleep(500);
	const past = await workflow.ended(expected);
	return past.flatMap(({ outputs }) => outputs(AFTER).flat()).map(({ json }) => json);
}

interface Came {
	statuses: number[];
	starts: string[];
}

/** All cases of one layout, sent to one trigger. */
async function play(cases: readonly DeliveryCase[], events: string[]): Promise<Map<string, Came>> {
	const workflow = await listening(events);
	const now = Math.floor(Date.now() / 1000);
	const came = new Map<string, Came>();
	for (const each of cases) {
		const statuses: number[] = [];
		for (const { body, headers } of deliveriesOf(each, now)) {
			statuses.push((await post(workflow.url, body, headers)).status);
		}
		came.set(each.name, { statuses, starts: [] });
	}
	for (const { _delivery, case: name } of await started(workflow, 1)) {
		came.get(String(name))?.starts.push(String((_delivery as { event: unknown }).event));
	}
	await workflow.deactivate();
	return came;
}

beforeAll(() => n8n.login());

describe.each([
	['on all events', ALL],
	['on one event', ['task.created']],
])('a delivery starts as often as it should, and under its own name: %s', (_which, events) => {
	const came = new Map<string, Came>();

	beforeAll(async () => {
		for (const layout of ['body', 'time', 'id']) {
			const cases = DELIVERIES.filter((each) => each.layout === layout);
			for (const [name, each] of await play(cases, events)) came.set(name, each);
		}
	});

	it.each(DELIVERIES.map((each) => [each.name, each] as const))('%s', (name, each) => {
		const { statuses, starts } = came.get(name) ?? {};
		expect({ statuses, starts: starts?.sort() }).toEqual({
			statuses: each.sent.map(() => 200),
			starts: each.starts.filter((event) => events.includes(event)).sort(),
		});
	});
});

const good = (body: object) => sign('body', { body }, 0);

it('starts once for a hundred copies at the same time, and continues afterwards', async () => {
	const workflow = await listening();
	const { body, headers } = good({ event: 'task.created', at: '2026-03-01T10:00:00Z' });
	const copies = Array.from({ length: 100 }, () => post(workflow.url, body, headers));
	// A busy n8n answers 503 itself, and the service sends that one again.
	const statuses = (await Promise.all(copies)).map(({ status }) => status);
	expect(statuses.filter((status) => status !== 503)).toContain(200);
	expect(statuses.filter((status) => status !== 503 && status !== 200)).toEqual([]);
	await workflow.deliver(good({ event: 'task.updated', at: '2026-03-01T10:00:00Z' }).body);
	const events = (await started(workflow, 2)).map(({ event }) => event);
	expect(events.sort()).toEqual(['task.created', 'task.updated']);
	await workflow.deactivate();
});

describe('signed by a library', () => {
	const body = JSON.stringify({ event: 'task.created', at: '2026-03-01T10:00:00Z' });
	const prefixed = `whsec_${Buffer.from('a made-up secret of some length').toString('base64')}`;
	const signers: Array<[string, string, string, () => Promise<Record<string, string>>]> = [
		[
			'Standard Webhooks',
			'Webhook-Signature',
			prefixed,
			async () => {
				const at = new Date();
				const signature = new StandardWebhook(prefixed).sign('msg_1', at, body);
				const time = String(Math.floor(at.getTime() / 1000));
				return { 'webhook-id': 'msg_1', 'webhook-timestamp': time, 'webhook-signature': signature };
			},
		],
		[
			'Stripe',
			'Stripe-Signature',
			'whsec_made_up',
			async () => {
				const header = { payload: body, secret: 'whsec_made_up' };
				return { 'stripe-signature': Stripe.webhooks.generateTestHeaderString(header) };
			},
		],
		[
			'Octokit',
			'X-Hub-Signature-256',
			SECRET,
			async () => ({ 'x-hub-signature-256': await signAsOctokit(SECRET, body) }),
		],
	];

	it.each(signers)('%s', async (_name, header, signingSecret, headersOf) => {
		const headers = await headersOf();
		const [signature] = Object.entries(headers).filter(([name]) => name === header.toLowerCase());
		for (const signatureHeader of [header, 'X-Service-Signature']) {
			const workflow = await listening(ALL, { signingSecret, signatureHeader });
			const sent = { ...headers, [signatureHeader.toLowerCase()]: signature?.[1] ?? '' };
			const forged = await post(workflow.url, body.replace('created', 'updated'), sent);
			expect(forged.status).toBe(401);
			expect((await post(workflow.url, body, sent)).status).toBe(200);
			expect((await post(workflow.url, body, sent)).status).toBe(200);
			expect(await started(workflow, 1)).toMatchObject([{ event: 'task.created' }]);
			await workflow.deactivate();
		}
	});
});

it.each(['whsec_', 'whsec_=', ' whsec_ '])('takes %j for no secret', async (signingSecret) => {
	const workflow = await triggerWorkflow({ credential: { signingSecret } });
	expect(await workflow.whyInactive()).toMatch(/signing secret/i);
});

/** Many megabytes that travel as a few kilobytes. */
function bomb(megabytes: number, headers: Record<string, string>) {
	const body = `{"event":"task.created","text":"${'a'.repeat(megabytes * 1024 * 1024)}"}`;
	return {
		body: gzipSync(body),
		headers: { 'content-type': 'application/json', 'content-encoding': 'gzip', ...headers },
	};
}

describe('a forged delivery of many megabytes', () => {
	const digest = () => randomBytes(32);
	const now = () => Math.floor(Date.now() / 1000);
	const forgeries = {
		'three candidates under a time': () => ({
			'x-service-signature': `t=${now()},${[1, 2, 3].map(() => `v1=${digest().toString('hex')}`).join(',')}`,
		}),
		'ID, time and three candidates': () => ({
			'webhook-id': 'msg_1',
			'webhook-timestamp': String(now()),
			'x-service-signature': [1, 2, 3].map(() => `v1,${digest().toString('base64')}`).join(' '),
		}),
	};

	/** The longest that n8n keeps somebody else waiting while one delivery is worked on. */
	async function longestWait(url: string, headers: Record<string, string>): Promise<number> {
		const { body, headers: all } = bomb(15, headers);
		let over = false;
		const answer = fetch(url, { method: 'POST', body, headers: all }).finally(() => {
			over = true;
		});
		let longest = 0;
		while (!over) {
			const from = performance.now();
			await (await fetch(`${place.n8nUrl}/healthz`)).text();
			longest = Math.max(longest, performance.now() - from);
		}
		expect([401, 503]).toContain((await answer).status);
		return longest;
	}

	/** The unit of cost: it grows with whatever else the machine does at the moment. */
	function oneHash(): number {
		const body = Buffer.alloc(15 * 1024 * 1024, 'a');
		const from = performance.now();
		createHmac('sha256', SECRET).update(body).digest();
		return performance.now() - from;
	}

	/** Of five, the one that the rest of the machine disturbed least. */
	async function leastWait(url: string, headers: () => Record<string, string>): Promise<number> {
		const waits: number[] = [];
		for (let time = 0; time < 5; time++) waits.push(await longestWait(url, headers()));
		return Math.min(...waits);
	}

	it.each(['before', 'after'])('costs little, %s a first delivery was accepted', async (when) => {
		const workflow = await listening();
		if (when === 'after') await workflow.deliver(good({ event: 'task.created', at: 1 }).body);
		// What unpacking and parsing costs n8n itself: nothing is hashed without a signature.
		const itself = await leastWait(workflow.url, () => ({}));
		const costs: Record<string, number> = {};
		for (const [name, headers] of Object.entries(forgeries)) {
			const hash = Math.min(...Array.from({ length: 5 }, oneHash));
			costs[name] = Math.round(((await leastWait(workflow.url, headers)) - itself) / hash);
		}
		expect(Object.entries(costs).filter(([, cost]) => cost > 6)).toEqual([]);
		await workflow.deactivate();
	});
});
