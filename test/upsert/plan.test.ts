import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { UserError } from '../../nodes/ProjectWorkspace/errors';
import type { Completeness } from '../../nodes/ProjectWorkspace/pagination/completeness';
import type { List } from '../../nodes/ProjectWorkspace/pagination/readList';
import type { Client } from '../../nodes/ProjectWorkspace/transport/types';
import {
	MatchList,
	MatchLists,
	type LocatedItem,
} from '../../nodes/ProjectWorkspace/upsert/matchList';
import { batchesOf } from '../../nodes/ProjectWorkspace/upsert/batches';
import type { MatchRequest } from '../../nodes/ProjectWorkspace/upsert/matchRequest';
import { planOf, type Plan } from '../../nodes/ProjectWorkspace/upsert/plan';
import { matchRequestOf } from './matchRequestOf';

interface Situation {
	tasks: IDataObject[];
	values: IDataObject;
	/** By default, `key` is matched on. */
	matchOn?: string[];
	item?: Partial<MatchRequest>;
	options?: INodeParameters;
	completeness?: Completeness;
	unsavedNames?: string[];
}

// It asks for nothing, so that it needs no client.
const newLists = () => new MatchLists({} as Client);

const planFor = async (situation: Situation): Promise<Plan> => planOf(await readFor(situation));

async function readFor(situation: Situation, lists = newLists()): Promise<LocatedItem> {
	const { tasks, values, matchOn = ['key'], options, item, unsavedNames = [] } = situation;
	const { completeness = { is: 'complete' } } = situation;
	const read = { records: tasks, recordsRead: tasks.length, pages: 1, completeness, summary: '' };
	const first: List = { ...read, keys: new Set() };
	const request = { method: 'GET', path: '/tasks', query: {} } as const;
	const list = new MatchList(lists, { resource: 'task', request }, matchOn, first);
	await list.addListed(tasks);

	const asked = matchRequestOf(values, matchOn, options, item);
	for (const name of unsavedNames) list.fields.noteUnsaved(name, asked);
	return await list.locate(asked);
}

const A = { id: 't1', key: 'A', title: 'Old', note: 'kept', created_at: '2026-01-01' };
const unknown: Completeness = {
	is: 'unknown',
	because: 'noSign',
	warning: 'The list may be incomplete',
	advice: 'Set it.',
};
const short: Completeness = {
	is: 'short',
	error: new UserError('Page 2 could not be read', 'Wait.'),
};

describe('a plan', () => {
	test.each<[string, Situation, object]>([
		['creates', { tasks: [A], values: { key: 'B' } }, { is: 'create' }],
		[
			'creates by a field that is named under Options, although no record has it',
			{ tasks: [A], values: { code: 'X' }, matchOn: ['code'], options: { matchOn: 'code' } },
			{ is: 'create' },
		],
		[
			'skips, if the item says so',
			{ tasks: [A], values: { key: 'B' }, item: { noMatch: 'skip' } },
			{ is: 'skip' },
		],
		[
			'leaves a record as it is',
			{ tasks: [A], values: { key: 'A', title: 'Old' } },
			{ is: 'unchanged' },
		],
		[
			'updates a record with all values of the item',
			{ tasks: [A], values: { key: 'A', title: 'New', due: '2026-12-31' } },
			{
				is: 'update',
				id: 't1',
				body: { key: 'A', title: 'New', due: '2026-12-31' },
				changes: { title: { from: 'Old', to: 'New' }, due: { to: '2026-12-31' } },
			},
		],
		[
			'sends the whole record, without what the service sets itself',
			{ tasks: [A], values: { key: 'A', title: 'New' }, options: { sendWholeRecord: true } },
			{ is: 'update', body: { key: 'A', title: 'New', note: 'kept' } },
		],
		[
			'keeps the value that was matched on as it is saved',
			{ tasks: [{ id: 1, key: 7 }], values: { key: '7', title: 'New' } },
			{ is: 'update', body: { key: 7, title: 'New' } },
		],
		[
			'sends the ID of another record that was matched on',
			{ tasks: [{ id: 1, key: { id: 7, name: 'Roof' } }], values: { key: 7, title: 'New' } },
			{ is: 'update', body: { key: 7, title: 'New' } },
		],
		[
			'updates in an incomplete list what is found by an update',
			{
				tasks: [A],
				values: { key: 'A', title: 'New' },
				item: { noMatch: 'stop' },
				completeness: short,
			},
			{ is: 'update' },
		],
		[
			'clears a field',
			{ tasks: [A], values: { key: 'A', note: null } },
			{ is: 'update', changes: { note: { from: 'kept', to: null } } },
		],
		[
			'does not count what the service has not saved before',
			{ tasks: [A], values: { key: 'A', row_number: 2 }, unsavedNames: ['row_number'] },
			{ is: 'unchanged' },
		],
		[
			'finds a record once that a page has twice',
			{ tasks: [A, A], values: { key: 'A' } },
			{ is: 'unchanged' },
		],
		[
			'finds a record by several values',
			{
				tasks: [A, { ...A, id: 't2', title: 'New' }],
				values: { key: 'A', title: 'New' },
				matchOn: ['key', 'title'],
			},
			{ is: 'unchanged', entry: { record: { id: 't2' } } },
		],
		[
			'finds a day by its midnight in the zone of the workflow',
			{
				tasks: [{ id: 1, due: '2026-12-31T05:00:00Z' }],
				values: { due: '2026-12-31' },
				matchOn: ['due'],
			},
			{ is: 'unchanged' },
		],
	])('%s', async (_, situation, plan) => {
		const planned = await planFor(situation);
		expect(planned).toMatchObject(plan);
		// Nothing else is sent.
		if ('body' in plan) expect(planned).toHaveProperty('body', plan.body);
	});

	test('has changes for fields that are named like parts of every object', async () => {
		const plan = await planFor({
			tasks: [A],
			values: JSON.parse('{"key":"A","__proto__":1,"toString":2}'),
		});
		expect(JSON.stringify(plan)).toContain('"changes":{"__proto__":{"to":1},"toString":{"to":2}}');
	});
});

test.each<[string, Situation, string]>([
	[
		'two records match',
		{ tasks: [A, { ...A, id: 't2' }], values: { key: 'A' } },
		`2 tasks found with 'key' "A": t1, t2`,
	],
	[
		'two records match, and a match is left unchanged',
		{
			tasks: [A, { ...A, id: 't2' }],
			values: { key: 'A' },
			item: { ifMatch: 'keep' },
		},
		`2 tasks found with 'key' "A": t1, t2`,
	],
	[
		'many records match',
		{ tasks: [1, 2, 3, 4, 5, 6, 7].map((id) => ({ ...A, id })), values: { key: 'A' } },
		`7 tasks found with 'key' "A": 1, 2, 3, 4, 5, …`,
	],
	[
		'one is near in case',
		{ tasks: [A], values: { key: 'a' } },
		`No task found with 'key' "a", but task t1 has 'key' "A"`,
	],
	[
		'an update is near',
		{ tasks: [A], values: { key: 'a' }, item: { noMatch: 'skip' } },
		`No task found with 'key' "a", but task t1 has 'key' "A"`,
	],
	[
		'no record has the field',
		{ tasks: [{ id: 1, attributes: { key: 'A' } }], values: { key: 'A' } },
		"Cannot find the task, because none of the 1 tasks in the list has the field 'key'",
	],
	[
		'the list may have more',
		{ tasks: [A], values: { key: 'B' }, completeness: unknown },
		`No task found with 'key' "B". The list may be incomplete`,
	],
	[
		'there is no list',
		{ tasks: [], values: { key: 'B' }, completeness: { ...unknown, because: 'noList' } },
		`No task found with 'key' "B". The list may be incomplete`,
	],
	[
		'the list is short',
		{ tasks: [A], values: { key: 'A' }, completeness: short },
		'Page 2 could not be read',
	],
	[
		'the list is short, and an update finds nothing',
		{ tasks: [A], values: { key: 'B' }, completeness: short, item: { noMatch: 'skip' } },
		'Page 2 could not be read',
	],
	[
		'an update finds nothing',
		{ tasks: [A], values: { key: 'B' }, item: { noMatch: 'stop' } },
		`No task found with 'key' "B"`,
	],
	[
		'two records have the ID',
		{ tasks: [A, { ...A, key: 'B', project: 'p2' }], values: { key: 'A', title: 'New' } },
		'Several tasks have the ID "t1", so the matching task cannot be updated',
	],
	[
		'two records of one list have the ID',
		{ tasks: [A, { ...A, key: 'B' }], values: { key: 'A', title: 'New' } },
		'Several tasks have the ID "t1", so the matching task cannot be updated',
	],
	[
		'there is no ID',
		{ tasks: [{ key: 'A' }], values: { key: 'A', title: 'New' } },
		'No ID was found in the matching task',
	],
	[
		'a new record would have no value to match on',
		{ tasks: [A], values: {}, matchOn: ['id'], item: { match: { id: 'x' } } },
		"Cannot create the task without 'id', which is a field to match on",
	],
])('nothing may be written if %s', async (_, situation, message) => {
	expect(await planFor(situation)).toMatchObject({ message });
});

test('items that find one record in two lists are not sent at once', async () => {
	const lists = newLists();
	lists.keepsFields = true;
	const reading = [['key'], ['title']].map(
		async (matchOn) => await readFor({ tasks: [A], values: { ...A, note: 'New' }, matchOn }, lists),
	);

	const batches: number[] = [];
	for await (const batch of batchesOf(await Promise.all(reading), false))
		batches.push(batch.length);
	expect(batches).toEqual([1, 1]);
});
