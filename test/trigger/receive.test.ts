import type { IWebhookFunctions } from 'n8n-workflow';

import { InFlight } from '../../nodes/ProjectWorkspace/old/trigger/dedupe/inFlight';
import { respondWhenRecorded, rejectDelivery } from '../../nodes/ProjectWorkspace/old/trigger/receive';

const KEYS = [{ key: 'key' }];

describe('the sender of a delivery', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	function waiting(headersSent = false) {
		const inFlight = new InFlight();
		const responses: unknown[] = [];
		const status = (code: number) => ({
			json: (body: object) => responses.push({ code, ...body }),
		});
		const response = { headersSent, status, set: () => response };
		const context = { getResponseObject: () => response } as unknown as IWebhookFunctions; // no more is used
		void respondWhenRecorded(context, inFlight.accept('n', [KEYS]));
		const record = async () => {
			inFlight.record('n', KEYS, Date.now());
			inFlight.release('n', KEYS);
			await jest.advanceTimersByTimeAsync(60_000);
		};
		return { responses, record };
	}

	test('gets 200 once an execution has recorded it, and not before', async () => {
		const { responses, record } = waiting();
		await jest.advanceTimersByTimeAsync(29_999);
		expect(responses).toEqual([]);
		await record();
		expect(responses).toEqual([{ code: 200, received: true, started: true }]);
	});

	test('gets 503 if no execution has recorded it in half a minute', async () => {
		const { responses, record } = waiting();
		await jest.advanceTimersByTimeAsync(30_000);
		expect(responses).toEqual([{ code: 503, error: expect.any(String) }]);
		await record();
		expect(responses).toHaveLength(1);
	});

	test('gets nothing more if the response was sent already', async () => {
		const { responses } = waiting(true);
		await jest.advanceTimersByTimeAsync(60_000);
		expect(responses).toEqual([]);
	});
});

describe('a rejection', () => {
	let lines: Array<[line: string, details: Record<string, unknown>]> = [];
	beforeEach(() => (lines = []));

	function rejected(
		workflowId: string,
		reason: Parameters<typeof rejectDelivery>[1]['reason'],
		{ error = undefined as unknown, mode = 'webhook' } = {},
	) {
		const response = { set: () => response, status: () => response, json: () => response };
		const context = {
			getMode: () => mode,
			getWorkflow: () => ({ id: workflowId }),
			getNode: () => ({ name: 'Trigger' }),
			getResponseObject: () => response,
			logger: {
				warn: (line: string, details: Record<string, unknown>) => lines.push([line, details]),
			},
		} as unknown as IWebhookFunctions; // no more is used
		rejectDelivery(context, { reason, message: 'Because.', error });
	}

	test('is in the log once in three seconds for each reason and workflow', () => {
		const clock = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
		for (let n = 0; n < 30; n++) rejected('w1', 'mismatch');
		rejected('w1', 'noBody');
		rejected('w2', 'mismatch');
		const error = new Error('The database is away');
		rejected('w2', 'noSettings', { error });
		expect(lines.map(([, details]) => details)).toEqual([
			{ reason: 'mismatch', workflowId: 'w1' },
			{ reason: 'noBody', workflowId: 'w1' },
			{ reason: 'mismatch', workflowId: 'w2' },
			{ reason: 'noSettings', workflowId: 'w2', error },
		]);
		clock.mockReturnValue(1_003_000);
		rejected('w1', 'mismatch');
		expect(lines).toHaveLength(5);
		clock.mockRestore();
	});

	test('is in the log each time while a person tests, and counts for nothing', () => {
		for (let n = 0; n < 30; n++) rejected('w3', 'mismatch', { mode: 'manual' });
		expect(lines).toHaveLength(30);
		rejected('w3', 'mismatch');
		expect(lines.at(-1)?.[0]).toBe(
			'A delivery to "Trigger" in the workflow "w3" was rejected: Because.',
		);
		expect(lines).toHaveLength(31);
	});
});
