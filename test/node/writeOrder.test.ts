import { byId, serviceThat } from './service';

const update = {
	...{ resource: 'task', operation: 'update', findBy: 'id', taskId: byId() },
	...{ bodyMode: 'json', jsonBody: '={{ JSON.stringify({ status: $json.status }) }}' },
};

const versions = Array.from({ length: 8 }, (_, at) => ({ id: 't1', status: `v${at}` }));
const bodies = versions.map(({ status }) => JSON.stringify({ status }));

it('sends the updates of one record in the order of the items, each after the last response', async () => {
	let inFlight = 0;
	const together: number[] = [];
	const service = await serviceThat(async (_, index) => {
		together.push(++inFlight);
		// The first ones take longest.
		for (let turn = index * 10; turn < 100; turn++) await new Promise(setImmediate);
		inFlight--;
		return { body: '{"id":"t1"}' };
	});
	await service.run(update, { items: versions });
	expect(service.seen.map(({ body }) => body)).toEqual(bodies);
	expect(together).toEqual(versions.map(() => 1));
});

it('sends the updates of different records at the same time', async () => {
	const answers: Array<() => void> = [];
	const items = ['t1', 't2'].map((id) => ({ id, status: 'done' }));
	const service = await serviceThat(async () => {
		const answered = new Promise<void>((resolve) => answers.push(resolve));
		if (answers.length === items.length) answers.forEach((answer) => answer());
		await answered;
		return { body: '{}' };
	});
	const { json } = await service.run(update, { items });
	expect(json).toHaveLength(items.length);
});

it('goes on with the next update of a record after one that failed', async () => {
	const service = await serviceThat(({ body }) =>
		body === bodies[0] ? { status: 422, body: '{"message":"no"}' } : { body: '{"id":"t1"}' },
	);
	const onError = 'continueRegularOutput';
	const { json } = await service.run(update, { items: versions, onError });
	expect(json.map((each) => 'error' in each)).toEqual(versions.map((_, at) => at === 0));
});
