import fc from 'fast-check';
import { ExpressionError, type IDataObject, type INode } from 'n8n-workflow';

import {
	agentItems,
	MAX_CHARACTERS,
	MAX_RECORDS,
} from '../../nodes/ProjectWorkspace/actions/agent';
import { errorItem, itemError, nodeError } from '../../nodes/ProjectWorkspace/actions/errors';
import { hintsOf } from '../../nodes/ProjectWorkspace/actions/hints';
import { ItemLoop } from '../../nodes/ProjectWorkspace/actions/loop';
import type { ItemOutput, ListPart } from '../../nodes/ProjectWorkspace/actions/output';
import { ApiError, UserError } from '../../nodes/ProjectWorkspace/errors';
import type { Redactor } from '../../nodes/ProjectWorkspace/transport/types';

const stars = <T>(value: T): T =>
	JSON.parse(JSON.stringify(value ?? null).replaceAll('s3cret', '***')) as T;
const hide: Redactor = { inMessages: stars, inRecords: stars };

const output = (part: Partial<ItemOutput>): ItemOutput => ({ records: [], ...part });
const said = (outputs: Array<ItemOutput | undefined>, facts = {}) =>
	hintsOf(outputs, { isRetried: false, isSameList: false, ...facts }).map(({ message }) => message);

const results = (...all: string[]) => all.map((countedResult) => output({ countedResult }));
describe('the hints of a run', () => {
	test.each<[string, Array<ItemOutput | undefined>, string[]]>([
		['nothing', [], []],
		[
			'what was done, changes first and failed items last',
			[...results('created', 'unchanged', 'created', 'updated'), undefined],
			['2 created, 1 updated, 1 unchanged, 1 failed.'],
		],
		[
			'what would be done',
			results('skipped', 'updated').map((each) => ({ ...each, isPreview: true })),
			['Preview only, nothing was sent: 1 updated, 1 skipped.'],
		],
		['how a list was read', [output({ summary: '1 record.' })], ['1 record.']],
		[
			'fields, each once',
			[
				output({ fields: { omitted: ['id'], empty: [] } }),
				output({ fields: { omitted: ['uuid', 'id'] } }),
			],
			[
				expect.stringMatching(
					/^Not sent, because the service sets these fields itself: id, uuid\./,
				),
			],
		],
		[
			'the first warning',
			[undefined, output({ warning: 'A. B.' }), output({ warning: 'C.' })],
			['[item 1] A. B. Other items differ.'],
		],
		['no HTML', [output({ summary: '<img>' })], ['&lt;img>']],
		[
			'the beginning of a long text',
			[output({ summary: 's'.repeat(1e6) })],
			[expect.stringMatching(/^s{1999}…$/)],
		],
	])('say %s', (_, outputs, hints) => {
		expect(said(outputs)).toEqual(hints);
	});
});

test('an output that leaves the node has no secret', async () => {
	const said = { records: [{ id: 's3cret' }], summary: 'A s3cret', fields: { empty: ['s3cret'] } };
	const loop = new ItemLoop(1, new AbortController(), false, false);
	loop.hides.set(0, hide);
	await loop.run([{ item: 0, run: async () => await Promise.resolve(said) }]);
	expect(loop.outputs).toEqual([
		{ records: [{ id: '***' }], summary: 'A ***', fields: { empty: ['***'] } },
	]);
});

describe('an error', () => {
	const node = {
		id: '1',
		name: 'Node',
		type: 'x',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	} as INode;
	const userError = new UserError("'Task' is empty", 'Select one.');
	const details = {
		code: 'x',
		status: 404,
		method: 'GET',
		path: '/users/s3cret',
		n8nCause: 'rate-limited',
		retryAfterMs: 7_000,
	} as const;
	const list = { recordsRead: 7, cursor: 'c2' };
	const apiError = new ApiError('Nobody s3cret', 'Check s3cret.', { ...details, list });

	test('of a parameter names what to change', () => {
		expect(errorItem(itemError(userError, hide), 3, false)).toEqual({
			json: {
				error: "'Task' is empty",
				details: { code: 'invalidParameter', description: 'Select one.' },
			},
			pairedItem: { item: 3 },
		});
	});

	test('of the service has its facts, without secrets', () => {
		expect(itemError(apiError, hide)).toMatchObject({
			message: 'Nobody ***',
			details: {
				code: 'x',
				status: 404,
				method: 'GET',
				path: '/users/***',
				recordsSoFar: 7,
				cursor: 'c2',
				description: 'Check ***.',
			},
		});
	});

	test.each<[string, unknown, object]>([
		[
			'an expression',
			new ExpressionError('No path back to node'),
			{ message: 'No path back to node', details: { code: 'invalidExpression' } },
		],
		[
			'a bug',
			new TypeError('x is no function'),
			{
				message: 'The node stopped unexpectedly: x is no function',
				n8nCause: 'node-defect',
				details: { code: 'unexpected' },
			},
		],
		['anything else', 'odd', { message: 'The node stopped unexpectedly: odd' }],
	])('of %s is told as such', (_, thrown, error) => {
		expect(itemError(thrown, hide)).toMatchObject(error);
	});

	test('that stops the run names its item, and tells n8n why', () => {
		const thrown = nodeError(node, itemError(apiError, hide), 2, {
			count: 3,
			written: [0],
			uncertain: [],
		});
		expect(thrown).toMatchObject({
			message: 'Nobody *** [item 2]',
			description: expect.stringMatching(
				/^Check \*\*\*\. Before the run stopped, 1 of its 3 items had been written: 0\. Leave/,
			),
			httpCode: '404',
			context: { itemIndex: 2, data: { status: 404 } },
			failure: { cause: 'rate-limited', retryAfterMs: 7_000 },
		});
		expect(nodeError(node, itemError(userError, hide), 0)).toMatchObject({
			message: "'Task' is empty",
			description: 'Select one.',
			failure: { cause: 'configuration-invalid' },
		});
	});

	test('lists the first items that were written, and has all of them in its data', () => {
		const written = Array.from({ length: 300 }, (_, item) => item);
		const others = { count: 301, written, uncertain: [] };
		const thrown = nodeError(node, itemError(userError, hide), 300, others);
		expect(thrown.description).toMatch(
			/: 0, 1, .*, 19 … \(all of them are in the error data\)\. L/,
		);
		expect(thrown.context.data).toMatchObject({ written });
	});

	test('keeps its message although it has a code that n8n knows', () => {
		for (const error of [
			new ApiError('It said ECONNREFUSED', 'Wait.', { code: 'x' }),
			new UserError('It said ECONNREFUSED', ''),
		])
			expect(nodeError(node, itemError(error, hide), 0).message).toBe('It said ECONNREFUSED');
	});

	test('has a message of one line, and short texts', () => {
		const long = new UserError(`a\n2026-01-01 forged ${'x'.repeat(5_000)}`, 'D'.repeat(5_000));
		const thrown = nodeError(node, itemError(long, hide), 0);
		expect(thrown.message).toMatch(/^a 2026-01-01 forged x{1,980}…$/);
		expect(thrown.description).toMatch(/^D{1999}…$/);
		expect(errorItem(itemError(long, hide), 0, false).json.error).toHaveLength(2_000);
	});

	test('has a second field for n8n 1, which is not copied', () => {
		const item = errorItem(itemError(userError, hide), 0, true);
		expect(item.error).toEqual({ message: "'Task' is empty" });
		expect(Object.keys(item)).toEqual(['json', 'pairedItem']);
	});
});

describe('a response to an AI agent', () => {
	const itemsOf = (records: IDataObject[], part?: ListPart) => agentItems({ records, part });
	const many = Array.from({ length: 80 }, (_, id) => ({ id }));

	test('is not changed if it is short', () => {
		expect(itemsOf([{ id: 1 }], { skip: 0 })).toEqual([{ id: 1 }]);
	});

	test.each<[ListPart, object]>([
		[
			{ skip: 100 },
			{ notice: expect.stringMatching(/out 30 more records\. .*'Skip' set to 150 /), cursor: 150 },
		],
		[
			{ skip: 0, more: 'More.' },
			{ notice: expect.stringMatching(/out 30 more records\./), cursor: 50 },
		],
	])('says how many records are left out, and where to continue: %j', (part, notice) => {
		const items = itemsOf(many, part);
		expect(items).toHaveLength(MAX_RECORDS + 1);
		expect(items.at(-1)).toEqual(notice);
	});

	test('says where to continue after Limit', () => {
		expect(itemsOf([{ id: 1 }], { skip: 3, more: 'More.' }).at(-1)).toEqual({
			notice: expect.stringMatching(/^More\. Continue with 'Skip' set to 4 /),
			cursor: 4,
		});
	});

	test('has the first records of a response that is no list', () => {
		expect(itemsOf(many).at(-1)).toEqual({ notice: expect.stringMatching(/30 more records\.$/) });
	});

	test('has what else is known', () => {
		expect(agentItems({ records: [{ id: 1 }], notice: 'None.', warning: 'Odd.' })).toEqual([
			{ id: 1 },
			{ notice: 'None.' },
			{ notice: 'Odd.' },
		]);
	});

	test('always has the first record', () => {
		const long = { text: 'x'.repeat(MAX_CHARACTERS) };
		expect(itemsOf([long, long])).toEqual([
			long,
			{ notice: expect.stringMatching(/ 1 more record\.$/) },
		]);
	});

	test('hides no record: with each cursor, each is read once', () => {
		const list = fc.array(fc.record({ text: fc.string({ maxLength: 9_000 }) }), { maxLength: 120 });
		fc.assert(
			fc.property(list, (records) => {
				const shown: unknown[] = [];
				for (let skip: number | undefined = 0; skip !== undefined; ) {
					const items = itemsOf(records.slice(skip), { skip });
					const last: IDataObject | undefined = items.at(-1);
					skip = typeof last?.cursor === 'number' ? last.cursor : undefined;
					shown.push(...(skip === undefined ? items : items.slice(0, -1)));
				}
				expect(shown).toEqual(records);
			}),
			{ numRuns: 30 },
		);
	});
});
