import { json, scriptedServer, type ScriptedAnswer } from '../servers/scriptedServer';
import { runNode } from './runNode';

async function answersTo(resource: string, operation: string, answer: ScriptedAnswer) {
	const server = await scriptedServer(() => answer);
	try {
		const { json: items, error } = await runNode({
			credential: { apiKey: 'ac_test_made_up', baseUrl: server.baseUrl },
			parameters: {
				resource,
				operation,
				[`${resource}Id`]: { __rl: true, mode: 'id', value: 'x1' },
				bodyMode: 'json',
				jsonBody: '{}',
			},
		});
		expect(error).toBeUndefined();
		return items;
	} finally {
		await server.close();
	}
}

const noBody = { status: 204 };

test.each([
	['task', 'delete', { deleted: true, id: 'x1' }],
	['user', 'remove', { removed: true, id: 'x1' }],
	['project', 'archive', { archived: true, id: 'x1' }],
	['task', 'update', { updated: true, id: 'x1' }],
	['workflow', 'trigger', { triggered: true, id: 'x1' }],
	['project', 'create', { created: true }],
	['user', 'invite', { invited: true }],
])('%s:%s with an empty response says what was done', async (resource, operation, item) => {
	expect(await answersTo(resource, operation, noBody)).toEqual([item]);
});

test.each([
	['an object', { id: 1, name: 'n' }, [{ id: 1, name: 'n' }]],
	['an envelope "data"', { data: { id: 1 } }, [{ id: 1 }]],
	['an envelope with company', { success: true, data: { id: 1 }, meta: { took: 3 } }, [{ id: 1 }]],
	["an envelope of the resource's name", { user: { id: 1 } }, [{ id: 1 }]],
	[
		'an object that has a field "data" beside its own',
		{ id: 1, data: { a: 1 } },
		[{ id: 1, data: { a: 1 } }],
	],
	[
		'an envelope with a status of its own, which would be lost',
		{ status: 'queued', data: { id: 1 } },
		[{ status: 'queued', data: { id: 1 } }],
	],
	[
		'a record with an error of its own',
		{ id: 1, error: { code: 'c', message: 'm' } },
		[{ id: 1, error: { code: 'c', message: 'm' } }],
	],
	['an array', [{ id: 1 }, { id: 2 }], [{ id: 1 }, { id: 2 }]],
	['an array of texts', ['a', 'b'], [{ value: 'a' }, { value: 'b' }]],
	['a text', 'done', [{ value: 'done' }]],
	['letters of many scripts', { id: 1, name: 'Ünï € 名 👍' }, [{ id: 1, name: 'Ünï € 名 👍' }]],
])('a record returned as %s gives sensible items', async (_, body, items) => {
	expect(await answersTo('user', 'get', json(body))).toEqual(items);
});
