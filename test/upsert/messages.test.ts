import type { Resource } from '../../nodes/ProjectWorkspace/catalogue';
import { resourceNamed } from '../../nodes/ProjectWorkspace/catalogue';
import {
	inexact,
	noId,
	noneMatches,
	notCreatedBefore,
	severalMatch,
	undecided,
	unfitToCreate,
	unfitToMatch,
	type Match,
} from '../../nodes/ProjectWorkspace/upsert/messages';
import { expectWorded } from '../wording/rules';

const task: Resource = resourceNamed('task');
const fields = new Map([['n', { type: 'number' }]]);
const unfit = (matchOn: string[], matchValues: unknown[]) =>
	unfitToMatch({ matchOn, matchValues, fields }, 'task');
const match: Match = { matchOn: ['key', 'list'], matchValues: ['A', 5] };

test.each([
	[unfit([], []), /^No fields to match on/],
	[unfit(['key'], ['']), /because the field 'key' to match on is empty$/],
	[unfit(['key'], [2 ** 53]), /the number in the field 'key' to match on is too large/],
	[unfit(['n'], [' 007']), /because 'n' is a number and the value to match on starts with a zero$/],
	[unfitToCreate(['key', 'id'], { key: 'A' }, 'task'), / without the field 'id' to match on$/],
	[unfitToCreate(['key'], {}, 'task'), / without the field 'key' to match on$/],
	[notCreatedBefore(task, match), /^An earlier item could not create the task with 'key' "A"/],
	[noneMatches(task, match), /^No task found with 'key' "A" and 'list' 5$/],
	[severalMatch(task, match, [{ id: 1 }, { id: 2 }]), /: 1, 2$/],
	[inexact(task), /^The matching task contains a number/],
	[undecided(task, match), /^Cannot tell whether a task has 'key' "A"/],
	[noId(task), /^No ID was found in the matching task/],
])('%j', (problem, message) => {
	if (!problem) throw new Error('This fits');
	expectWorded(problem);
	expect(problem.message).toMatch(message);
});

test('a long value is shortened, and what fits is no problem', () => {
	const long: Match = { matchOn: ['key'], matchValues: ['x'.repeat(500)] };
	expect(noneMatches(task, long).message.length).toBeLessThan(100);
	expect(unfit(['key', 'n'], ['007', '0.5'])).toBeUndefined();
	expect(unfitToCreate(['key'], { key: 'A' }, 'task')).toBeUndefined();
});
