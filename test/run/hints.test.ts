import { notes } from '../../nodes/ProjectWorkspace/old/lists/outcome';
import { hintsOf } from '../../nodes/ProjectWorkspace/old/run/hints';
import type { ItemOutput } from '../../nodes/ProjectWorkspace/old/run/item';
import { runMessages } from '../../nodes/ProjectWorkspace/old/run/messages';
import { expectSaid, expectWorded } from '../wording/rules';

test.each([runMessages.customApiCall(), runMessages.noOperation('task', 'explode')])(
	'$message',
	(problem) => {
		expectWorded(problem);
	},
);

const output = (part: object): ItemOutput => ({ records: [], ...part });
const said = (outputs: ItemOutput[], wait = 0) =>
	hintsOf(outputs, (text) => text, wait).map((hint) => hint.message);

test('a wait for the rate limit is reported if it takes five seconds or longer', () => {
	expect(said([], 4_999)).toEqual([]);
	expect(said([], 5_000)).toEqual([expect.stringContaining('up to 5 s')]);
});

test.each([
	[['updated', 'unchanged', 'created', 'created'], '2 would be created, 1 updated, 1 unchanged'],
	[['unchanged', 'skipped', 'unchanged'], '1 skipped, 2 unchanged'],
])('a preview of %j says what would be done', (done, counts) => {
	expect(said([output({ results: done, preview: true })])).toEqual([`Preview only: ${counts}.`]);
});

test('what was done comes before how the list was read', () => {
	const given = output({ results: ['created'], summary: '1 record from 1 page.' });
	expect(said([given])).toEqual(['1 created.', '1 record from 1 page.']);
});

test('a selected field is reported if no item has it', () => {
	const [first, second] = [
		output({ unselected: { missing: ['due', 'tags'], known: ['id'] } }),
		output({ unselected: { missing: ['tags'], known: ['due', 'id'] } }),
	];
	expect(said([first, output({}), second])).toEqual([
		notes.missingFields(['tags'], new Set(['id', 'due'])),
	]);
	expect(said([first, output({ unselected: { missing: [], known: [] } })])).toEqual([]);
});

test('a long hint is shortened', () => {
	expect(said([output({ summary: 's'.repeat(1e6) })])).toEqual([
		expect.stringMatching(/^s{1999}…$/),
	]);
});

test('hints are sentences', () => {
	expect(said([output({ summary: '1 record from 1 page.' })])).toEqual(['1 record from 1 page.']);
	const different = [
		output({}),
		output({ summary: '1 record from 1 page.' }),
		output({ summary: '9 records from 2 pages.' }),
	];
	expect(said(different)).toEqual(['[item 1] 1 record from 1 page. Lists for other items differ.']);
	const unknown = output({ warning: { message: 'Maybe', description: 'Set it.' } });
	expect(said([output({}), unknown, unknown])).toEqual(['[item 1 and 1 more] Maybe. Set it.']);
	const unfit = output({ filterProblems: [{ message: 'Not so', description: 'Change it.' }] });
	expect(said([unfit, unknown])).toEqual(['Maybe. Set it.', 'Not so. Change it.']);
	const preview = output({ results: ['created'], preview: true });
	const others = said([output({ omittedFields: ['id'], results: ['created'] }), preview], 7_000);
	expect(others).toHaveLength(4);
	for (const hint of others) {
		expectSaid(hint);
	}
});
