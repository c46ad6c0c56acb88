import type { Resource } from '../../nodes/ProjectWorkspace/catalogue';
import { resourceNamed } from '../../nodes/ProjectWorkspace/catalogue';
import {
	inexact,
	noId,
	noneMatches,
	notCreatedBefore,
	severalMatch,
	unfitToCreate,
	unfitToMatch,
	type Match,
} from '../../nodes/ProjectWorkspace/upsert/problems';
import { expectWorded } from '../wording/rules';

const task: Resource = resourceNamed('task');
const match: Match = { matchOn: ['key', 'list'], matchValues: ['A', 5] };

test.each([
	[unfitToMatch({ matchOn: [], matchValues: [] }, 'task'), /^No field to match on/],
	[unfitToMatch({ matchOn: ['key'], matchValues: [''] }, 'task'), /^The field 'key' is empty/],
	[unfitToCreate(['key', 'id'], { key: 'A' }, 'task'), / not hold the field 'id' that /],
	[unfitToCreate(['key'], {}, 'task'), / not hold the field 'key' that /],
	[notCreatedBefore(task, match), /^An earlier item could not create the task with 'key' "A"/],
	[noneMatches(task, match), /^No task has 'key' "A" and 'list' 5$/],
	[severalMatch(task, match, [{ id: 1 }, { id: 2 }]), /: 1, 2$/],
	[inexact(task), /^The task that matches holds a number/],
	[noId(task), /^The task that matches has no ID/],
])('%j', (problem, message) => {
	if (!problem) throw new Error('This fits');
	expectWorded(problem);
	expect(problem.message).toMatch(message);
});

test('a long value is shortened, and what fits is no problem', () => {
	const long: Match = { matchOn: ['key'], matchValues: ['x'.repeat(500)] };
	expect(noneMatches(task, long).message.length).toBeLessThan(100);
	expect(unfitToMatch(long, 'task')).toBeUndefined();
	expect(unfitToCreate(['key'], { key: 'A' }, 'task')).toBeUndefined();
});
