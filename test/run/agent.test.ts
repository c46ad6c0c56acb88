import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { redactorOf } from '../../nodes/ProjectWorkspace/old/client/redact';
import { agentItems, BUDGET } from '../../nodes/ProjectWorkspace/old/run/agent';
import type { ItemOutput } from '../../nodes/ProjectWorkspace/old/run/item';

const itemsOf = (records: IDataObject[], page?: ItemOutput['page']) =>
	agentItems({ records, page }, (text) => text);

describe('the budget of a response to an AI agent', () => {
	test('does not change a short response', () => {
		expect(itemsOf([{ id: 1 }])).toEqual([{ id: 1 }]);
	});

	test('says how many more there are, in the last record', () => {
		const records = Array.from({ length: 80 }, (_, id) => ({ id }));
		const kept = itemsOf(records);
		expect(kept).toHaveLength(BUDGET.records + 1);
		expect(kept.at(-1)?.notice).toMatch(/^30 more records/);
	});

	test('gives the cursor to continue from, counted from the beginning of the list', () => {
		const records = Array.from({ length: 80 }, (_, id) => ({ id }));
		expect(itemsOf(records, { skipped: 100, more: false }).at(-1)).toEqual({
			notice: expect.stringMatching(/'Skip' set to 150/),
			cursor: 150,
		});
		expect(itemsOf([{ id: 1 }], { skipped: 0, more: true }).at(-1)).toEqual({
			notice: expect.stringMatching(/^There are more records/),
			cursor: 1,
		});
	});

	test('hides no record: reading with each cursor returns each record once', () => {
		const list = fc.array(fc.record({ text: fc.string({ maxLength: 9_000 }) }), { maxLength: 120 });
		fc.assert(
			fc.property(list, (records) => {
				const shown: unknown[] = [];
				let skip: number | undefined = 0;
				while (skip !== undefined) {
					const part = itemsOf(records.slice(skip), { skipped: skip, more: false });
					const last: IDataObject | undefined = part.at(-1);
					skip = typeof last?.cursor === 'number' ? last.cursor : undefined;
					shown.push(...(skip === undefined ? part : part.slice(0, -1)));
				}
				expect(shown).toEqual(records);
			}),
			{ numRuns: 30 },
		);
	});

	test('always keeps the first record, however long', () => {
		const long = { text: 'x'.repeat(BUDGET.characters) };
		expect(itemsOf([long, long])).toEqual([long, { notice: expect.stringMatching(/^1 more/) }]);
	});
});

test('an agent is told what a person sees in hints, each once', () => {
	const { inMessages: hide } = redactorOf({ apiKey: 'ac_live_x', headers: {}, signingSecrets: [] });
	const warning = { message: 'ac_live_x may have more', description: 'Set it.' };
	const filterProblems = [{ message: 'Not compared', description: 'Change it.' }];
	const told = { warning, filterProblems, notices: ['No field'], none: 'No tasks. No field' };
	expect(agentItems({ ...told, records: [{ id: 1 }] }, hide)).toEqual([
		{ id: 1 },
		{ notice: 'No field' },
		{ notice: '[API key hidden] may have more' },
		{ notice: 'Not compared' },
	]);
	expect(agentItems({ ...told, records: [] }, hide)).toEqual([
		{ notice: 'No tasks. No field' },
		{ notice: '[API key hidden] may have more' },
		{ notice: 'Not compared' },
	]);
});
