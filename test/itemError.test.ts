import type { INode } from 'n8n-workflow';
import { ExpressionError, NodeOperationError } from 'n8n-workflow';

import { redactorOf } from '../nodes/ProjectWorkspace/old/client/redact';
import type { Failure } from '../nodes/ProjectWorkspace/old/client/types';
import { parameterReaders } from '../nodes/ProjectWorkspace/old/parameters/reader';
import { listError, type ListProblem } from '../nodes/ProjectWorkspace/old/lists/messages';
import {
	errorItem,
	type ItemError,
	nodeError,
	requestError,
	thrownError,
	withoutSecrets,
} from '../nodes/ProjectWorkspace/old/itemError';

const node = { id: '1', name: 'Node', type: 'x', typeVersion: 1, position: [0, 0], parameters: {} };

function thrownBy(run: () => unknown): unknown {
	try {
		run();
	} catch (error) {
		return error;
	}
	throw new TypeError('Nothing was thrown');
}

test("what n8n throws while it reads a parameter is an invalid expression, with n8n's message", () => {
	const context = {
		getNode: () => node as INode,
		getInputData: () => [],
		getTimezone: () => 'UTC',
		getNodeParameter: () => {
			throw new ExpressionError('No path back to node');
		},
	} as unknown as Parameters<typeof parameterReaders>[0]; // it uses nothing else
	const error = thrownError(thrownBy(() => parameterReaders(context, false)(0).get('limit', 50)));
	expect(error).toMatchObject({ code: 'invalidExpression', message: 'No path back to node' });
	expect(nodeError(node as INode, error, 0)).toMatchObject({
		message: 'No path back to node',
		description: expect.stringContaining('expression'),
	});
});

test('a bug is reported as a bug, not as an expression', () => {
	const error = thrownError(thrownBy(() => (undefined as unknown as string[]).length));
	expect(error.code).toBe('unexpected');
	const { json } = errorItem(error, 3, false);
	expect(json.error).toMatch(/^The node stopped unexpectedly: Cannot read/);
	expect(json.details).toMatchObject({ code: 'unexpected' });
	expect(nodeError(node as INode, error, 0)).toBeInstanceOf(NodeOperationError);
});

test('every error names its item for n8n', () => {
	const problem = { message: "'Task' is empty", description: 'Select one.' };
	expect(nodeError(node as INode, problem, 2, 3)).toMatchObject({
		message: "'Task' is empty [item 2]",
		description: 'Select one.',
		context: { itemIndex: 2 },
	});
	const failure: Failure = {
		cause: 'notFound',
		message: 'Nobody here',
		description: 'Check the ID.',
		...{ code: 'x', status: 404, method: 'GET', path: '/users/a' },
	};
	expect(nodeError(node as INode, requestError(failure), 2, 3)).toMatchObject({
		message: 'Nobody here [item 2]',
		messages: ['Nobody here [item 2]'],
		description: 'Check the ID.',
		httpCode: '404',
		context: { itemIndex: 2, data: { status: 404, path: '/users/a' } },
	});
});

test('the message of an error is one short line, because n8n logs it', () => {
	const problem = { message: `a\n2026-01-01 forged ${'x'.repeat(2_000)}`, description: 'D.' };
	const { message } = nodeError(node as INode, problem, 0);
	expect(message).toMatch(/^a 2026-01-01 forged x+…$/);
	expect(message.length).toBeLessThanOrEqual(1_000);
});

test('a long text is shortened, wherever it is shown', () => {
	const error = { message: 'M'.repeat(1e6), description: 'D'.repeat(1e6) };
	const { json } = errorItem(error, 0, false);
	expect(json).toMatchObject({ error: expect.stringMatching(/^M{1999}…$/) });
	expect(json.details).toMatchObject({ description: expect.stringMatching(/^D{1999}…$/) });
	expect(nodeError(node as INode, error, 0).description).toMatch(/^D{1999}…$/);
});

test('what this node throws is reported even if it is not an Error', () => {
	expect(thrownError('odd')).toMatchObject({
		code: 'unexpected',
		message: expect.stringMatching(/: odd$/),
	});
	const item = errorItem(thrownError('odd'), 3, true);
	expect([item.pairedItem, item.error]).toEqual([{ item: 3 }, { message: item.json.error }]);
	expect(errorItem(thrownError('odd'), 3, false)).not.toHaveProperty('error');
});

const words = { message: 'M', description: 'D.' };
const failureBy = (cause: Failure['cause'], retryAfterMs?: number): Failure => ({
	...{ ...words, cause, code: 'x', method: 'GET', path: '/tasks' },
	retryAfterMs,
});
const list = (reason: ListProblem['reason'], more: Partial<ListProblem> = {}) =>
	listError({ ...words, reason, ...more }, { records: [{ id: 1 }], read: 7 });

test('the details of an incomplete list say where it stopped, and how much was read', () => {
	const details = { description: 'D.', cursor: 'c2', records: [{ id: 1 }], recordsSoFar: 7 };
	const detailsOf = (error: ItemError) => errorItem(error, 0, false).json.details;
	expect(detailsOf(list('loop', { cursor: 'c2' }))).toEqual({ ...details, code: 'loop' });
	expect(detailsOf(list('loop', { code: 'own' }))).toMatchObject({ code: 'own' });
	const failure = failureBy('timeout');
	const { cause, code, method, path } = failure;
	expect(detailsOf(list('request', { cursor: 'c2', failure }))).toEqual({
		...{ ...details, cause, code, method, path },
		description: 'D. D.',
	});
});

test('secrets are hidden in texts, in the cursor and in records, but no name in the code is', () => {
	const headers = { 'X-A': 'certificateSelfSigned' };
	const hide = redactorOf({ apiKey: 'ac_test_s3cret', headers, signingSecrets: [] });
	const failure = failureBy('certificateSelfSigned');
	const problem = { message: 'M ac_test_s3cret', description: 'D.', cursor: 'c ac_test_s3cret' };
	const found = { records: [{ id: 'ac_test_s3cret' }], read: 1 };
	const error = listError({ ...problem, reason: 'request', failure }, found);
	expect(withoutSecrets(error, hide)).toMatchObject({
		message: 'M [API key hidden]. M',
		failure: { cause: 'certificateSelfSigned', method: 'GET' },
		list: { cursor: 'c [API key hidden]', records: [{ id: '[API key hidden]' }] },
	});
});

describe('the error has the cause by which n8n schedules the next poll', () => {
	const request = (...given: Parameters<typeof failureBy>) => requestError(failureBy(...given));

	test.each<[string, ItemError, expected: string | undefined, retryAfterMs?: number]>([
		['a rate limit with its wait', request('rateLimited', 7_000), 'rate-limited', 7_000],
		['a service that is away', request('unavailable'), 'temporarily-unavailable'],
		['a key that is rejected', request('unauthorized'), 'credential-invalid'],
		['a key that is missing', { ...words, cause: 'credential-invalid' }, 'credential-invalid'],
		['a parameter', words, 'configuration-invalid'],
		['an expression', { ...words, code: 'invalidExpression' }, 'configuration-invalid'],
		['a bug', thrownError('M'), 'node-defect'],
		['a list that is not known to be complete', list('unknown'), 'configuration-invalid'],
		[
			'a list cut off by an outage',
			list('request', { cursor: 'c2', failure: failureBy('timeout') }),
			'temporarily-unavailable',
		],
		['a list that another reading may have whole', list('short'), undefined],
		['a list that repeats its pages', list('loop'), undefined],
		['a response that is no list', list('no-list'), undefined],
		['a list that is an error', list('error-answer'), undefined],
		['what may be either', request('errorInSuccessResponse'), undefined],
	])('%s', (_, error, cause, ...[retryAfterMs]) => {
		const thrown = nodeError(node as INode, error, 0);
		expect(thrown.failure).toEqual(cause && { cause, retryAfterMs });
		// Without a response there is no status.
		expect(thrown).not.toHaveProperty('httpCode', expect.any(String));
	});
});

test.each<[number[], string]>([
	[[0, 1, 2], '3 of its 5 items had been written (items 0–2)'],
	[[0, 2, 3], '3 of its 5 items had been written (items 0, 2–3)'],
	[[2], '1 of its 5 items had been written (item 2)'],
])('the error that stops a run says which items were written before it: %j', (written, said) => {
	const problem = { message: 'No', description: 'Select one.' };
	const failure = { ...failureBy('notFound'), ...problem };
	for (const error of [problem, requestError(failure)]) {
		const thrown = nodeError(node as INode, error, 4, 5, written);
		expect(thrown.description).toContain(`Select one. Before the run stopped, ${said}`);
		expect(thrown.context.data).toMatchObject({
			itemsWritten: /\(items? (.*)\)/.exec(said)?.[1],
		});
		expect(nodeError(node as INode, error, 4, 5).description).toBe('Select one.');
	}
});
