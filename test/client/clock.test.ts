type Module = typeof import('../../nodes/ProjectWorkspace/old/client/clock');

const sleep = jest.fn(async () => {});
const sleepWithAbort = jest.fn(async () => {});

async function load(n8nWorkflow: object): Promise<Module> {
	jest.resetModules();
	jest.doMock('n8n-workflow', () => n8nWorkflow);
	return await import('../../nodes/ProjectWorkspace/old/client/clock');
}

beforeEach(() => jest.clearAllMocks());

it('passes the signal to the function of n8n 2 that accepts one', async () => {
	const { sleep: abortableSleep } = await load({ sleep });
	const { signal } = new AbortController();
	await abortableSleep(5, signal);
	expect(sleep).toHaveBeenCalledWith(5, signal);
});

it('passes the signal to the function of n8n 1 that accepts one', async () => {
	const { sleep: abortableSleep } = await load({ sleep, sleepWithAbort });
	const { signal } = new AbortController();
	await abortableSleep(5, signal);
	expect(sleepWithAbort).toHaveBeenCalledWith(5, signal);
	expect(sleep).not.toHaveBeenCalled();
});

it('continues when the clock of the machine is set back', async () => {
	const { systemClock } = await load({ sleep });
	const before = systemClock.now();
	jest.spyOn(Date, 'now').mockReturnValue(0);
	const after = systemClock.now();
	jest.restoreAllMocks();
	expect(Math.abs(before - Date.now())).toBeLessThan(60_000);
	expect(after).toBeGreaterThanOrEqual(before);
});
