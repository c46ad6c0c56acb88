import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { gzipSync } from 'node:zlib';

import { json } from '../servers/scriptedServer';
import { mapped } from './matching';
import { byId, serviceThat } from './service';

const getAll = { resource: 'task', operation: 'getAll', returnAll: true };

test('a response that unpacks to more than 10 MB is refused while it arrives', async () => {
	const body = gzipSync(Buffer.alloc(400_000_000, ' '));
	const service = await serviceThat(() => ({ body, headers: { 'content-encoding': 'gzip' } }));
	const { error } = await service.run(getAll);
	expect(error?.message).toBe(
		'The response is too large to be read (GET /tasks, HTTP 200, more than 10 MB)',
	);
	expect(service.seen).toHaveLength(1);
});

test('Max Response Size lets a response of up to 100 MB through, with one value for 16 characters', async () => {
	const record = { id: 0, text: 'x'.repeat(80), list: [1, 2] };
	const records = Array.from({ length: 200_000 }, (_, id) => ({ ...record, id: 1_000_000 + id }));
	const settings = { maxResponseSize: 'mb100', style: 'none' };
	const service = await serviceThat(() => json(records), { settings });
	const { outputs, error } = await service.run({ ...getAll, output: 'count' });
	expect(error).toBeUndefined();
	expect(outputs[0]?.[0]?.json).toMatchObject({ count: 200_000 });
});

test.each([
	['levels', `{"data":[${'['.repeat(5_000)}`, 'HTTP 200, more than 200 levels'],
	['values', `{"data":[${'{},'.repeat(500_000)}{}]}`, 'HTTP 200, more than 500,000 values'],
	[
		'long numbers',
		`[${'1234567890.123456789,'.repeat(100_001)}0]`,
		'more than 100,000 long numbers',
	],
])('a response with too many %s is refused, and says so', async (_, body, message) => {
	const service = await serviceThat(() => ({ body }));
	const { error } = await service.run(getAll);
	expect(error).toMatchObject({
		message: expect.stringContaining(message),
		description: expect.stringContaining("'Page Size'"),
	});
});

const text = (body: Buffer, charset?: string) => ({
	body,
	headers: charset ? { 'content-type': `application/json; charset=${charset}` } : undefined,
});
const titled = (title: string, encoding: BufferEncoding = 'utf8') =>
	Buffer.from(`[{"id":1,"title":"${title}"}]`, encoding);
const windows1252 = Buffer.from('[{"id":1,"key":"A","title":"\x80 5 \x96 Caf\xe9"}]', 'latin1');

describe('text', () => {
	test.each<[string, Buffer, string | undefined, string]>([
		['windows-1252', windows1252, 'windows-1252', '€ 5 – Café'],
		['iso-8859-1', titled('Café', 'latin1'), '"ISO-8859-1"', 'Café'],
		['UTF-16', titled('Café', 'utf16le'), 'utf-16le', 'Café'],
		['Shift JIS', titled('\x93\xfa\x96\x7b', 'latin1'), 'shift_jis', '日本'],
		['UTF-8, whatever is declared', titled('Café'), 'latin1', 'Café'],
		['UTF-8 with the replacement character', titled('é \ufffd'), 'windows-1252', 'é \ufffd'],
		['UTF-8 with an unknown name', titled('Café'), 'x-own', 'Café'],
		['UTF-8 without a name', titled('Café'), undefined, 'Café'],
	])('in %s is decoded', async (_, body, charset, title) => {
		const service = await serviceThat(() => text(body, charset));
		expect((await service.run(getAll)).json).toMatchObject([{ id: 1, title }]);
	});

	const write = {
		...{ resource: 'task', operation: 'upsert' },
		fields: mapped({ key: 'A', status: 'done' }),
	};

	test('that could not be decoded is never written back', async () => {
		const service = await serviceThat(({ method }) =>
			method === 'GET' ? text(windows1252) : json({ id: 1 }),
		);
		const { error } = await service.run({ ...write, options: { sendWholeRecord: true } });
		expect(error?.message).toContain('contains text that could not be decoded');
		expect(service.seen.map(({ method }) => method)).toEqual(['GET']);
		expect((await service.run(write)).error).toBeUndefined();
		expect(JSON.parse(service.seen.at(-1)?.body ?? '')).toEqual({ key: 'A', status: 'done' });
	});

	test('that could not be decoded may be the one to match on, so nothing is created', async () => {
		const service = await serviceThat(() => text(windows1252));
		const { error } = await service.run({ ...write, fields: mapped({ title: 'Café' }, ['title']) });
		expect(error?.message).toContain('Cannot tell whether a task has');
		expect(service.seen.map(({ method }) => method)).toEqual(['GET']);
	});
});

describe('a value that is nested too deeply', () => {
	const deep =
		'={{ (() => { let value = []; for (let i = 0; i < 20000; i++) value = [value]; return value; })() }}';
	const inText = '={{ "[".repeat(20000) + "]".repeat(20000) }}';
	const create = { resource: 'task', operation: 'create' };
	const json = (jsonBody: string) => ({ ...create, bodyMode: 'json', jsonBody });
	const queryParameters = { parameter: [{ name: 'a', value: deep }] };
	const filter = [{ field: 'a', condition: 'equals', value: deep }];
	const field = (type: string, value: string) => ({
		...create,
		additionalFields: { field: [{ name: 'a', type, value }] },
	});

	test.each<[string, INodeParameters, string]>([
		['JSON Body', json(deep), "'JSON Body' has a value with more than 200 levels"],
		['a part of it', json(deep.replace('return value', 'return { a: value }')), "'JSON Body' has"],
		['JSON Body as text', json(inText), "'JSON Body' is not valid JSON: more than 200 levels"],
		['a field', field('list', deep), "'Additional Fields' has a value with more than 200 levels"],
		['a field without a type', field('', deep), "'Additional Fields' has a value with more"],
		['a field as text', field('json', inText), "The field 'a' must be valid JSON: more than 200"],
		['an ID', { resource: 'user', operation: 'get', userId: byId(deep) }, "'User' has a value"],
		['a limit', { ...getAll, returnAll: false, limit: deep }, "'Limit' has a value with more"],
		['an option', { ...getAll, options: { queryParameters } }, "'Options' has a value with more"],
		['what n8n can still read', json(deep.replace('20000', '500')), "'JSON Body' has a value with"],
		['a filter', { ...getAll, filters: { filter } }, "'Filters' has a value with more than 200"],
	])('in %s is refused, and says where', async (_, parameters, message) => {
		const service = await serviceThat(() => ({ body: '[]' }));
		const { error } = await service.run(parameters);
		expect(error?.message).toContain(message);
		expect(service.seen).toEqual([]);
	});

	test('in the input is refused where it would be sent, and nowhere else', async () => {
		const service = await serviceThat(() => ({ body: '[]' }));
		let value: IDataObject[string] = [];
		for (let level = 0; level < 2_000; level++) value = [value] as IDataObject[string];
		const items = [{ title: 'A', value }];
		const fields = { mappingMode: 'autoMapInputData', value: null, matchingColumns: ['title'] };
		const { error } = await service.run({ ...create, fields } as INodeParameters, { items });
		expect(error?.message).toContain("'Fields' has a value with more than 200 levels");
		expect((await service.run(getAll, { items })).error).toBeUndefined();
		expect(service.seen.map(({ method }) => method)).toEqual(['GET']);
	});

	test('by the dots of its name is a name', async () => {
		const service = await serviceThat(() => ({ body: '{}' }));
		const name = 'a.'.repeat(20_000) + 'a';
		const row = { name, type: 'string', value: 'x' };
		expect(
			(await service.run({ ...create, additionalFields: { field: [row] } })).error,
		).toBeUndefined();
		expect(JSON.parse(service.seen[0]?.body ?? '')).toEqual({ [name]: 'x' });
	});
});
