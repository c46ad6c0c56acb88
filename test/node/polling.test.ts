import type { IDataObject, INodeParameters, NodeApiError } from 'n8n-workflow';

import { AGAIN } from '../../nodes/ProjectWorkspace/old/polling/messages';
import { json, type Script } from '../servers/scriptedServer';
import { until } from '../until';
import { activated, pageOfTwo, told, type Polled } from './pollContexts';
import { byId, serviceThat } from './service';

/** A list that a test changes. */
let tasks: IDataObject[];
let answer: Script | undefined;
let server: Awaited<ReturnType<typeof serviceThat>>;

beforeEach(async () => {
	tasks = [1, 2, 3].map((id) => ({ id, title: `Task ${id}`, status: 'open', updated_at: '1' }));
	answer = undefined;
	server = await serviceThat((request, index) => {
		if (answer) return answer(request, index);
		const project = new URL(request.url, 'http://service').searchParams.get('project_id');
		const all = tasks.filter((task) => project === null || task.project_id === project);
		return json(pageOfTwo(all, request));
	});
});
afterEach(() => jest.restoreAllMocks());

const down = json({ error: { message: 'Down' } }, 500);
const secondPageDown: Script = (request) =>
	request.url.includes('cursor') ? down : json(pageOfTwo(tasks, request));
const MANUAL = { mode: 'manual', activation: 'manual' } as const;

const ALL = ['new', 'changed', 'removed'];

const watching = (parameters: INodeParameters = {}, more: Partial<Polled> = {}) =>
	activated(
		{ resource: 'task', changes: ALL, watchFields: [], filters: {}, options: {}, ...parameters },
		{ credential: server.credential, ...more },
	);

const change = (id: unknown, fields: IDataObject) => {
	tasks = tasks.map((task) => (task.id === id ? { ...task, ...fields } : task));
};

/** The same workflow with what n8n has saved of it. */
const again = ({ saved, workflowId }: ReturnType<typeof activated>) => ({
	staticData: saved(),
	workflowId,
});

describe('one poll after another', () => {
	test('reports each change once, with the record as it is', async () => {
		const { poll } = watching();
		expect(await poll()).toBeUndefined();
		expect(await poll()).toBeUndefined();
		tasks.push({ id: 4, title: 'Task 4' });
		// What happened counts, even if a record has a field of that name.
		change(1, { status: 'done', _change: 'mine' });
		tasks = tasks.filter(({ id }) => id !== 2);
		const items = await poll();
		expect(items).toEqual([
			{ ...tasks[0], _change: { type: 'changed', eventId: expect.any(String) } },
			{ id: 4, title: 'Task 4', _change: { type: 'new', eventId: expect.any(String) } },
			{ id: 2, _change: { type: 'removed', eventId: expect.any(String) } },
		]);
		expect(await poll()).toBeUndefined();
	});

	test('changes of fields that are not watched, or that the service sets, do not start the workflow', async () => {
		const { poll } = watching({ watchFields: ['status'] });
		await poll();
		change(1, { title: 'Another', updated_at: '2' });
		expect(await poll()).toBeUndefined();
		change(1, { status: 'done' });
		expect(told(await poll())).toEqual(['changed 1']);
	});

	test('continues from what n8n has saved, with the same event IDs if a poll is repeated', async () => {
		const first = watching();
		await first.poll();
		const staticData = first.saved();
		change(1, { status: 'done' });
		const again = () =>
			watching({}, { staticData: structuredClone(staticData), workflowId: first.workflowId });
		const items = await again().poll();
		expect(told(items)).toEqual(['changed 1']);
		// n8n reads the state before it polls, and may not have saved the last one's yet.
		expect(await again().poll()).toBeUndefined();
		const later = Date.now() + 60_000;
		jest.spyOn(Date, 'now').mockReturnValue(later);
		expect(await again().poll()).toEqual(items);
	});

	test.each<[string, string[], Array<string[] | undefined>]>([
		[
			'another form is no change, and another last digit of a long decimal is one',
			[
				'{"id":1,"due":"2026-12-31","by":5,"size":0.123456789012345678}',
				'{"id":1,"due":"2026-12-31T00:00:00.000Z","by":{"id":"5"},"size":"0.123456789012345678"}',
				'{"id":1,"due":"2026-12-31T00:00:00.000Z","by":{"id":"5"},"size":0.123456789012345679}',
			],
			[undefined, undefined, ['changed 1']],
		],
		[
			'large whole numbers keep their digits as IDs',
			['{"id":9007199254740993},{"id":9007199254740994}', '{"id":9007199254740993}'],
			[undefined, ['removed 9007199254740994']],
		],
	])('%s', async (_, lists, outcomes) => {
		answer = () => ({ body: `{"data":[${lists.shift()}],"next_cursor":null}` });
		const { poll } = watching();
		for (const outcome of outcomes) expect(told(await poll())).toEqual(outcome);
	});
});

describe('a poll that cannot be finished', () => {
	test('changes nothing and says why, and the next one reports each change once', async () => {
		const { poll, saved } = watching();
		await poll();
		const before = saved();
		tasks.push({ id: 4 });
		change(1, { status: 'done' });
		answer = secondPageDown;
		await expect(poll()).rejects.toThrow(/^A later page of the list could not be read/);
		expect(saved()).toEqual(before);
		answer = undefined;
		expect(told(await poll())).toEqual(['changed 1', 'new 4']);
	});

	test.each([['{}'], ['null'], [''], ['{"data":[],"message":"Rebuilding the index"}']])(
		'reports no removals because of a response that has no list, or one that is not ready: %j',
		async (body) => {
			const { poll } = watching();
			await poll();
			answer = () => ({ body });
			await expect(poll()).rejects.toThrow(/^Removed records cannot be detected, because/);
			answer = undefined;
			tasks = [];
			expect(await poll()).toBeUndefined();
			expect(told(await poll())).toEqual(['removed 1', 'removed 2', 'removed 3']);
		},
	);

	test('reports neither removals nor new records because of one list that is empty', async () => {
		const { poll } = watching();
		await poll();
		answer = () => ({ body: '{"data":[]}' });
		expect(await poll()).toBeUndefined();
		answer = undefined;
		expect(await poll()).toBeUndefined();
		tasks.pop();
		expect(told(await poll())).toEqual(['removed 3']);
	});

	test('ends in the time that n8n gives it, and says what helps', async () => {
		const { poll, saved } = watching({}, { budgetMs: 200 });
		answer = () => undefined;
		await expect(poll()).rejects.toMatchObject({
			message: expect.stringMatching(/could not be read in the 0.2 seconds that n8n allows/),
			failure: { cause: 'temporarily-unavailable' },
		});
		expect(saved()).toEqual({ 'node:Polling': {} });
		// More than half of the time is too long to wait.
		answer = (_, index) => json({}, index === 1 ? 429 : 500, { 'retry-after': '1' });
		await expect(watching({}, { budgetMs: 1_500 }).poll()).rejects.toThrow('The rate limit');
	});

	test.each<[Polled['activation'], number, string]>([
		// After a restart, an error would deactivate the workflow.
		['init', 503, 'The service could not process the request'],
		['leadershipChange', 401, 'The service rejected the API key'],
		['activate', 429, 'The rate limit was reached'],
		['activate', 404, 'The service could not find'],
	])(
		'does not end the trigger if it is the first (%s, %i), and the next one begins anew',
		async (activation, status, words) => {
			const requests = { settings: { maxAttempts: 1, maxQuotaWait: 0 } };
			const { poll, emitted, saved } = watching({ options: { requests } }, { activation });
			answer = () => json({ error: { message: 'Later' } }, status);
			expect(await poll()).toBeUndefined();
			expect(emitted.map(({ message }) => message.startsWith(words))).toEqual([true]);
			expect(saved()).toEqual({ 'node:Polling': {} });
			await expect(poll()).rejects.toThrow(words);
			answer = undefined;
			expect(await poll()).toBeUndefined();
			tasks = [...tasks, { id: '9', title: 'New' }];
			expect(told(await poll())).toEqual(['new 9']);
		},
	);

	test.each([
		[503, { 'retry-after': '31' }, { cause: 'temporarily-unavailable', retryAfterMs: 31_000 }],
		[429, { 'retry-after': '120' }, { cause: 'rate-limited', retryAfterMs: 120_000 }],
		[401, {}, { cause: 'credential-invalid' }],
	])(
		'gives the cause and the wait to an n8n that schedules each poll in its database: %i',
		async (status, headers, failure) => {
			answer = () => json({ error: { message: 'Later' } }, status, headers);
			// Such a poll has a context and a budget of its own.
			const { poll, emitted } = watching({}, { activation: 'update', budgetMs: 36_000 });
			await expect(poll()).rejects.toMatchObject({ failure });
			expect(emitted).toEqual([]);
		},
	);

	test('waits for the rate limit while enough of its time is left to read the list', async () => {
		answer = (_, index) => {
			answer = undefined;
			return index === 0 ? json({}, 429, { 'retry-after': '0.1' }) : undefined;
		};
		const { poll } = watching({}, { budgetMs: 10_000 });
		expect(await poll()).toBeUndefined();
		expect(server.seen.length).toBe(3);
		answer = () => json({}, 429, { 'retry-after': '6' });
		await expect(poll()).rejects.toMatchObject({ failure: { cause: 'rate-limited' } });
	});

	test('saves no records in its execution, and only names options that the trigger has', async () => {
		answer = secondPageDown;
		const { poll } = watching();
		await poll();
		const thrown = await poll().catch((error: unknown) => error as NodeApiError);
		expect(thrown).toMatchObject({ context: { data: { recordsSoFar: 2, records: [] } } });
		expect(thrown).toMatchObject({ description: expect.not.stringMatching(/'Limit'|details/) });
		expect(thrown).toMatchObject({ description: expect.stringContaining(AGAIN) });
	});

	test.each<[string, INodeParameters, RegExp]>([
		['no change selected', { changes: [] }, /^No changes are selected/],
		['an unknown change', { changes: ['moved'] }, /cannot contain "moved"/],
		[
			'a resource of n8n itself',
			{ resource: '__CUSTOM_API_CALL__' },
			/^There is no resource "__CUSTOM_API_CALL__"/,
		],
		['an option', { options: { requests: { settings: { timeout: 0 } } } }, /^'Timeout' must be/],
	])('because of %s names the parameter', async (_, parameters, message) => {
		const failure = await watching(parameters).failure();
		expect(failure?.message).toMatch(message);
		expect(server.seen).toEqual([]);
	});
});

test('a poll is skipped while another one of the same node is running, but not of other nodes and workflows', async () => {
	const first = watching();
	const second = watching({}, { name: 'Second', workflowId: first.workflowId });
	const other = watching({}, { name: 'Second', workflowId: 'another' });
	for (const { poll } of [first, second, other]) await poll();
	tasks.push({ id: 4 });
	const asked = server.seen.length;
	const outcomes = await Promise.all([first, first, second, other].map(({ poll }) => poll()));
	expect(outcomes.map(told)).toEqual([['new 4'], undefined, ['new 4'], ['new 4']]);
	expect(server.seen.length - asked).toBe(6);
	change(4, { title: 'Later' });
	expect(told(await first.poll())).toEqual(['changed 4']);
});

test('a list of more than 50,000 records is rejected, and no record is remembered', async () => {
	let size = 30_000;
	answer = ({ url }) => {
		const first = url.includes('c1') ? size : 0;
		const data = Array.from({ length: size }, (_, at) => ({ id: first + at }));
		return json({ data, next_cursor: first === 0 ? 'c1' : null });
	};
	const { failure, poll, saved } = watching();
	expect((await failure())?.message).toMatch(/has more than 50,000 records/);
	expect(server.seen).toHaveLength(2);
	expect(saved()).toEqual({ 'node:Polling': {} });
	size = 25_000;
	expect(await poll()).toBeUndefined();
	expect(saved()).toMatchObject({ 'node:Polling': { state: { scope: expect.any(String) } } });
});

test('a test in the editor does not wait for a running poll, and does not replace it', async () => {
	const first = watching();
	await first.poll();
	tasks.push({ id: 4 });
	let respond = () => {};
	const waiting = new Promise<void>((resolve) => (respond = resolve));
	answer = async () => {
		if (server.seen.length === 3) await waiting;
		return json({ data: tasks, next_cursor: null });
	};
	const poll = first.poll();
	await until(() => server.seen.length === 3, 'a poll under way');
	const manual = { ...MANUAL, workflowId: first.workflowId };
	expect(await watching({}, manual).poll()).toHaveLength(4);
	// The other one is still under way.
	expect(await first.poll()).toBeUndefined();
	respond();
	expect(told(await poll)).toEqual(['new 4']);
	await watching({}, manual).poll();
	tasks.push({ id: 5 });
	expect(told(await first.poll())).toEqual(['new 5']);
});

test('a test in the editor says why there are no records to show', async () => {
	answer = () => json({ error: { message: 'No' } }, 401);
	await expect(watching({}, MANUAL).poll()).rejects.toThrow(/^The service rejected the API key/);
});

test('a test in the editor shows real records and does not change the state', async () => {
	const { poll, saved } = watching({}, MANUAL);
	expect(await poll()).toEqual(
		tasks.map((task) => ({ ...task, _change: { type: 'new', eventId: expect.any(String) } })),
	);
	expect(saved()).toEqual({});
	tasks.push(...Array.from({ length: 30 }, (_, n) => ({ id: n + 4 })));
	expect(await poll()).toHaveLength(10);
	tasks.splice(3);
	const removed = watching({ changes: ['removed'] }, MANUAL);
	const shown = await removed.poll();
	expect(told(shown)).toEqual(['removed 1', 'removed 2', 'removed 3']);
	expect(shown?.[0]).toMatchObject({ id: 1 });
	tasks = [];
	await expect(poll()).rejects.toThrow('There are no records to show yet');
});

describe('which records are watched', () => {
	const filter = [{ field: 'status', condition: 'equals', value: 'open' }];
	const all = ['changed 1', 'new 4', 'new 5'];

	test.each<[string, INodeParameters, string, string[]]>([
		['those of the project', { projectId: byId(' p\n') }, '/v1/tasks?project_id=p', ['new 5']],
		['those that match the filters', { filters: { filter } }, '/v1/tasks', ['new 4', 'removed 1']],
		['each user', { resource: 'user' }, '/v1/users', all],
		['each project', { resource: 'project' }, '/v1/projects', all],
		['each workflow', { resource: 'workflow' }, '/v1/workflows', all],
	])('%s', async (_, parameters, url, changes) => {
		tasks = [{ id: 1, project_id: 'q', status: 'open' }];
		const { poll } = watching(parameters);
		await poll();
		expect(server.seen.map((request) => request.url)).toEqual([url]);
		change(1, { status: 'done' });
		tasks.push({ id: 4, project_id: 'q', status: 'open' }, { id: 5, project_id: 'p' });
		expect(told(await poll())).toEqual(changes);
	});
});

describe('the saved state is ignored', () => {
	const DONE = { filter: [{ field: 'status', condition: 'equals', value: 'done' }] };

	const queryParameters = { parameter: [{ name: 'a', value: 'b' }] };

	test.each<[string, INodeParameters, Partial<Polled> & { path?: string }]>([
		['with another resource', { resource: 'user' }, {}],
		['with another project', { projectId: byId('p') }, {}],
		['with other watched fields', { watchFields: ['status'] }, {}],
		['with other filters', { filters: DONE }, {}],
		['with other query parameters', { options: { queryParameters } }, {}],
		['with any of the filters instead of all', { combineFilters: 'any' }, {}],
		['with another credential', {}, { credentialId: '2' }],
		['in a copy of the workflow', {}, { workflowId: 'copy' }],
		['at another base URL', {}, { path: '/other/v1' }],
	])('%s', async (_, parameters, { path = '/v1', ...more }) => {
		const first = watching();
		await first.poll();
		tasks.push({ id: 4, project_id: 'p', status: 'done' });
		const credential = { ...server.credential, baseUrl: `${server.origin}${path}` };
		const { poll } = watching(parameters, { ...again(first), credential, ...more });
		expect(await poll()).toBeUndefined();
		tasks = [
			{ ...tasks[3], status: 'closed' },
			{ id: 5, project_id: 'p', status: 'done' },
		];
		expect(told(await poll())).toContain('new 5');
	});

	test('but not with other changes and options, a new key, or the same watched fields in another order', async () => {
		const first = watching({ watchFields: ['title', 'status'] });
		await first.poll();
		tasks.push({ id: 4 });
		change(1, { status: 'done' });
		const options = { requests: { settings: { timeout: 5000 } } };
		const credential = { ...server.credential, apiKey: 'ac_test_another' };
		const { poll } = watching(
			{ changes: ['new', 'changed'], watchFields: ['status', 'title'], options },
			{ ...again(first), credential },
		);
		expect(told(await poll())).toEqual(['changed 1', 'new 4']);
	});

	test('but not if an expression has another value than at the last poll', async () => {
		const value = '={{ $now.toMillis() - 86400000 }}';
		const filters = { filter: [{ field: 'at', condition: 'larger', value }] };
		tasks = [{ id: 1, at: Date.now() }];
		const { poll } = watching({ filters });
		await poll();
		tasks.push({ id: 2, at: Date.now() });
		expect(told(await poll())).toEqual(['new 2']);
	});
});

describe('a service that returns a bare list', () => {
	beforeEach(() => {
		answer = () => json(tasks);
	});

	test('needs Pagination set to None before removals are reported', async () => {
		const failure = await watching().failure();
		expect(failure?.message).toMatch(/^Removed records cannot be detected, because/);
		const service = { settings: { style: 'none' } };
		const { poll } = watching({}, { credential: { ...server.credential, service } });
		await poll();
		tasks.shift();
		expect(told(await poll())).toEqual(['removed 1']);
	});

	test("is an error in the test in the editor and with 'Require Complete List', which says what to set", async () => {
		const message = /^It is not known whether the list is complete/;
		const test = watching({ changes: ['new'] }, MANUAL);
		await expect(test.poll()).rejects.toThrow(message);
		const list = watching({ changes: ['new'], options: { requireComplete: true } });
		expect((await list.failure())?.message).toMatch(message);
	});

	test('reports what is new and changed, and says once that it may miss changes', async () => {
		const { poll, emitted } = watching({ changes: ['new', 'changed'] });
		await poll();
		expect(emitted.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^The trigger may miss changes, because it is not known/),
		]);
		const [gone] = tasks.splice(0, 1);
		tasks.push({ id: 4 });
		change(2, { status: 'done' });
		expect(told(await poll())).toEqual(['changed 2', 'new 4']);
		if (gone) tasks.push(gone);
		expect(await poll()).toBeUndefined();
		expect(emitted).toHaveLength(1);
	});
});

describe('a field that no record has', () => {
	test.each([
		{ watchFields: ['titel'] },
		{ filters: { filter: [{ field: 'titel', condition: 'isNotEmpty', value: '' }] } },
	])('is an error in a test, and told once after publishing: %j', async (parameters) => {
		const message = expect.stringMatching(/^None of the 3 records has the field 'titel'/);
		await expect(watching(parameters, MANUAL).poll()).rejects.toMatchObject({ message });
		const { poll, emitted } = watching(parameters);
		expect([await poll(), await poll()]).toEqual([undefined, undefined]);
		expect(emitted).toMatchObject([{ message }]);
	});

	test('is not told if the filters leave out the records with it', async () => {
		const filters = { filter: [{ field: 'title', condition: 'equals', value: 'Other' }] };
		const { poll, emitted } = watching({ watchFields: ['status'], filters });
		await poll();
		expect(emitted).toEqual([]);
	});
});

test('a filter that cannot compare the values of records is told', async () => {
	const filters = { filter: [{ field: 'title', condition: 'larger', value: '5' }] };
	const message = expect.stringMatching(/^The filter on 'title' cannot compare "Task 1" with "5"/);
	await expect(watching({ filters }, MANUAL).poll()).rejects.toMatchObject({ message });
});

describe('links that are signed anew at each poll', () => {
	let signature = 0;
	const signed = () => {
		signature += 1;
		tasks = Array.from({ length: 5 }, (_, id) => ({
			id,
			avatar_url: `https://example.com/${signature}`,
			files: [{ name: 'a', url: `https://example.com/${signature}` }],
		}));
	};
	const polls = async (parameters: INodeParameters, change = signed, times = 5) => {
		const { poll, emitted } = watching(parameters);
		const counts = [];
		for (let time = 1; time <= times; time += 1) {
			// The sixth poll finds nothing new.
			if (time !== 6) change();
			counts.push((await poll())?.length ?? 0);
		}
		return { counts, emitted };
	};

	test('are not watched with Ignore Fields, also inside lists', async () => {
		const options = { ignoreFields: 'files.url, avatar_url' };
		expect((await polls({ options })).counts).toEqual([0, 0, 0, 0, 0]);
		expect((await polls({ options, watchFields: ['files'] })).counts).toEqual([0, 0, 0, 0, 0]);
		expect((await polls({ options: {} })).counts).toEqual([0, 5, 5, 5, 5]);
	});

	test('are told once if they are the only change of most records in two polls', async () => {
		const options = { ignoreFields: 'files' };
		const toldWith = async (given: INodeParameters, more = () => {}) => {
			const change = () => {
				signed();
				more();
			};
			const { emitted } = await polls(given, change, 9);
			return emitted.map(({ message }) => message);
		};
		expect(await toldWith({ options })).toEqual([
			expect.stringMatching(
				/^Most records changed in two polls, but only in the field 'avatar_url'/,
			),
		]);
		const withTitle = () => tasks.forEach((task) => (task.title = signature));
		const withOthers = () => tasks.push(...tasks.map(({ id }) => ({ id: `other ${String(id)}` })));
		expect(await toldWith({})).toEqual([]);
		expect(await toldWith({ options }, withTitle)).toEqual([]);
		expect(await toldWith({ options }, withOthers)).toEqual([]);
	});
});
