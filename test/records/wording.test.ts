import { BUDGET, withinBudget } from '../../nodes/ProjectWorkspace/records/budget';
import { expectSaid } from '../wording/rules';

const many = Array.from({ length: BUDGET.records + 1 }, (_, id) => ({ id }));

test.each([
	[withinBudget(many), /^1 more record was left out to keep this response short\.$/],
	[withinBudget(many, { skipped: 0, more: true }), /continue with 'Skip' set to 50\.$/],
	[withinBudget([{ id: 1 }], { skipped: 7, more: 'perhaps' }), /^There may be more/],
])('what an agent does not get is said in sentences', (kept, words) => {
	const notice = String(kept.at(-1)?.notice);
	expect(notice).toMatch(words);
	expectSaid(notice);
});
