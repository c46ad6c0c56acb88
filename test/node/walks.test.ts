// First, because what the others import is to be recorded.
import { asText, recordWalk, type Walk } from './walkRecorder';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { json } from '../servers/scriptedServer';
import { mapped } from './matching';
import { activated, pageOfTwo, told } from './pollContexts';
import { byId, serviceThat } from './service';
import { deliver, run, situation } from './triggerContexts';

const tasks = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, key: id, title: 'Old' }));

/** A service that lists these records in pages of two, and has one record otherwise. */
const serviceWith = async (records: IDataObject[]) =>
	await serviceThat((request) => {
		const isList = request.method === 'GET' && request.url.startsWith('/v1/tasks');
		return json(isList ? pageOfTwo(records, request) : { id: 'a', title: 'New' });
	});

/** One run of the action node, with the number of items that it has to give. */
const walkOf =
	(operation: INodeParameters, items: number, records: IDataObject[] = []) =>
	async () => {
		const service = await serviceWith(records);
		return await recordWalk(async () => {
			const { json: given, error } = await service.run({ resource: 'task', ...operation });
			expect({ error, items: given.length }).toEqual({ error: undefined, items });
		});
	};

const fields = (value: Record<string, string>) => ({ fields: mapped(value) });

async function poll() {
	const records: IDataObject[] = [...tasks];
	const { credential } = await serviceWith(records);
	const given = { resource: 'task', filters: {}, options: {} };
	const polling = activated(given, { credential });
	await polling.poll();
	records.push({ id: 'f' });
	return await recordWalk(async () => expect(told(await polling.poll())).toEqual(['new f']));
}

async function delivery() {
	const given = situation();
	return await recordWalk(async () => {
		const body = { id: 'evt_1', event: 'task.created', data: { id: 'a' } };
		const { started } = await deliver(given, JSON.stringify(body));
		expect((await run(given, started)).outputs).toEqual([[body]]);
	});
}

/**
 * At most so many files. The files in which n8n enters, the node's and the credential's, are not counted. A number is
 * lowered with the walk; `PRINT_WALKS=1` prints the walks, with their functions and the calls from file to file.
 */
test.each<[string, files: number, () => Promise<Walk>]>([
	['a GET', 24, walkOf({ resource: 'user', operation: 'get', userId: byId('a') }, 1)],
	['a create', 26, walkOf({ operation: 'create', ...fields({ title: 'New' }) }, 1)],
	['a list of three pages', 45, walkOf({ operation: 'getAll', returnAll: true }, 5, tasks)],
	[
		'Create or Update of one record in a list of one',
		53,
		walkOf({ operation: 'upsert', ...fields({ key: 'a', title: 'New' }) }, 1, tasks.slice(0, 1)),
	],
	['a poll with one change', 47, poll],
	['a delivery, received and executed', 24, delivery],
])('%s enters at most %i files', async (name, most, record) => {
	const { files, crossings } = await record();
	const counted = {
		files: files.size,
		functions: [...files.values()].reduce((sum, { size }) => sum + size, 0),
		crossings: crossings.size,
	};
	const printed = `${name}: ${JSON.stringify(counted)}\n${asText({ files, crossings })}\n`;
	if (process.env.PRINT_WALKS) process.stdout.write(printed);
	expect(files.size).toBeLessThanOrEqual(most);
	expect(files.size).toBeGreaterThan(20);
});
