import type { List } from '../../nodes/ProjectWorkspace/old/lists/listRecords';
import { readForAbsence, readForAll } from '../../nodes/ProjectWorkspace/old/lists/notThere';
import { SeenRecords } from '../../nodes/ProjectWorkspace/old/lists/page/seenRecords';

/** A reading of two pages with these records, one letter each. */
function reading(ids: string, pages = 2): List {
	const records = [...ids].map((id) => ({ id }));
	const seen = new SeenRecords('task');
	seen.take(records);
	return {
		...{ records, seen, pages, readings: 1, read: records.length },
		...{ summary: 'Read.', detected: '', more: false, missing: undefined },
		completeness: { is: 'complete', because: 'walked' },
	};
}

const readingsOf = (texts: string[]) => {
	const [first = '', ...later] = texts;
	const readAgain = async () => await Promise.resolve(reading(later.shift() ?? ''));
	return { first: reading(first), readAgain, left: () => later.length };
};

const ids = ({ records }: List) => records.map(({ id }) => String(id)).join('');

test.each<[string, string[], string, string, number]>([
	['the same records', ['abc', 'abc', ''], 'complete', 'abc', 1],
	['a record that was created', ['abc', 'abcd', ''], 'complete', 'abcd', 1],
	['a record that was deleted', ['abc', 'ab', 'ab'], 'complete', 'abc', 0],
	['another one each time', ['abcd', 'abc', 'ab'], 'unknown', 'abcd', 0],
	['a record that was lost', ['abd', 'abc', 'abcd'], 'complete', 'abcd', 0],
])('what a list lacks is not there, if a later reading has %s', async (_, texts, is, all, left) => {
	const { first, readAgain, left: notRead } = readingsOf(texts);
	const list = await readForAbsence(first, readAgain, 'task');
	expect({ is: list.completeness.is, ids: ids(list).split('').sort().join('') }).toEqual({
		is,
		ids: all,
	});
	expect(notRead()).toBe(left);
});

test.each<[string[], string]>([
	[['abc', 'cba'], 'complete'],
	[['abc', 'abcd'], 'unknown'],
	[['abc', 'ab'], 'unknown'],
	[['abc', 'abd'], 'unknown'],
])('a list that has to be complete is read twice: %p is %s', async (texts, is) => {
	const { first, readAgain, left } = readingsOf(texts);
	const list = await readForAll(first, readAgain);
	expect([list.completeness.is, ids(list), left()]).toEqual([is, 'abc', 0]);
	expect(list.summary).toContain('read twice');
});

/** A reading that could not be finished, and why. */
const failing = (ids: string): List => {
	const problem = { reason: 'short' as const, message: 'Lost', description: 'Try again.' };
	return { ...reading(ids), completeness: { is: 'short', problem }, problem };
};

test.each(['second', 'third'])(
	'if the %s reading cannot be finished, its own reason is told',
	async (which) => {
		const later = which === 'second' ? [failing('abc')] : [reading('ab'), failing('a')];
		const readAgain = async () => await Promise.resolve(later.shift() ?? reading(''));
		const list = await readForAbsence(reading('abc'), readAgain, 'task');
		expect([list.completeness.is, list.problem?.message, later.length]).toEqual([
			'short',
			'Lost',
			0,
		]);
	},
);

test('a list that has to be complete tells why its second reading could not be finished', async () => {
	const list = await readForAll(reading('abc'), async () => await Promise.resolve(failing('ab')));
	expect([list.completeness.is, list.problem?.message, ids(list)]).toEqual([
		'short',
		'Lost',
		'abc',
	]);
});

test('a list of one page is read once', async () => {
	const once = reading('abc', 1);
	const readAgain = jest.fn<Promise<List>, []>();
	expect(await readForAll(once, readAgain)).toBe(once);
	expect(await readForAbsence(once, readAgain, 'task')).toBe(once);
	expect(readAgain).not.toHaveBeenCalled();
});
