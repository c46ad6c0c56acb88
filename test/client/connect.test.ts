import type { IExecuteFunctions } from 'n8n-workflow';

import { connect, createGate } from '../../nodes/ProjectWorkspace/client/connect';
import { BOUNDS } from '../../nodes/ProjectWorkspace/client/retryPolicy';

/** Work that ends when the test says so. */
function controlled() {
	const started: number[] = [];
	const ends: Array<() => void> = [];
	const work = (name: number) => async () => {
		started.push(name);
		await new Promise<void>((resolve) => ends.push(resolve));
		return name;
	};
	return { started, ends, work };
}

test('lets as many run as there are places, and the others in their order', async () => {
	const gate = createGate(() => 2);
	const { started, ends, work } = controlled();
	const all = [1, 2, 3, 4].map((name) => gate(work(name)));
	await Promise.resolve();
	expect(started).toEqual([1, 2]);
	ends[1]?.();
	await all[1];
	expect(started).toEqual([1, 2, 3]);
	ends[0]?.();
	await all[0];
	expect(started).toEqual([1, 2, 3, 4]);
	ends[2]?.();
	ends[3]?.();
	expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
});

test('gives the place on when the work fails', async () => {
	const gate = createGate(() => 1);
	await expect(gate(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
	expect(await gate(() => Promise.resolve('next'))).toBe('next');
});

test('lets more run once more may, and starts none while too many run', async () => {
	let places = 1;
	const gate = createGate(() => places);
	const { started, ends, work } = controlled();
	const all = [1, 2, 3, 4, 5].map((name) => gate(work(name)));
	await Promise.resolve();
	expect(started).toEqual([1]);
	places = 3;
	ends[0]?.();
	await all[0];
	expect(started).toEqual([1, 2, 3, 4]);
	places = 2;
	ends[1]?.();
	await all[1];
	expect(started).toEqual([1, 2, 3, 4]);
	ends[2]?.();
	await all[2];
	expect(started).toEqual([1, 2, 3, 4, 5]);
	for (const end of ends) end();
	await Promise.all(all);
});

/** A context of n8n as far as requests need it. */
const contextWith = (httpRequestWithAuthentication: () => Promise<unknown>, signal?: AbortSignal) =>
	({
		getCredentials: async () => ({ apiKey: 'ac_test_made_up', baseUrl: 'https://api.example.com' }),
		getExecutionCancelSignal: () => signal,
		helpers: { httpRequestWithAuthentication },
	}) as unknown as IExecuteFunctions; // no more than this is used

async function send(context: IExecuteFunctions) {
	const connected = await connect(context);
	if (!connected.ok) throw new TypeError('This credential is fine.');
	return await connected.client.send(
		{ method: 'GET', path: '/users', query: {} },
		{ timeout: 1_000, bounds: BOUNDS },
	);
}

test('tells a fault of the node from a canceled execution', async () => {
	const nonsense = async () => ({ statusCode: 200, headers: null, body: 'ac_test_made_up' });
	expect(await send(contextWith(nonsense))).toMatchObject({
		failure: { cause: 'unexpected', message: expect.stringContaining('TypeError') },
	});
	const canceled = AbortSignal.abort();
	expect(await send(contextWith(nonsense, canceled))).toMatchObject({
		failure: { cause: 'cancelled', message: expect.stringContaining('canceled') },
	});
});
