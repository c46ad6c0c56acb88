import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { json, type ScriptedAnswer } from '../servers/scriptedServer';
import { automatic } from './matching';
import type { NodeRun } from './runNode';
import { serviceThat } from './service';

const raw = (body: string): ScriptedAnswer => ({ body });

/** A service with this list, which responds to a write with the body that was sent. */
async function upsert(
	list: (url: string) => ScriptedAnswer,
	parameters: INodeParameters,
	more: Partial<NodeRun> = {},
	answer = raw,
	settings = {},
) {
	const { run, seen } = await serviceThat(
		({ method, url, body }) => (method === 'GET' ? list(url) : answer(body)),
		{ settings },
	);
	const upserts = { resource: 'task', operation: 'upsert', fields: automatic, ...parameters };
	const result = await run(upserts, more);
	const writes = seen
		.filter(({ method }) => method !== 'GET')
		.map(({ method, url, body }) => `${method} ${url.replace('/v1', '')} ${body}`);
	return { ...result, writes };
}

const one = (record: string) => () => raw(`{"data":[${record}],"has_more":false}`);
const update = (list: string, item: IDataObject, parameters: INodeParameters = {}) =>
	upsert(one(list), parameters, { items: [item] });

const N = '9007199254740993';
const LARGE = `{"id":1,"key":9007199254740992},{"id":2,"key":${N}}`;
const TYPES = `"key":"A","big":${N},"text":"${N}","in":{"n":[-12345678901234567890]}`;
const rate = (digits: string) => `{"key":"A","rate":${digits},"in":[1.000000000000000001]}`;
const [ONE, OTHER] = ['0.123456789012345678', '0.123456789012345679'];
const withRate = (type: string, value: string) => ({
	additionalFields: { field: [{ name: 'rate', type, value }] },
});
const WHOLE = { options: { sendWholeRecord: true } };

test.each<[string, IDataObject, INodeParameters, string]>([
	// Large numbers are distinguished, stay numbers, and keep their digits as IDs.
	[LARGE, { key: N, n: 1 }, {}, `PUT /tasks/2 {"key":${N},"n":1}`],
	[`{"id":${N},"key":"A"}`, { key: 'A', n: 1 }, {}, `PUT /tasks/${N} {"key":"A","n":1}`],
	// What was provided as text is created as text, and decimals are created with all digits.
	[LARGE, { key: `${N}9` }, {}, `POST /tasks {"key":"${N}9"}`],
	[LARGE, { key: 'A' }, withRate('json', ONE), `POST /tasks {"key":"A","rate":${ONE}}`],
	// What is matched on keeps its type.
	['{"id":1,"key":7}', { key: '7' }, {}, ''],
	['{"id":1,"key":"7"}', { key: 7 }, {}, ''],
	['{"id":1,"key":7}', { key: '7', n: 1 }, {}, 'PUT /tasks/1 {"key":7,"n":1}'],
	['{"id":1,"key":"7"}', { key: 7, n: 1 }, {}, 'PUT /tasks/1 {"key":"7","n":1}'],
	// The whole record keeps the types and all digits, and another last digit is sent.
	[`{"id":7,${TYPES}}`, { key: 'A', n: 1 }, WHOLE, `PUT /tasks/7 {${TYPES},"n":1}`],
	[`{"id":7,${rate(ONE).slice(1)}`, { key: 'A' }, { ...WHOLE, ...withRate('number', ONE) }, ''],
	[
		`{"id":7,${rate(ONE).slice(1)}`,
		{ key: 'A' },
		{ ...WHOLE, ...withRate('number', OTHER) },
		`PUT /tasks/7 ${rate(OTHER)}`,
	],
])('beside %s, %j with %j sends: %s', async (list, item, parameters, sent) => {
	expect((await update(list, item, parameters)).writes.join()).toBe(sent);
});

test('Send Whole Record keeps large numbers if the list is an object by IDs', async () => {
	const list = '{"tasks":{"t1":{"key":"A","big":9007199254740993},"t2":{"key":"B","big":5}}}';
	const { writes } = await upsert(() => raw(list), WHOLE, { items: [{ key: 'A', n: 1 }] });
	expect(writes).toEqual(['PUT /tasks/t1 {"key":"A","big":9007199254740993,"n":1}']);
});

test.each<[string, IDataObject, RegExp]>([
	[LARGE, { key: 2 ** 53, n: 1 }, /^The field 'key' must be a number that JavaScript can keep/],
	[`{"id":1,"key":${N}.0}`, { key: N }, /^Cannot tell whether a task has 'key'/],
])('beside %s, %j is rejected, because a number was rounded', async (list, item, message) => {
	const { writes, error } = await update(list, item);
	expect(writes).toEqual([]);
	expect(error?.message).toMatch(message);
});

test.each([[''], [' '], [[]], [{}], [null], [undefined], [Number.NaN], [new Date('x')]])(
	'%p does not find records without the field',
	async (key) => {
		const { writes, error } = await update('{"id":1},{"id":2,"key":null},{"id":3,"key":[]}', {
			key: key as IDataObject[string], // a Code node may return any value
			title: 'x',
		});
		expect(writes).toEqual([]);
		expect(error?.message).toContain("'key'");
	},
);

describe('if the service does not say whether its list is complete', () => {
	const records = [{ id: 1, key: 'A' }];
	const items = [{ key: 'B' }];
	const error = { message: expect.stringMatching(/^No task found with 'key' "B", but there may/) };

	test.each(['upsert', 'update'])('%s sends nothing if no record matches', async (operation) => {
		const parameters = { operation, findBy: 'match', noMatch: 'skip' };
		const answer = await upsert(() => json({ data: records }), parameters, { items });
		expect(answer.error).toMatchObject(error);
		expect(answer.error?.description).toMatch(
			/Set 'Pagination' in the credential under 'Service Details': to 'None'/,
		);
		expect(answer.writes).toEqual([]);
	});

	test('a record that matches is updated', async () => {
		const found = { items: [{ key: 'A', n: 1 }] };
		const { writes } = await upsert(() => json({ data: records }), {}, found);
		expect(writes).toEqual(['PUT /tasks/1 {"key":"A","n":1}']);
	});

	test('a record is created with Pagination set to None', async () => {
		const none = { style: 'none' };
		const { writes } = await upsert(() => json({ data: records }), {}, { items }, raw, none);
		expect(writes).toEqual(['POST /tasks {"key":"B"}']);
	});
});

test.each(['upsert', 'update'])(
	'%s sends nothing if no record has the field, and names it',
	async (operation) => {
		const parameters = { operation, findBy: 'match', noMatch: 'skip' };
		const list = '{"id":0,"Key":"A"},{"id":1,"Key":"B"}';
		const { writes, error } = await update(list, { key: 'A' }, parameters);
		expect(writes).toEqual([]);
		expect(error?.message).toBe(
			"Cannot find the task, because none of the 2 tasks that the service returned has the field 'key' (did you mean 'Key'?)",
		);
	},
);

test.each(['title', 'attributes.title'])(
	'nothing is created beside records that have the field to match on inside another: %s',
	async (matchOn) => {
		const list = '{"id":1,"attributes":{"title":"T1"}},{"id":2,"attributes":{"title":"T2"}}';
		const item = { title: 'T2', 'attributes.title': 'T2' };
		const { writes, error } = await update(list, item, { options: { matchOn } });
		expect(writes).toEqual([]);
		expect(error?.message).toBe(
			`Cannot find the task by '${matchOn}', because the tasks have it inside another field ('attributes.title')`,
		);
	},
);

test('a field that only another record in the records has is new', async () => {
	const list = '{"id":1,"name":"A","project":{"id":9,"key":"P"}}';
	const { writes } = await update(list, { key: 'P' }, { options: { matchOn: 'key' } });
	expect(writes).toEqual(['POST /tasks {"key":"P"}']);
});

describe('the ID of a new record', () => {
	const items = ['First', 'Second'].map((title) => ({ key: 'A', title }));
	test.each<[string, object]>([
		['alone', { id: 't1' }],
		['in an envelope with an ID of its own', { id: 'req_1', task: { id: 't1', key: 'A' } }],
	])('%s is used by the next item', async (_, record) => {
		const { writes } = await upsert(
			() => json([]),
			{},
			{ items },
			(body) => (body.includes('First') ? json(record) : raw(body)),
		);
		expect(writes.map((write) => write.replace(/ {.*/, '')).join()).toBe(
			'POST /tasks,PUT /tasks/t1',
		);
	});
});

describe('if a list is not read to its end, nothing is created, and every item gets a message', () => {
	const items = [{ key: 'A' }, { key: 'B' }, { key: 'C' }];
	const all = { items, onError: 'continueErrorOutput' } as const;
	const records = [{ id: 1, key: 'A' }];
	const half = { data: records, next_cursor: 'c2' };

	test.each<[string, (url: string) => ScriptedAnswer]>([
		['a page with a server error', () => json({ error: { code: 'down', message: 'Down' } }, 500)],
		['a page that is rejected', () => json({ error: { code: 'no', message: 'No' } }, 403)],
		['a page that is cut off', () => raw('{"data":[{"id":2,')],
		['a page without a list', () => json({ error: { code: 'x', message: 'X' } })],
		['the same cursor again', () => json(half)],
	])('%s', async (_, second) => {
		const { writes, outputs } = await upsert(
			(url) => (url.includes('c2') ? second(url) : json(half)),
			{ options: { requests: { settings: { maxAttempts: 1 } } } },
			all,
		);
		expect(writes).toEqual([]);
		expect(outputs.map((output) => output.length)).toEqual([0, 3]);
	});

	test.each([['{}'], ['null'], [''], ['{"data":null}']])(
		'nothing instead of a list: %j',
		async (body) => {
			const { writes, outputs } = await upsert(() => raw(body), {}, all);
			expect(writes).toEqual([]);
			expect(outputs.map((output) => output.length)).toEqual([0, 3]);
		},
	);

	test('nothing instead of a list is an error for an update, even with Skip Item', async () => {
		const { error } = await upsert(
			() => raw('{}'),
			{ operation: 'update', findBy: 'match', noMatch: 'skip' },
			{ items },
		);
		expect(error?.message).toMatch(/^The service returned nothing instead of a list of tasks/);
	});

	test('an empty list does not stop it', async () => {
		for (const empty of [[], { data: [] }, { data: null, count: 0 }]) {
			const { writes } = await upsert((url) => json(url.includes('?') ? [] : empty), {}, { items });
			expect(writes).toHaveLength(3);
		}
	});

	test('because of a total that is larger than the number of records', async () => {
		const { writes } = await upsert(() => json({ data: records, total: 5 }), {}, all);
		expect(writes).toEqual([]);
	});
});

test('a numeric project ID selected from the list is sent as a number', async () => {
	const projectId = { __rl: true, mode: 'list', value: 5 as unknown as string } as const;
	const { writes } = await update('', { key: 'A' }, { projectId });
	expect(writes).toEqual(['POST /tasks {"project_id":5,"key":"A"}']);
});
