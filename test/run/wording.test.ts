import type { INode } from 'n8n-workflow';

import { nodeError, type ItemError } from '../../nodes/ProjectWorkspace/run/errors';
import { hintsOf } from '../../nodes/ProjectWorkspace/run/hints';
import type { ItemResult } from '../../nodes/ProjectWorkspace/run/item';
import { readLimit } from '../../nodes/ProjectWorkspace/parameters/listParameters';
import { readShape } from '../../nodes/ProjectWorkspace/parameters/parameters';
import type { ParameterReader } from '../../nodes/ProjectWorkspace/parameters/reader';
import { expectSaid, expectWorded } from '../wording/rules';

const reading = (parameters: Record<string, unknown>): ParameterReader =>
	Object.assign((name: string, _: number, unset: unknown) => parameters[name] ?? unset, {
		locator: () => '',
		inputOf: () => ({}),
	});

test.each([[readLimit(reading({ limit: 0 }), 0)], [readShape(reading({ output: 'selected' }), 0)]])(
	'%j',
	(read) => {
		if (read.ok) throw new Error('This was accepted');
		expectWorded(read.problem);
	},
);

const node = { name: 'Node', type: 'x', typeVersion: 1, position: [0, 0], parameters: {} };
const message = (error: ItemError, items: number) =>
	nodeError({ id: '1', ...node } as INode, error, 1, items).message;

test('the item is named at the end of the message, where there are several', () => {
	const error: ItemError = {
		kind: 'input',
		problem: { message: "'Task' is empty", description: 'Pick one.' },
	};
	expect(message(error, 3)).toBe("'Task' is empty [item 1]");
	expect(message(error, 1)).toBe("'Task' is empty");
});

const result = (part: object): ItemResult => ({ ok: true, records: [], ...part });
const said = (results: ItemResult[], wait = 0) =>
	hintsOf(results, wait).map((hint) => hint.message);

test('hints tell in sentences what the person should know', () => {
	expect(said([result({ found: '1 record from 1 page.' })])).toEqual(['1 record from 1 page.']);
	const different = [
		result({}),
		result({ found: '1 record from 1 page.' }),
		result({ found: '9 records from 2 pages.' }),
	];
	expect(said(different)).toEqual([
		'[item 1] 1 record from 1 page. Lists for other items differ.',
	]);
	const others = said([result({ leftOut: ['id'], done: ['created'] })], 7_000);
	expect(others).toHaveLength(3);
	for (const hint of others) {
		expectSaid(hint);
	}
});
