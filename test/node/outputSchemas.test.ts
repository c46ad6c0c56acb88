import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { operations, resources } from '../../nodes/ProjectWorkspace/old/catalogue';
import { json } from '../servers/scriptedServer';
import { mapped } from './matching';
import { activated } from './pollContexts';
import { byId, serviceThat } from './service';

interface Schema {
	type?: string | string[];
	enum?: unknown[];
	properties?: Record<string, Schema>;
	additionalProperties?: Schema;
}

const FOLDER = join(__dirname, '../../nodes/ProjectWorkspace/__schema__');

const schemas = new Map(
	readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.json'))
		.map((name): [string, Schema] => [
			name.replace('.json', ''),
			JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Schema,
		]),
);

const schemaOf = (name: string): Schema => schemas.get(name) ?? {};

const typeOf = (value: unknown) =>
	value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/** Paths of a value at which the schema says something else, or nothing. */
function unlike(value: unknown, schema: Schema | undefined, path = ''): string[] {
	if (!schema) return [path];
	const types = schema.type === undefined ? [typeOf(value)] : [schema.type].flat();
	const isAllowed = types.includes(typeOf(value)) && (schema.enum?.includes(value) ?? true);
	if (!isAllowed) return [path];
	if (typeOf(value) !== 'object' || !(schema.properties || schema.additionalProperties)) return [];
	return Object.entries(value as object).flatMap(([name, inner]) =>
		unlike(inner, schema.properties?.[name] ?? schema.additionalProperties, `${path}.${name}`),
	);
}

/** What of a schema none of the outputs has. */
function unseen(
	outputs: Array<IDataObject[string]>,
	{ enum: words, properties = {} }: Schema,
	path = '',
): string[] {
	const seen = outputs.filter((output) => output !== undefined);
	if (seen.length === 0) return [path];
	const others = (words ?? []).filter((word) => !(seen as unknown[]).includes(word));
	const inside = Object.entries(properties).flatMap(([name, inner]) => {
		const values = seen.map((output) => (output as IDataObject)[name]);
		return unseen(values, inner, `${path}.${name}`);
	});
	return [...others.map((word) => `${path}=${String(word)}`), ...inside];
}

/** Every item has what the schema says, and all that the schema says comes with some item. */
function expectDescribed(name: string, outputs: IDataObject[]) {
	const schema = schemaOf(name);
	expect(Object.keys(schema.properties ?? {})[0]).toBe('id');
	const described = outputs.map((output) =>
		Object.fromEntries(Object.keys(schema.properties ?? {}).map((key) => [key, output[key]])),
	);
	expect(described.flatMap((output) => unlike(output, schema))).toEqual([]);
	expect(unseen(described, schema)).toEqual([]);
}

const RECORD = { id: 'r1', title: 'Paint the door', status: 'open' };

async function outputOf(parameters: INodeParameters): Promise<IDataObject[]> {
	const { run } = await serviceThat(({ method, body }) => {
		if (method === 'DELETE') return { status: 204 };
		if (method === 'GET') return json({ data: [RECORD], next_cursor: null });
		return json({ data: { ...RECORD, ...(JSON.parse(body) as object) } });
	});
	const { json: items, error } = await run(parameters);
	expect(error).toBeUndefined();
	return items;
}

const findBy = (title: string, status: string) => ({
	fields: mapped({ title, status }, ['title']),
});

/** Ways to the different outputs of one operation. */
const WAYS: Record<string, INodeParameters[]> = {
	update: [
		{ findBy: 'id', bodyMode: 'json', jsonBody: '{"status":"done"}' },
		...['open', 'done'].map((status) => ({ findBy: 'match', ...findBy(RECORD.title, status) })),
		{ findBy: 'match', noMatch: 'skip', ...findBy('Another', 'open') },
	],
	upsert: ['open', 'done']
		.flatMap((status) => [findBy(RECORD.title, status), findBy('Another', status)])
		.map((way) => ({ ...way })),
};

const writing = operations.filter(({ endpoint }) => !endpoint?.route.startsWith('GET'));
const writingNames = writing.map(({ resource, value }) => `v1.0.0/${resource.value}/${value}`);

test('there is a schema for each operation that writes, and for each polled resource', () => {
	const polled = resources.map(({ value }) => `v1.0.0/${value}`);
	expect([...schemas.keys()].sort()).toEqual([...writingNames, ...polled].sort());
});

test.each(writing)(
	'$resource.value $value returns by default what its schema says',
	async (operation) => {
		const { resource, value, endpoint } = operation;
		const ways = WAYS[value] ?? [{ bodyMode: 'json', jsonBody: '{"title":"Paint the door"}' }];
		const outputs: IDataObject[] = [];
		for (const way of ways) {
			const parameters = { resource: resource.value, operation: value, ...way };
			outputs.push(...(await outputOf({ ...parameters, [`${resource.value}Id`]: byId('r1') })));
		}
		const isGone = endpoint?.route.startsWith('DELETE');
		const name = `v1.0.0/${resource.value}/${value}`;
		expectDescribed(name, outputs);
		// If there is no record, nothing else is returned.
		const described = Object.keys(schemaOf(name).properties ?? {}).sort();
		if (isGone) expect(outputs.map((output) => Object.keys(output).sort())).toEqual([described]);
	},
);

test.each(resources)('polling returns of each $value what its schema says', async ({ value }) => {
	let records: IDataObject[] = [{ id: 1, title: 'a' }, { id: 2 }];
	const { credential } = await serviceThat(() => json({ data: records, next_cursor: null }));
	const changes = ['new', 'changed', 'removed'];
	const { poll } = activated({ resource: value, changes, options: {} }, { credential });
	await poll();
	records = [{ id: 1, title: 'b' }, { id: 3 }];
	expectDescribed(`v1.0.0/${value}`, (await poll()) ?? []);
});
