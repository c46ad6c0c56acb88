import type { INodeParameters } from 'n8n-workflow';

import { json } from '../servers/scriptedServer';
import { serviceThat } from './service';

// More than the default of Limit.
const status = (at: number) => (at % 3 === 0 ? 'done' : 'open');
const task = (at: number) => ({ id: at + 1, points: (at * 7) % 60, status: status(at) });
const tasks = Array.from({ length: 60 }, (_, at) => task(at));

async function getMany(
	parameters: INodeParameters,
	{ says = { has_more: false }, asTool = false } = {},
) {
	const { run } = await serviceThat(() => json({ data: tasks, ...says }));
	return await run({ resource: 'task', operation: 'getAll', ...parameters }, { asTool });
}

describe('Count', () => {
	test('gives the number of all matching records, whatever the limit', async () => {
		const filters = { filter: [{ field: 'status', condition: 'equals', value: 'open' }] };
		const { json: items, hints } = await getMany({ output: 'count', filters });
		expect(items).toEqual([{ count: 40, complete: true }]);
		expect(hints.map(({ type }) => type)).not.toContain('warning');
	});

	test('gives the number for each value of a field', async () => {
		const { json: items } = await getMany({ output: 'count', countBy: ' status ' });
		expect(items).toEqual([{ count: 60, complete: true, values: { done: 20, open: 40 } }]);
	});

	test.each([false, true])(
		'says where the list may have more (for an agent: %j)',
		async (asTool) => {
			const says = {} as never; // nothing
			const { json: items, hints } = await getMany({ output: 'count' }, { says, asTool });
			expect(items[0]).toEqual({ count: 60, complete: false });
			const notice = expect.stringMatching(/^It is not known whether the list is complete/);
			expect(items.slice(1)).toEqual(asTool ? [{ notice }] : []);
			expect(hints.map(({ type }) => type)).toContain('warning');
		},
	);
});

describe('Sort', () => {
	const sort = { field: [{ name: 'points', direction: 'desc' }] };

	test('comes before Skip and Limit', async () => {
		const { json: items, hints } = await getMany({ limit: 3, options: { sort, skip: 1 } });
		expect(items.map(({ points }) => points)).toEqual([58, 57, 56]);
		const limited = "All 60 records were read. After sorting, 'Limit' left 3 of 60. To get others,";
		expect(hints[0]?.message).toContain(limited);
		const whole = await getMany({ limit: 60, options: { sort } });
		expect(whole.hints[0]?.message).not.toContain('limit');
	});

	test.each([{ output: 'count' }, { options: { sort } }])(
		'like Count (%j), reads the whole list, and its messages say nothing about Limit',
		async ({ options, ...parameters }: INodeParameters) => {
			const { json: items } = await getMany({ ...parameters, returnAll: true, options });
			expect(items[0]?.count ?? items.length).toBe(60);
			// Neither of the two has an effect.
			const { error } = await getMany({ ...parameters, options }, { says: { has_more: true } });
			expect(error?.description).not.toMatch(/'Limit'/);
			expect(error?.context.data).toMatchObject({ recordsSoFar: 60, records: { length: 60 } });
		},
	);

	test('an agent is told that there are more', async () => {
		const { json: items } = await getMany({ limit: 3, options: { sort } }, { asTool: true });
		expect(items.slice(0, 3).map(({ points }) => points)).toEqual([59, 58, 57]);
		expect(items[3]).toMatchObject({ notice: expect.stringMatching(/more records/), cursor: 3 });
	});

	test('a field without a name is requested', async () => {
		const { error } = await getMany({ options: { sort: { field: [{ name: '' }] } } });
		expect(error?.message).toBe("A row under 'Sort' has no field");
	});
});
