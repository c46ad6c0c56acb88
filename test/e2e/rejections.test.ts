import { byId, pairedTo, runNode } from './run-node';
import { sandbox } from './sandbox';

const KEYS_IN_USE = /ac_(test|live)_/;
const lookUp = {
	resource: 'user',
	operation: 'get',
	parameters: { userId: byId('={{ $json.id }}') },
	items: [{ json: { id: 'user_ada' } }, { json: { id: 'nobody' } }, { json: { id: 'user_ben' } }],
};

beforeEach(() => sandbox.reset());

it("stops with the service's message, which does not contain the key", async () => {
	const { status, error, text } = await runNode(lookUp);
	expect(status).toBe('error');
	expect(`${error?.message} ${error?.description}`).toContain(
		'There is no user with the ID nobody',
	);
	expect(`${error?.message} ${error?.description}`).toContain('not_found');
	expect(text).not.toMatch(KEYS_IN_USE);
});

it('continues with the error as an item', async () => {
	const { status, regular, text } = await runNode({ ...lookUp, onError: 'continueRegularOutput' });
	expect(status).toBe('success');
	expect(regular.map(pairedTo)).toEqual([0, 1, 2]);
	expect(regular[0]?.json.id).toBe('user_ada');
	expect(regular[1]?.json).toEqual({
		error: expect.stringContaining('There is no user with the ID nobody'),
		details: expect.objectContaining({ code: 'not_found', status: 404 }),
	});
	expect(regular[2]?.json.id).toBe('user_ben');
	expect(text).not.toMatch(KEYS_IN_USE);
});

it('continues with the error on the error output', async () => {
	const { regular, rejected } = await runNode({ ...lookUp, onError: 'continueErrorOutput' });
	expect(regular.map(({ json }) => json.id)).toEqual(['user_ada', 'user_ben']);
	expect(regular.map(pairedTo)).toEqual([0, 2]);
	expect(rejected.map(pairedTo)).toEqual([1]);
	// n8n adds the fields of the input item.
	expect(rejected[0]?.json).toMatchObject({
		error: expect.stringContaining('There is no user with the ID nobody'),
		details: { code: 'not_found', status: 404 },
	});
});
