import type { Failure } from '../../nodes/ProjectWorkspace/client/types';
import { incomplete, listError, listMessages } from '../../nodes/ProjectWorkspace/lists/messages';

const { request, noList, loop } = listMessages;
const found = { records: [{ id: 'u1' }, { id: 'u2' }], read: 2 };
const advice = 'Try again later.';

const failure: Failure = {
	cause: 'notFound',
	code: 'notFound',
	message: 'Not found',
	description: 'Check the ID.',
	...{ method: 'GET', path: '/users' },
};

test('readers without Limit get no advice about it or the records read so far', () => {
	for (const problem of [request, noList, loop]) {
		expect(problem.description).toMatch(/'Limit'|records read so far/);
		const { message } = problem;
		expect(listError(problem, found, advice)).toMatchObject({ message, description: advice });
	}
});

test.each([
	...[listMessages.short(3, 2), incomplete({ because: 'noSign' }, 2), listMessages.nextLink('x')],
	...[
		listMessages.nowhereToSend('x'),
		listMessages.recordsPath('x'),
		listMessages.errorAnswer('x'),
	],
])('other advice is kept: $reason', (problem) => {
	const { message, description, reason } = problem;
	const error = { message, description, code: reason, list: { ...found, cursor: 'c' } };
	expect(listError({ ...problem, cursor: 'c' }, found, advice)).toMatchObject(error);
});

test('a later page that was rejected tells why, and where', () => {
	expect(listError({ ...request, failure, cursor: 'c2' }, found)).toEqual({
		message: `${request.message}. Not found`,
		description: `Check the ID. ${request.description}`,
		code: 'request',
		failure,
		list: { ...found, cursor: 'c2', mayPass: false },
	});
});

test('a first page that was rejected is a request like any other', () => {
	const { message, description } = failure;
	const error = { message, description, failure };
	expect(listError({ ...request, failure }, found, advice)).toEqual(error);
});
