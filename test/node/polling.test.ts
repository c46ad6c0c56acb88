import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { json, type Script } from '../servers/scriptedServer';
import { until } from '../until';
import { activated, told, type Polled } from './pollContexts';
import { byId, pageOf, queryOf, serviceThat } from './service';

/** A list that a test changes. */
let tasks: IDataObject[];
/** What the service does instead of returning it. */
let answer: Script | undefined;
let server: Awaited<ReturnType<typeof serviceThat>>;

beforeEach(async () => {
	tasks = [1, 2, 3].map((id) => ({ id, title: `Task ${id}`, status: 'open', updated_at: '1' }));
	answer = undefined;
	server = await serviceThat((request, index) => {
		if (answer) return answer(request, index);
		const project = queryOf(request).get('project_id');
		const all = tasks.filter((task) => project === null || task.project_id === project);
		return json(pageOf(all, request, 2));
	});
});

const MANUAL = { mode: 'manual', activation: 'manual' } as const;
const PARAMETERS = {
	resource: 'task',
	changes: ['changed', 'new', 'removed'],
	watchFields: [],
	filters: {},
	options: {},
};

const watching = (parameters: INodeParameters = {}, more: Partial<Polled> = {}) =>
	activated({ ...PARAMETERS, ...parameters }, { credential: server.credential, ...more });

/** A trigger that has remembered the records. */
async function remembering(parameters?: INodeParameters, more?: Partial<Polled>) {
	const trigger = watching(parameters, more);
	expect(await trigger.poll()).toBeUndefined();
	return trigger;
}

const change = (id: unknown, fields: IDataObject) => {
	tasks = tasks.map((task) => (task.id === id ? { ...task, ...fields } : task));
};

const secondPageDown: Script = (request) =>
	request.url.includes('cursor')
		? json({ error: { message: 'No' } }, 401)
		: json(pageOf(tasks, request, 2));

/** The same workflow with what n8n has saved of it. */
const savedIn = ({ saved, workflowId }: ReturnType<typeof activated>) => ({
	staticData: saved(),
	workflowId,
});

describe('one poll after another', () => {
	test('reports each change once, with the change as the first field of the record', async () => {
		const { poll } = watching();
		expect(await poll()).toBeUndefined();
		expect(await poll()).toBeUndefined();

		tasks.push({ id: 4, title: 'Task 4' });
		change(1, { status: 'done', _change: 'mine' });
		tasks = tasks.filter(({ id }) => id !== 2);
		const items = await poll();
		expect(items).toEqual([
			{ ...tasks[0], _change: { type: 'changed', eventId: expect.any(String) } },
			{ id: 4, title: 'Task 4', _change: { type: 'new', eventId: expect.any(String) } },
			{ id: 2, _change: { type: 'removed', eventId: expect.any(String) } },
		]);
		expect(items?.map((item) => Object.keys(item)[0])).toEqual(['_change', '_change', '_change']);
		expect(await poll()).toBeUndefined();
	});

	test('reports only the selected changes, and each only at the poll that finds it', async () => {
		const { poll } = await remembering({ changes: ['removed'] });
		tasks.push({ id: 4 });
		change(1, { status: 'done' });
		expect(await poll()).toBeUndefined();
		tasks.pop();
		expect(told(await poll())).toEqual(['removed 4']);
	});

	test('changes of fields that are not watched, or that the service sets, do not start the workflow', async () => {
		const { poll } = await remembering({ watchFields: ['status'] });
		change(1, { title: 'Another', updated_at: '2' });
		expect(await poll()).toBeUndefined();
		change(1, { status: 'done' });
		expect(told(await poll())).toEqual(['changed 1']);
	});

	test('continues from what n8n has saved, with the same event IDs if a poll is repeated', async () => {
		const first = await remembering();
		const saved = savedIn(first);
		change(1, { status: 'done' });
		const items = await first.poll();
		expect(told(items)).toEqual(['changed 1']);
		expect(await watching({}, saved).poll()).toEqual(items);
	});

	test('can start with the records that exist', async () => {
		const { poll } = watching({ options: { startWithExisting: true } });
		expect(told(await poll())).toEqual(['new 1', 'new 2', 'new 3']);
		expect(await poll()).toBeUndefined();
	});
});

describe('a record that the list lacks', () => {
	test('is removed if a second reading lacks it, too', async () => {
		const { poll } = await remembering();
		tasks.shift();
		tasks.push({ id: 4 });
		const before = server.seen.length;
		expect(told(await poll())).toEqual(['new 4', 'removed 1']);
		expect(server.seen.length - before).toBe(4);
	});

	test('is not removed if it moved to a page that was read before', async () => {
		tasks.push({ id: 4, title: 'Task 4' });
		const { poll } = await remembering();
		// Task 1 is deleted between the two pages, so that task 3 is on none of them.
		answer = (request) => {
			if (!request.url.includes('cursor')) return json(pageOf(tasks, request, 2));
			tasks = tasks.filter(({ id }) => id !== 1);
			answer = undefined;
			return json(pageOf(tasks, request, 2));
		};
		expect(told(await poll()) ?? []).not.toContain('removed 3');
		expect(told(await poll()) ?? []).not.toContain('removed 3');
	});

	test('is removed with all others if the list is empty twice', async () => {
		const { poll, emitted } = await remembering();
		answer = () => json({ data: [] });
		expect(await poll()).toBeUndefined();
		answer = undefined;
		expect(await poll()).toBeUndefined();
		tasks = [];
		expect(await poll()).toBeUndefined();
		expect(told(await poll())).toEqual(['removed 1', 'removed 2', 'removed 3']);
		expect(emitted).toEqual([]);
	});

	test.each(['{}', 'null', ''])(
		'is not removed because of a response without a list: %j',
		async (body) => {
			const { poll, failure, emitted } = await remembering();
			answer = () => ({ body });
			expect((await failure())?.message).toMatch(/^Removed records cannot be detected/);
			answer = undefined;
			expect(await poll()).toBeUndefined();
			expect(emitted).toHaveLength(1);
		},
	);
});

test('a first response without a list is not remembered, because all records would be new after it', async () => {
	const { poll, failure } = watching({ changes: ['new'] });
	answer = () => ({ body: '{}' });
	expect((await failure())?.message).toMatch(/^The list may be incomplete/);
	answer = undefined;
	expect(await poll()).toBeUndefined();
	tasks.push({ id: 4 });
	expect(told(await poll())).toEqual(['new 4']);
});

describe('a list that may have more records', () => {
	beforeEach(() => {
		answer = () => json(tasks);
	});

	test('gives what is new and changed, and an error about removals that says what to set', async () => {
		const { poll, emitted } = await remembering();
		const error = {
			message: expect.stringMatching(/^Removed records cannot be detected/),
			description: expect.stringMatching(/List Settings/),
		};
		expect(emitted).toMatchObject([error]);

		change(2, { status: 'done' });
		expect(told(await poll())).toEqual(['changed 2']);
		expect(emitted).toHaveLength(1);
		tasks = [...tasks.slice(1), { id: 4 }];
		expect(told(await poll())).toEqual(['new 4']);
		expect(emitted).toMatchObject([error, error]);
	});

	test('gives no error if Removed is not selected, and no record that is back counts as new', async () => {
		const { poll, emitted } = await remembering({ changes: ['new', 'changed'] });
		const [gone, ...others] = tasks;
		tasks = [...others, { id: 4 }];
		expect(told(await poll())).toEqual(['new 4']);
		tasks = [...tasks, gone ?? {}];
		expect(await poll()).toBeUndefined();
		expect(emitted).toEqual([]);
	});

	test.each<[string, INodeParameters, Partial<Polled>, RegExp]>([
		['in the test in the editor', {}, MANUAL, /^Removed records cannot be detected/],
		[
			'with Require Complete List',
			{ changes: ['new'], options: { requireComplete: true } },
			{},
			/^The list may be incomplete/,
		],
	])('is an error %s', async (_, parameters, more, message) => {
		expect((await watching(parameters, more).failure())?.message).toMatch(message);
	});
});

describe('a poll that cannot be finished', () => {
	test('changes nothing and says why, and the next one reports each change once', async () => {
		const { poll, saved } = await remembering();
		const before = saved();
		tasks.push({ id: 4 });
		change(1, { status: 'done' });
		answer = secondPageDown;
		await expect(poll()).rejects.toThrow('The service rejected the API key');
		expect(saved()).toEqual(before);
		answer = undefined;
		expect(told(await poll())).toEqual(['changed 1', 'new 4']);
	});

	test('ends in the time that n8n gives it, and says what helps', async () => {
		const { poll, saved } = watching({}, { budgetMs: 200 });
		answer = () => undefined;
		await expect(poll()).rejects.toMatchObject({
			message: expect.stringMatching(/could not be read in the 0.2 seconds that n8n allows/),
			failure: { cause: 'temporarily-unavailable' },
		});
		expect(saved()).toEqual({ 'node:Polling': {} });
	});

	test.each<[Polled['activation'], number, string]>([
		['init', 401, 'The service rejected the API key'],
		['activate', 404, 'The service could not find'],
	])(
		'does not end the trigger if it is the first (%s, %i), and the next one remembers the records',
		async (activation, status, words) => {
			const { poll, emitted, saved } = watching({}, { activation });
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
		[429, { 'retry-after': '600' }, { cause: 'rate-limited', retryAfterMs: 600_000 }],
		[401, {}, { cause: 'credential-invalid' }],
	])(
		'gives the cause and the wait to an n8n that schedules polls in its database: %i',
		async (status, headers, failure) => {
			answer = () => json({ error: { message: 'Later' } }, status, headers);
			const { poll, emitted } = watching({}, { activation: 'update', budgetMs: 36_000 });
			await expect(poll()).rejects.toMatchObject({ failure });
			expect(emitted).toEqual([]);
		},
	);

	test('saves no records in its execution', async () => {
		answer = secondPageDown;
		const error = await watching().failure();
		expect(JSON.stringify(error)).not.toContain('Task 1');
	});
});

describe('polls at the same time', () => {
	test('are skipped while one of the same node is running, but not of other nodes and workflows', async () => {
		const first = watching();
		const second = watching({}, { name: 'Second', workflowId: first.workflowId });
		const other = watching({}, { name: 'Second', workflowId: 'another' });
		for (const { poll } of [first, second, other]) await poll();

		tasks.push({ id: 4 });
		const before = server.seen.length;
		const log = jest.spyOn(first.logger, 'info');
		const outcomes = await Promise.all([first, first, second, other].map(({ poll }) => poll()));
		expect(log.mock.calls).toEqual([[expect.stringMatching('is still running')]]);
		expect(outcomes.map(told)).toEqual([['new 4'], undefined, ['new 4'], ['new 4']]);
		expect(server.seen.length - before).toBe(6);
		change(4, { title: 'Later' });
		expect(told(await first.poll())).toEqual(['changed 4']);
	});

	test('do not stop a test in the editor, which does not stop them', async () => {
		const first = await remembering();
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
		expect(await first.poll()).toBeUndefined();
		respond();
		expect(told(await poll)).toEqual(['new 4']);
	});
});

describe('a test in the editor', () => {
	test('shows up to ten real records, which are samples, and leaves the state as it is', async () => {
		const { poll, saved } = watching({}, MANUAL);
		expect(await poll()).toEqual(
			tasks.map((task) => ({ ...task, _change: { type: 'new', eventId: `sample-${task.id}` } })),
		);
		tasks.push(...Array.from({ length: 30 }, (_, n) => ({ id: n + 4 })));
		expect(await poll()).toHaveLength(10);
		expect(saved()).toEqual({});
	});

	test('shows what a removed record is, if only Removed is selected', async () => {
		const shown = await watching({ changes: ['removed'] }, MANUAL).poll();
		expect(shown?.[0]).toEqual({ id: 1, _change: { type: 'removed', eventId: 'sample-1' } });
	});

	test('says why there are no records to show', async () => {
		tasks = [];
		await expect(watching({}, MANUAL).poll()).rejects.toThrow('There are no records to show yet');
		answer = () => json({ error: { message: 'No' } }, 401);
		await expect(watching({}, MANUAL).poll()).rejects.toThrow(/^The service rejected the API key/);
	});
});

describe('which records are watched', () => {
	const filter = [{ field: 'status', condition: 'equals', value: 'open' }];

	test.each<[string, INodeParameters, string, string[]]>([
		['those of the project', { projectId: byId(' p\n') }, '/v1/tasks?project_id=p', ['new 5']],
		['those that match the filters', { filters: { filter } }, '/v1/tasks', ['new 4', 'removed 1']],
		['each user', { resource: 'user' }, '/v1/users', ['changed 1', 'new 4', 'new 5']],
	])('%s', async (_, parameters, url, changes) => {
		tasks = [{ id: 1, project_id: 'q', status: 'open' }];
		const { poll } = await remembering(parameters);
		expect(server.seen.map((request) => request.url)).toEqual([url]);
		change(1, { status: 'done' });
		tasks.push({ id: 4, project_id: 'q', status: 'open' }, { id: 5, project_id: 'p' });
		expect(told(await poll())).toEqual(changes);
	});

	test.each([
		['larger', '5', /^The filter on 'status' cannot compare "open" with/],
		['equals', 'false', /^No record has "false" in 'status', and some do not have the field/],
	])('doubts about the filter %s %s are told, once where it polls', async (...row) => {
		const [condition, value, text] = row;
		tasks = [{ id: 1, status: 'open' }, { id: 2 }];
		const filters = { filter: [{ field: 'status', condition, value }] };
		const message = expect.stringMatching(text);
		await expect(watching({ filters }, MANUAL).poll()).rejects.toMatchObject({ message });
		const { poll, emitted } = await remembering({ filters });
		await poll();
		expect(emitted).toMatchObject([{ message }]);
	});

	test('not more than 50,000, and the rest of a longer list is not read', async () => {
		tasks = Array.from({ length: 90_000 }, (_, id) => ({ id }));
		answer = (request) => json(pageOf(tasks, request, 30_000));
		const { failure, saved } = watching();
		expect((await failure())?.message).toMatch(/has more than 50,000 records/);
		expect(server.seen).toHaveLength(2);
		expect(saved()).toEqual({ 'node:Polling': {} });
	});
});

describe('the next poll only remembers the records', () => {
	// The other parameters are in `polling/pollSettings.test.ts`.
	test.each<[string, Partial<Polled> & { path?: string }]>([
		['with another credential', { credentialId: '2' }],
		['in a copy of the workflow', { workflowId: 'copy' }],
		['at another base URL', { path: '/other/v1' }],
	])('%s', async (_, { path = '/v1', ...more }) => {
		const first = await remembering();
		tasks.push({ id: 4 });
		const credential = { ...server.credential, baseUrl: `${server.origin}${path}` };
		const { poll } = watching({}, { ...savedIn(first), credential, ...more });
		expect(await poll()).toBeUndefined();
		tasks.push({ id: 5 });
		expect(told(await poll())).toEqual(['new 5']);
	});
});

describe('a new API key in the credential', () => {
	const withKey = (apiKey: string, former: ReturnType<typeof activated>) =>
		watching(
			{ options: { startWithExisting: true } },
			{ ...savedIn(former), credential: { ...server.credential, apiKey } },
		);

	test('for another account is told once, and no record counts as new or removed', async () => {
		const first = await remembering();
		tasks = [{ id: 8 }, { id: 9 }];
		const live = withKey('ac_live_made_up_key_for_tests', first);
		expect(await live.poll()).toBeUndefined();
		expect(live.emitted).toMatchObject([
			{
				message: expect.stringMatching(/^The API key is now for another account/),
				description: expect.stringContaining('If a project is set, select it again'),
			},
		]);

		const later = withKey('ac_live_another_made_up_key', live);
		tasks.push({ id: 10 });
		expect(told(await later.poll())).toEqual(['new 10']);
		expect(later.emitted).toEqual([]);
	});
});
