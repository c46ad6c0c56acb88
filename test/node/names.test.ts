import { json } from '../servers/scriptedServer';
import { mapped } from './matching';
import { serviceThat } from './service';

/** The names that JavaScript or n8n's request helper may take for something else. */
const NAMES = [
	...Object.getOwnPropertyNames(Object.prototype),
	...['prototype', 'common', 'get', 'head', 'post', 'put', 'patch', 'delete', 'query', 'Get'],
	...['options', 'link', 'purge', 'set', 'has', 'clear', 'length', 'name', 'then', 'toJSON'],
];

const rows = (kind: string, name: string) => ({ [kind]: [{ name, value: 'v-1', type: 'string' }] });
const create = { resource: 'task', operation: 'create', bodyMode: 'fields', fields: {} };

test.each(NAMES)('a header %s arrives as written, or is refused', async (name) => {
	for (const asCredential of [true, false]) {
		const { run, seen, credential } = await serviceThat(() => json({ id: 1 }));
		const headers = rows('header', name);
		const { error } = await run(
			{ ...create, bodyMode: 'json', options: asCredential ? {} : { headers } },
			{ credential: asCredential ? { ...credential, headers } : credential },
		);
		if (error) expect(error.message).toContain('cannot be sent');
		expect([name, seen[0]?.headers[name.toLowerCase()] ?? error?.message]).toEqual([
			name,
			error?.message ?? 'v-1',
		]);
	}
});

test.each(NAMES)('a query parameter %s arrives as written, or is refused', async (name) => {
	const { run, seen } = await serviceThat(() => json([]));
	const options = { queryParameters: rows('parameter', name) };
	const { error } = await run({ resource: 'user', operation: 'getAll', options });
	if (error) expect(error.message).toContain('cannot be sent');
	else expect(seen[0]?.url).toContain(`?${name}=v-1`);
});

test.each(NAMES)('a field %s is read and written like any other', async (name) => {
	const field = JSON.stringify(name);
	const { run, seen } = await serviceThat(({ method }) => ({
		body: method === 'GET' ? `[{"id":1,"key":"A",${field}:"old"}]` : `{"id":1,${field}:"new"}`,
	}));
	const bodies = () => seen.filter(({ method }) => method !== 'GET').map(({ body }) => body);
	const getAll = { resource: 'task', operation: 'getAll', returnAll: true };
	expect(JSON.stringify((await run(getAll)).json)).toContain(`${field}:"old"`);
	const selected = await run({ ...getAll, output: 'selected', outputFields: [name] });
	expect(JSON.stringify(selected.json)).toBe(`[{${field}:"old"}]`);
	const counted = await run({ ...getAll, output: 'count', countBy: name });
	expect(counted.json).toMatchObject([{ values: { old: 1 } }]);
	const additionalFields = { field: rows('row', name).row };
	const created = await run({ ...create, additionalFields });
	expect(JSON.stringify(created.json)).toContain(`${field}:"new"`);
	expect(bodies()).toEqual([`{${field}:"v-1"}`]);
	const fields = mapped({ key: 'A', title: 'B' });
	const upsert = { resource: 'task', operation: 'upsert', fields };
	await run({ ...upsert, additionalFields, options: { sendWholeRecord: true } });
	expect(bodies().at(-1)).toContain(`${field}:"v-1"`);
	await run({ ...upsert, options: { sendWholeRecord: true } });
	expect(bodies().at(-1)).toContain(`${field}:"old"`);
});
