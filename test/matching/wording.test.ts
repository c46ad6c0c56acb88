import type { Resource } from '../../nodes/ProjectWorkspace/catalogue';
import { resourceNamed } from '../../nodes/ProjectWorkspace/catalogue';
import {
	noId,
	noneMatches,
	severalMatch,
	unfitToMatch,
	type Match,
} from '../../nodes/ProjectWorkspace/matching/problems';
import { expectWorded } from '../wording/rules';

const task: Resource = resourceNamed('task');
const match: Match = { matchOn: ['key', 'list'], matchValues: ['A', 5] };

test.each([
	[unfitToMatch({ matchOn: [], matchValues: [] }, 'task', 'stop'), /^No field to match on/],
	[
		unfitToMatch({ matchOn: ['key'], matchValues: [''] }, 'task', 'stop'),
		/^The field 'key' is empty/,
	],
	[
		unfitToMatch({ matchOn: ['id', 'created_at'], matchValues: ['5', 'x'] }, 'task', 'create'),
		/ the 'id' and 'created_at' that /,
	],
	[noneMatches(task, match), /^No task has 'key' "A" and 'list' 5$/],
	[severalMatch(task, match, [{ id: 1 }, { id: 2 }]), /: 1, 2$/],
	[noId(task), /^The task that matches has no ID/],
])('%j', (problem, message) => {
	if (!problem) throw new Error('This fits');
	expectWorded(problem);
	expect(problem.message).toMatch(message);
});
