import type { INodeParameters } from 'n8n-workflow';

import { sandboxWithTasks } from './matching';

const { service, run } = sandboxWithTasks();

const getAll = (parameters: INodeParameters) => run({ operation: 'getAll', ...parameters });

describe('filters', () => {
	const filter = (field: string, condition: string, value = '') => ({
		filters: { filter: [{ field, condition, value }] },
	});

	beforeEach(() => {
		const pagination = { style: 'cursor', pageSize: 10 } as const;
		service().settings.change({ list: { envelope: 'data' }, pagination });
		service().addRecords('task', { id: 'task_{n}', title: 'Task {n}' }, 100);
	});

	test('Limit counts matching records, and no page is read unnecessarily', async () => {
		const twoMatches = { limit: 2, ...filter('title', 'contains', 'task 1') };
		const { json: records, hints } = await getAll(twoMatches);
		expect(records.map(({ id }) => id)).toEqual(['task_1', 'task_10']);
		expect(service().requests).toHaveLength(1);
		expect(hints[0]?.message).toMatch(/^2 of 10 records read match the filters/);
	});

	test('if no record matches, a hint has the values of the field, where they are few and short', async () => {
		const hintFor = async (field: string, value: string) =>
			(await getAll({ returnAll: true, ...filter(field, 'equals', value) })).hints[0]?.message;
		const other = { id: 'other', status: 'Done', tags: ['b', 'a'], note: 'x'.repeat(41) };
		service().addRecords('task', other, 1);
		service().addRecords('task', { id: 'another', status: 'open' }, 1);
		expect(await hintFor('status', 'OPEN')).toMatch(
			/^0 of 102 records read match the filters\. The records have these values in 'status': "Done", "open"\. /,
		);
		expect(await hintFor('tags', 'c')).toContain(`'tags': "a", "b".`);
		expect(await hintFor('status', 'open')).not.toContain('these values');
		for (const field of ['title', 'note', 'none'])
			expect(await hintFor(field, '?')).not.toContain('these values');
	});

	test('numbered pages are not requested ahead if Limit may be reached', async () => {
		service().settings.change({ latencyMs: 20, pagination: { style: 'page', pageSize: 10 } });
		const { json: records } = await getAll({ limit: 1, ...filter('title', 'equals', 'Task 25') });
		expect(records.map(({ id }) => id)).toEqual(['task_25']);
		expect(service().requests).toHaveLength(3);
	});

	test('one filter is enough if any must match', async () => {
		const titled = (value: string) => ({ field: 'title', condition: 'equals', value });
		const filters = { filter: ['Task 1', 'Task 2'].map(titled) };
		const { json: records } = await getAll({ returnAll: true, filters, combineFilters: 'any' });
		expect(records).toHaveLength(2);
	});

	test.each(['$now', 'new Date()'])('a time from an expression is compared: %s', async (time) => {
		const { error } = await getAll(filter('title', 'smaller', `={{ ${time} }}`));
		expect(error).toBeUndefined();
	});

	test.each<[string, INodeParameters]>([
		['filtered', filter(' Points', 'equals', '5')],
		['sorted', { options: { sort: { field: [{ name: 'Points', direction: 'asc' }] } } }],
		['counted', { output: 'count', countBy: 'Points' }],
	])('a field that no record has is reported if records are %s by it', async (by, parameters) => {
		const { hints } = await getAll({ returnAll: true, ...parameters });
		expect(hints[0]?.message).toMatch(/None of the records read has the field 'Points': check/);
		expect(/match the filters/.test(hints[0]?.message ?? '')).toBe(by === 'filtered');
	});

	test.each([true, false])(
		'values that cannot be compared are reported (to an agent: %j)',
		async (asTool) => {
			const parameters = {
				operation: 'getAll',
				returnAll: true,
				...filter('title', 'larger', '5'),
			};
			const { json: items, hints } = await run(parameters, { asTool });
			const told = /^The filter on 'title' cannot compare "Task 1" with "5"/;
			const warnings = hints.filter(({ type }) => type === 'warning');
			expect(warnings.map(({ message }) => message)).toEqual([expect.stringMatching(told)]);
			expect(items.some(({ notice }) => told.test(String(notice)))).toBe(asTool);
		},
	);

	test.each([
		['America/New_York', '2026-12-31'],
		['Asia/Tokyo', '2027-01-01'],
	])('a day is compared with now by the day in %s', async (timezone, day) => {
		service().addRecords('task', { id: 'due', due: day });
		const now = `={{ DateTime.fromISO('2027-01-01T04:59:00Z') }}`;
		const parameters = { operation: 'getAll', returnAll: true, ...filter('due', 'equals', now) };
		const { json: records } = await run(parameters, { timezone });
		expect(records.map((record) => record.id)).toEqual(['due']);
	});

	test.each([
		[filter('title', 'equals'), /^The filter on 'title' has no value/],
		[filter('', 'equals', 'x'), /^A filter under 'Filters' has no field/],
		[
			filter('title', 'larger', 'many'),
			/^The filter on 'title' needs a number or a date, but its value is "many"/,
		],
		[filter('title', 'equals', '={{ [1] }}'), /^The filter on 'title' has a value that cannot/],
		[filter('title', 'equals', '={{ new Date("") }}'), /^The filter on 'title' has a value/],
		[filter('title', 'equals', '={{ 2 ** 53 }}'), /^The filter on 'title' has a value/],
		[{ options: { skip: 'x' } }, /^'Skip' must be a whole number of at least 0/],
	])('a filter that is not filled in is rejected, never ignored', async (parameters, message) => {
		const { error } = await getAll(parameters);
		expect(error?.message).toMatch(message);
		expect(service().requests).toHaveLength(0);
	});
});
