import type { Failure } from '../../nodes/ProjectWorkspace/client/types';
import {
	incomplete,
	listError,
	listMessages,
	listProblem,
	withoutRecords,
} from '../../nodes/ProjectWorkspace/lists/messages';

const records = [{ id: 'u1' }, { id: 'u2' }];
const advice = 'Try again later.';
const withoutThem = (problem: Parameters<typeof listError>[0]) =>
	withoutRecords(listError(problem, { records, read: 2 }), advice);

test('readers that need the whole list get the number of records, without the records', () => {
	expect(withoutThem(listMessages.request)).toMatchObject({ records: [], read: 2 });
});

test('readers that need the whole list get no advice about Limit or the records read so far', () => {
	for (const problem of [listMessages.request, listMessages.noList, listMessages.loop]) {
		expect(problem.description).toMatch(/'Limit'|records read so far/);
		const { message, description } = listProblem(withoutThem(problem));
		expect(message).toBe(problem.message);
		expect(description).toBe(advice);
	}
});

test('other advice is kept, unless it names options that do not apply', () => {
	for (const problem of [
		...[listMessages.short(3, 2), incomplete({ because: 'noSign' }, 2), listMessages.nextLink('x')],
		...[
			listMessages.nowhereToSend('x'),
			listMessages.recordsPath('x'),
			listMessages.errorAnswer('x'),
		],
	]) {
		expect(listProblem(withoutThem(problem)).description).toBe(problem.description);
	}
});

test('a first page that was rejected is a request like any other', () => {
	const failure: Failure = {
		cause: 'notFound',
		code: 'notFound',
		message: 'Not found',
		description: 'Check the ID.',
		method: 'GET',
		path: '/users',
	};
	const error = listError({ ...listMessages.request, failure }, { records: [], read: 0 });
	expect(error).toEqual({ kind: 'request', failure });
	expect(withoutRecords(error, advice)).toBe(error);
});
