import type { IWebhookFunctions } from 'n8n-workflow';

import {
	InFlight,
	type InFlightDelivery,
} from '../../nodes/ProjectWorkspace/trigger/dedupe/inFlight';
import {
	answerWhenRecorded,
	reject,
	RejectionLog,
} from '../../nodes/ProjectWorkspace/trigger/respond';

test('a flood of rejections is counted instead of written', () => {
	const log = new RejectionLog();
	const lines = Array.from({ length: 100 }, () => log.admit('a', 0));
	expect(lines.filter((line) => line !== undefined)).toHaveLength(20);
	expect(log.admit('b', 0)).toBe(0);
	expect(log.admit('a', 60_000)).toBe(80);
	expect(log.admit('a', 60_001)).toBe(0);
});

describe('who sends a delivery', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	function waiting(accepted: InFlightDelivery, headersSent = false) {
		const told: unknown[] = [];
		const status = (code: number) => ({ json: (body: object) => told.push({ code, ...body }) });
		const response = { headersSent, status, set: () => response };
		const context = { getResponseObject: () => response } as unknown as IWebhookFunctions; // no more is used
		void answerWhenRecorded(context, accepted);
		return told;
	}

	test('is told 200 once an execution has recorded it, and not before', async () => {
		const inFlight = new InFlight();
		const told = waiting(inFlight.accept('key', 0));
		await jest.advanceTimersByTimeAsync(29_999);
		expect(told).toEqual([]);
		inFlight.record('key', 0);
		await jest.advanceTimersByTimeAsync(60_000);
		expect(told).toEqual([{ code: 200, received: true, started: true }]);
	});

	test('is told 503 where none has recorded it in half a minute', async () => {
		const inFlight = new InFlight();
		const told = waiting(inFlight.accept('key', 0));
		await jest.advanceTimersByTimeAsync(30_000);
		expect(told).toEqual([{ code: 503, error: expect.any(String) }]);
		inFlight.record('key', 0);
		await jest.advanceTimersByTimeAsync(60_000);
		expect(told).toHaveLength(1);
	});

	test('is told nothing more where the response was sent already', async () => {
		const told = waiting(new InFlight().accept('key', 0), true);
		await jest.advanceTimersByTimeAsync(60_000);
		expect(told).toEqual([]);
	});
});

describe('a rejection', () => {
	let lines: Array<[line: string, details: Record<string, unknown>]> = [];
	beforeEach(() => (lines = []));

	function rejected(
		workflowId: string,
		reason: string,
		{ error = undefined as unknown, mode = 'webhook' } = {},
	) {
		const response = {
			set: (name: string, value: string) => Object.assign(response, { header: [name, value] }),
			status: (status: number) => Object.assign(response, { code: status }),
			json: (body: object) => Object.assign(response, { body }),
		};
		const context = {
			getMode: () => mode,
			getWorkflow: () => ({ id: workflowId }),
			getNode: () => ({ name: 'Trigger' }),
			getResponseObject: () => response,
			logger: {
				warn: (line: string, details: Record<string, unknown>) => lines.push([line, details]),
			},
		} as unknown as IWebhookFunctions; // no more is used
		reject(context, { reason, message: 'Because.', error });
		return response;
	}

	test('of one reason does not keep another, or another workflow, out of the log', () => {
		for (let n = 0; n < 30; n++) rejected('w1', 'mismatch');
		expect(lines).toHaveLength(20);
		rejected('w1', 'noBody');
		rejected('w2', 'mismatch');
		expect(lines.slice(20).map(([, details]) => details)).toEqual([
			{ reason: 'noBody', workflowId: 'w1' },
			{ reason: 'mismatch', workflowId: 'w2' },
		]);
	});

	test('is in the log each time while a person tests, and counts for nothing', () => {
		for (let n = 0; n < 30; n++) rejected('w3', 'mismatch', { mode: 'manual' });
		expect(lines).toHaveLength(30);
		rejected('w3', 'mismatch');
		expect(lines.at(-1)?.[0]).toBe('A delivery to "Trigger" was rejected: Because.');
		expect(lines).toHaveLength(31);
	});

	test('because of an error has the error in the log, and asks for the delivery again', () => {
		const error = new Error('The database is away');
		expect(rejected('w4', 'noSettings', { error })).toMatchObject({
			code: 503,
			header: ['Retry-After', '30'],
			body: { error: expect.stringContaining('Send it again') },
		});
		expect(lines).toEqual([
			[expect.any(String), { reason: 'noSettings', workflowId: 'w4', error }],
		]);
		expect(rejected('w4', 'mismatch')).toMatchObject({ code: 401 });
	});
});
