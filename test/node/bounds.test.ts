import { gzipSync } from 'node:zlib';

import { json } from '../servers/scriptedServer';
import { mapped } from './matching';
import { serviceThat } from './service';

const getAll = { resource: 'task', operation: 'getAll', returnAll: true };

test('a response that unpacks to more than 100 MB is refused while it arrives', async () => {
	const body = gzipSync(Buffer.alloc(400_000_000, ' '));
	const service = await serviceThat(() => ({ body, headers: { 'content-encoding': 'gzip' } }));
	const { error } = await service.run(getAll);
	expect(error?.message).toBe(
		'The response is too large to be read (GET /tasks, more than 100 MB)',
	);
	expect(service.seen).toHaveLength(1);
});

test.each([
	['levels', `{"data":[${'['.repeat(5_000)}`, 'HTTP 200, more than 200 levels'],
	['values', `{"data":[${'{},'.repeat(2_000_000)}{}]}`, 'HTTP 200, more than 2,000,000 values'],
	[
		'long numbers',
		`[${'1234567890.1234567890,'.repeat(200_000)}1234567890123456789]`,
		'HTTP 200, more than 200,000 long numbers',
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
const windows1252 = Buffer.from('[{"id":1,"key":"A","title":"\x80 5 \x96 Caf\xe9"}]', 'latin1');

describe('text', () => {
	test.each<[string, Buffer, string | undefined, string]>([
		['windows-1252', windows1252, 'windows-1252', '€ 5 – Café'],
		['iso-8859-1', Buffer.from('[{"id":1,"title":"Café"}]', 'latin1'), '"ISO-8859-1"', 'Café'],
		['UTF-16', Buffer.from('[{"id":1,"title":"Café"}]', 'utf16le'), 'utf-16le', 'Café'],
		[
			'Shift JIS',
			Buffer.from('[{"id":1,"title":"\x93\xfa\x96\x7b"}]', 'latin1'),
			'shift_jis',
			'日本',
		],
		['UTF-8, whatever is declared', Buffer.from('[{"id":1,"title":"Café"}]'), 'latin1', 'Café'],
		['UTF-8 with an unknown name', Buffer.from('[{"id":1,"title":"Café"}]'), 'x-own', 'Café'],
		['UTF-8 without a name', Buffer.from('[{"id":1,"title":"Café"}]'), undefined, 'Café'],
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
