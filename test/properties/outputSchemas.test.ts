import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { resources } from '../../nodes/ProjectWorkspace/resources';

const FOLDER = join(__dirname, '../../nodes/ProjectWorkspace/__schema__/v1.0.0');

/** What `test/node/polling.test.ts` and `test/actions/endpoints.test.ts` see in items. */
const id = { type: ['string', 'number'] };
const type = { type: 'string', enum: ['new', 'changed', 'removed'] };
const _change = { type: 'object', properties: { type, eventId: { type: 'string' } } };

test('n8n has a schema of what a removal outputs, and of what polling adds to a record', () => {
	const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });
	const schemas = files
		.filter((name) => name.endsWith('.json'))
		.map((name) => [name, JSON.parse(readFileSync(join(FOLDER, name), 'utf8')).properties]);

	const expected = resources.flatMap(({ name, endpoints }) => [
		[`${name}.json`, { _change, id }],
		...Object.entries(endpoints)
			.filter(([, { route }]) => route.startsWith('DELETE'))
			.map(([operation, { result = '' }]) => [
				`${name}/${operation}.json`,
				{ id, [result]: { type: 'boolean' } },
			]),
	]);
	expect(Object.fromEntries(schemas)).toEqual(Object.fromEntries(expected));
});
