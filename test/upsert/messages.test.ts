import type { IDataObject } from 'n8n-workflow';

import { resourceNamed } from '../../nodes/ProjectWorkspace/catalogue';
import { matchProblem } from '../../nodes/ProjectWorkspace/upsert/matchRequest';
import { upsertMessages } from '../../nodes/ProjectWorkspace/upsert/messages';
import { expectWorded } from '../wording/rules';

const task = resourceNamed('task');
const unfit = (given: IDataObject) =>
	matchProblem(
		task,
		Object.entries(given).map(([name, value]) => ({
			...{ name, value },
			type: name === 'n' ? 'number' : 'string',
			isNamed: false,
		})),
	);
const match = { key: 'A', list: 5 };

test.each([
	[unfit({}), /^No fields to match on/],
	[unfit({ key: '' }), /because 'key' is empty$/],
	[unfit({ n: ' 007' }), /because 'n' is a number and the value to match on starts with a zero$/],
	[upsertMessages.notCreatable(task, 'id'), / without 'id', which is a field to match on$/],
	[upsertMessages.notCreatable(task, 'key'), / without 'key', which is a field to match on$/],
	[
		upsertMessages.notCreatedBefore(task, match),
		/^An earlier item could not create the task with 'key'/,
	],
	[
		upsertMessages.notFindable(task, 'key', 'A', 't1'),
		/^The task t1 was created, but the service saved 'key' in a different form than "A"$/,
	],
	[upsertMessages.noList(task), /^The service returned nothing instead of a list of tasks/],
	[
		upsertMessages.notKnown(task, match, { message: 'nobody knows', description: 'Ask.' }),
		/^No task found with 'key' "A" and 'list' 5, but there may be one: nobody knows$/,
	],
	[
		upsertMessages.fieldNowhere(task, 'key', 3),
		/none of the 3 tasks that the service returned has the field 'key'$/,
	],
	[upsertMessages.noMatch(task, match), /^No task found with 'key' "A" and 'list' 5$/],
	[
		upsertMessages.similar(task, match, [{ id: 't1', key: 'a', list: 5 }]),
		/^No task found with 'key' "A" and 'list' 5, but the task t1 has 'key' "a" and 'list' 5$/,
	],
	[
		upsertMessages.similar(task, match, [{ key: 'a' }]),
		/, but another task has 'key' "a" and 'list' null$/,
	],
	[
		upsertMessages.notListed(task, { key: 'A' }, 't1'),
		/^The task t1 was created, but the list of tasks/,
	],
	[
		upsertMessages.notCreatedAfter(task),
		/^Not created, because the list of tasks does not have the task/,
	],
	[upsertMessages.idTwice(task, 't1'), /^Several tasks have the ID "t1"/],
	[upsertMessages.severalMatches(task, match, [{ id: 1 }, { id: 2 }]), /: 1, 2$/],
	[upsertMessages.inexact(task), /^The matching task contains a number/],
	[upsertMessages.undecided(task, match), /^Cannot tell whether a task has 'key' "A"/],
	[upsertMessages.noId(task), /^No ID was found in the matching task/],
])('%j', (problem, message) => {
	if (!problem) throw new Error('This fits');
	expectWorded(problem);
	expect(problem.message).toMatch(message);
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
