import type { IWebhookFunctions } from 'n8n-workflow';

import {
	InFlight,
	type InFlightDelivery,
} from '../../nodes/ProjectWorkspace/trigger/dedupe/inFlight';
import { answerWhenRecorded, RejectionLog } from '../../nodes/ProjectWorkspace/trigger/respond';

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
