import type { IDataObject } from 'n8n-workflow';

import { resourceNamed } from '../../nodes/ProjectWorkspace/old/catalogue';
import { matchProblem } from '../../nodes/ProjectWorkspace/old/upsert/matchRequest';
import { upsertMessages } from '../../nodes/ProjectWorkspace/old/upsert/messages';

const task = resourceNamed('task');
const unfit = (given: IDataObject) =>
	matchProblem(
		task,
		Object.entries(given).map(([name, value]) => ({
			...{ name, value },
			type: name === 'n' ? 'number' : 'string',
			isAdditional: false,
		})),
	);
const match = { key: 'A', list: 5 };

test.each([
	[unfit({}), /^No fields to match on/],
	[unfit({ key: '' }), /because 'key' is empty$/],
	[unfit({ n: ' 007' }), /because 'n' is a number and the value to match on starts with a zero$/],
	[upsertMessages.notCreatable(task, 'id'), / without 'id', which is a field to match on$/],
	[
		upsertMessages.similar(task, match, [{ id: 't1', key: 'a', list: 5 }]),
		/^No task found with 'key' "A" and 'list' 5, but the task t1 has 'key' "a" and 'list' 5$/,
	],
	[
		upsertMessages.similar(task, match, [{ key: 'a' }]),
		/, but another task has 'key' "a" and 'list' null$/,
	],
])('%j', (problem, message) => {
	expect(problem?.message).toMatch(message);
});

test('a field that the service sets is told in another way than one that was ignored', () => {
	const advice = ['id', 'key'].map((field) => upsertMessages.notCreatable(task, field).description);
	expect(advice).toEqual([
		expect.stringMatching(/^The service sets that field itself\./),
		expect.stringMatching(/^Remove it from 'Ignore Fields From Input'\./),
	]);
});

test('a long value is shortened, and so is a long list of IDs', () => {
	const long = { key: 'x'.repeat(500) };
	expect(upsertMessages.noMatch(task, long).message.length).toBeLessThan(100);
	const records = Array.from({ length: 9 }, (_, id) => ({ id }));
	expect(upsertMessages.severalMatches(task, match, records).message).toMatch(
		/: 0, 1, 2, 3, 4, …$/,
	);
});

test('every suitable value can be searched for', () => {
	expect(unfit({ key: '007', n: '0.5' })).toBeUndefined();
});
