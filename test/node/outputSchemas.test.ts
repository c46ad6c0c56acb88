import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { operations, resources } from '../../nodes/ProjectWorkspace/catalogue';
import { json } from '../servers/scriptedServer';
import { mapped } from './matching';
import { activated } from './pollContexts';
import { byId, serviceThat } from './service';
import { deliver, run, signed, situation } from './triggerContexts';

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
	return [
		...(words ?? [])
			.filter((word) => !(seen as unknown[]).includes(word))
			.map((word) => `${path}=${String(word)}`),
		...Object.entries(properties).flatMap(([name, inner]) =>
			unseen(
				seen.map((output) => (output as IDataObject)[name]),
				inner,
				`${path}.${name}`,
			),
		),
	];
}

/** Neither more nor less than the nodes add. */
function expectDescribed(name: string, outputs: IDataObject[]) {
	expect(outputs.flatMap((output) => unlike(output, schemaOf(name)))).toEqual([]);
	expect(unseen(outputs, schemaOf(name))).toEqual([]);
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

/** What is not of the record. */
const added = (item: IDataObject) =>
	Object.fromEntries(Object.entries(item).filter(([name]) => !(name in RECORD)));

const findBy = (title: string, status: string) => ({
	fields: mapped({ title, status }, ['title']),
});

/** Ways to the different outputs of one operation; each is tried as a preview as well. */
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

test('there is a schema for each operation that writes, each polled resource, and deliveries', () => {
	const polled = resources.map(({ value }) => `v1.0.0/${value}`);
	expect([...schemas.keys()].sort()).toEqual([...writingNames, ...polled, 'v1.1.0'].sort());
});

test.each(writing)('$resource.value $value adds what its schema says', async (operation) => {
	const { resource, value, endpoint } = operation;
	const ways = WAYS[value] ?? [{ bodyMode: 'json', jsonBody: '{"title":"Paint the door"}' }];
	const outputs: IDataObject[] = [];
	for (const way of ways) {
		for (const options of [{ includeResult: true }, { previewOnly: true }]) {
			const parameters = { resource: resource.value, operation: value, ...way, options };
			outputs.push(...(await outputOf({ ...parameters, [`${resource.value}Id`]: byId('r1') })));
		}
	}
	const isGone = endpoint?.route.startsWith('DELETE');
	expectDescribed(`v1.0.0/${resource.value}/${value}`, isGone ? outputs : outputs.map(added));
});

test.each(resources)('polling adds to each $value what its schema says', async ({ value }) => {
	let records: IDataObject[] = [{ id: 1, title: 'a' }, { id: 2 }];
	const { credential } = await serviceThat(() => json({ data: records, next_cursor: null }));
	const changes = ['new', 'changed', 'removed'];
	const { poll } = activated({ resource: value, changes, options: {} }, { credential });
	await poll();
	records = [{ id: 1, title: 'b' }, { id: 3 }];
	const items = (await poll()) ?? [];
	expectDescribed(
		`v1.0.0/${value}`,
		items.map(({ _change }) => ({ _change })),
	);
});

test('the webhook trigger adds to a delivery what its schema says', async () => {
	const outputs: IDataObject[] = [];
	for (const event of ['task.created', undefined]) {
		const options = { includeDetails: true, otherEvents: true };
		const given = situation({ events: ['task.created'], options });
		const body = JSON.stringify({ event, title: 'a' });
		const { started = [] } = await deliver(given, body, signed(body));
		outputs.push(...((await run(given, started)).outputs[0] ?? []));
	}
	expectDescribed(
		'v1.1.0',
		outputs.map(({ _delivery }) => ({ _delivery })),
	);
});
