import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import { resources } from '../../nodes/ProjectWorkspace/resources';
import { json } from '../servers/scriptedServer';
import { activated } from './pollContexts';
import { byId, serviceThat } from './service';

/** The part of JSON Schema that is used. */
interface Schema {
	type: string | string[];
	enum?: unknown[];
	properties?: Record<string, Schema>;
}

const FOLDER = join(__dirname, '../../nodes/ProjectWorkspace/__schema__/v1.0.0');

const schemas = new Map(
	readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.json'))
		.map((name): [string, Schema] => [
			name.replace('.json', ''),
			JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Schema,
		]),
);

const schemaOf = (name: string): Schema => schemas.get(name) ?? { type: 'missing' };

/** What is in an output but not in its schema, by path. */
function unlike(value: unknown, schema: Schema | undefined, path = ''): string[] {
	const types = [schema?.type ?? []].flat();
	if (!types.includes(typeof value) || !(schema?.enum?.includes(value) ?? true)) return [path];
	if (typeof value !== 'object') return [];
	return Object.entries(value as object).flatMap(([name, inner]) =>
		unlike(inner, schema?.properties?.[name], `${path}.${name}`),
	);
}

const removing = resources.flatMap(({ name: resource, endpoints }) =>
	Object.entries(endpoints)
		.filter(([, { route }]) => route.startsWith('DELETE'))
		.map(([operation]) => ({ resource, operation })),
);

test('there is a schema where the node knows more of the output than that records have an ID', () => {
	const expected = removing.map(({ resource, operation }) => `${resource}/${operation}`);
	for (const { name } of resources) expected.push(name);
	expect([...schemas.keys()].sort()).toEqual(expected.sort());
});

test.each(removing)('$resource $operation returns what its schema says', async (removal) => {
	const { resource, operation } = removal;
	const { run } = await serviceThat(() => ({ status: 204 }));
	const { json: items } = await run({ ...removal, [`${resource}Id`]: byId('r1') });

	const schema = schemaOf(`${resource}/${operation}`);
	expect(items.map((item) => unlike(item, schema))).toEqual([[]]);
	expect(Object.keys(items[0] ?? {}).sort()).toEqual(Object.keys(schema.properties ?? {}).sort());
});

test.each(resources)('polling returns of each $name what its schema says', async ({ name }) => {
	let records: IDataObject[] = [{ id: 1 }, { id: 2, done: true }];
	const { credential } = await serviceThat(() => json({ data: records, next_cursor: null }));
	const changes = ['new', 'changed', 'removed'];
	const { poll } = activated({ resource: name, changes, options: {} }, { credential });
	await poll();
	records = [{ id: 2 }, { id: 3 }];

	const items = (await poll()) ?? [];
	expect(items.map((item) => unlike(item, schemaOf(name)))).toEqual([[], [], []]);
	const [first] = items.map((item) => Object.keys(item));
	expect(first).toEqual(Object.keys(schemaOf(name).properties ?? {}));
});
