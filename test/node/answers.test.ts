import { json, type ScriptedAnswer } from '../servers/scriptedServer';
import { byId, serviceThat } from './service';

async function answersTo(resource: string, operation: string, answer: ScriptedAnswer) {
	const { run } = await serviceThat(() => answer);
	const body = { bodyMode: 'json', jsonBody: '{}' };
	const { json: items, error } = await run({
		...{ resource, operation, ...body, [`${resource}Id`]: byId('x1') },
	});
	expect(error).toBeUndefined();
	return items;
}

test.each([
	['task', 'delete', { deleted: true, id: 'x1' }],
	['user', 'remove', { removed: true, id: 'x1' }],
	['project', 'archive', { archived: true, id: 'x1' }],
	['task', 'update', { updated: true, id: 'x1' }],
	['workflow', 'trigger', { triggered: true, id: 'x1' }],
	['project', 'create', { created: true }],
	['user', 'invite', { invited: true }],
])('%s:%s with an empty response says what was done', async (resource, operation, item) => {
	expect(await answersTo(resource, operation, { status: 204 })).toEqual([item]);
});

test.each([
	['an object', { id: 1, name: 'Ünï € 名 👍' }, [{ id: 1, name: 'Ünï € 名 👍' }]],
	['an envelope', { success: true, user: { id: 1 }, meta: { took: 3 } }, [{ id: 1 }]],
	['an error in a record', { id: 1, error: { code: 'c' } }, [{ id: 1, error: { code: 'c' } }]],
	['an array of texts', ['a', 'b'], [{ value: 'a' }, { value: 'b' }]],
])('a record returned as %s gives sensible items', async (_, body, items) => {
	expect(await answersTo('user', 'get', json(body))).toEqual(items);
});

const NOTHING = ['', 'null', '{}', '[]', '{"data":null}', '{"success":true,"user":null}'];

test.each([...NOTHING, '{"data":[],"has_more":false}'])(
	'no user in a response is a message: %s',
	async (body) => {
		const { run } = await serviceThat(() => ({ body }));
		const { error } = await run({ resource: 'user', operation: 'get', userId: byId('u1') });
		expect(error?.message).toBe('The service returned nothing instead of the user "u1"');
	},
);
