import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { logLine, oneLine } from '../texts';
import { labelOf, nodeOf, packDelivery, triggerOf, type AcceptedDelivery } from './dedupe/execute';
import { inFlight, isRecordedWithin, type InFlightDelivery } from './dedupe/inFlight';
import { identify, isLasting } from './dedupe/key';
import { ignored, NOT_CHECKED, NOT_STARTED, NOT_VERIFIED, tooLarge } from './messages';
import { Payload } from './names';
import { asOutput, outputCount, readEvents } from './output';
import { readVerified, type Rejection } from './verifyRequest';
import { batchEntriesOf } from './whichEvent';

/** Handles one delivery. It never throws: n8n would respond 500 and save a failed execution. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const verified = await readVerified(context);
	if (!verified.ok) return rejectDelivery(context, verified.problem);
	const delivery = verified.value;
	const { headers, options, isTest } = delivery;
	const whole = new Payload(delivery.payload);
	const batch = batchEntriesOf(whole, headers, options.eventField);
	if (batch && batch.length > MAX_EVENTS) {
		const message = tooLarge(`more than ${MAX_EVENTS.toLocaleString('en')} events`);
		return rejectDelivery(context, { reason: 'tooLarge', message });
	}
	const { starting, note, isExpected } = readEvents(delivery, whole, batch);
	if (starting.length === 0) return acknowledge(context, note, isExpected ? 'debug' : 'warn');
	const trigger = triggerOf(context.getNode());
	const envelope = batch && whole;
	const { parts, events } = identify({ ...delivery, trigger, envelope, events: starting });
	const accepted: AcceptedDelivery = {
		parts,
		events: events.map((event) => asOutput(delivery, event)),
		outputs: outputCount(delivery.selected, options),
		receivedAt: Date.now(),
	};
	// Test events must always arrive, so they are neither looked up nor recorded.
	if (isTest || parts.flat().length === 0) {
		const workflowData = packDelivery({ ...accepted, ...(isTest ? { note } : {}) });
		return { workflowData, webhookResponse: started(isTest ? note : undefined) };
	}
	return await startOnce(context, accepted);
}

/** More than senders put into one delivery. Each takes n8n about a kilobyte of memory while it is read and executed. */
const MAX_EVENTS = 20_000;

/** How long a copy waits until the original is recorded. */
const MAX_WAIT_FOR_ORIGINAL_MS = 10_000;

/**
 * Starts an execution, unless this process knows that the delivery already had one. The node responds when the execution
 * has recorded the delivery: if n8n stops before that, the service can send it again.
 */
async function startOnce(context: IWebhookFunctions, delivery: AcceptedDelivery) {
	const node = nodeOf(context);
	const { parts } = delivery;
	const original = inFlight.find(node, parts.flat());
	// Not in queue mode, where nothing is recorded here. While this waits, n8n keeps a V8 isolate of about 10 MB.
	const waitMs = original ? original.since + MAX_WAIT_FOR_ORIGINAL_MS - Date.now() : 0;
	if (original && waitMs > 0 && inFlight.executesHere) await isRecordedWithin(original, waitMs);
	if (parts.every((keys) => inFlight.isRecorded(node, keys))) {
		inFlight.record(node, parts.flat().filter(isLasting), delivery.receivedAt);
		return acknowledge(context, ignored.duplicate(), 'debug');
	}
	const accepted = inFlight.accept(node, parts);
	const { copyNumber, originalKey } = accepted;
	const workflowData = packDelivery({ ...delivery, copyNumber, originalKey });
	// In queue mode another process executes, and n8n responds when the execution is in the queue.
	if (!inFlight.executesHere) return { workflowData, webhookResponse: started() };
	void respondWhenRecorded(context, accepted);
	return { workflowData, noWebhookResponse: true };
}

/** @param message - for the test URL */
const started = (message?: string) => ({ received: true, started: true, message });

/** Few senders wait longer. */
const RESPONSE_TIMEOUT_MS = 30_000;

export async function respondWhenRecorded(context: IWebhookFunctions, accepted: InFlightDelivery) {
	const isRecorded = await isRecordedWithin(accepted, RESPONSE_TIMEOUT_MS);
	if (context.getResponseObject().headersSent) return;
	if (isRecorded) respond(context, 200, started());
	else respond(context, 503, { error: NOT_STARTED });
}

function respond(context: IWebhookFunctions, status: number, body: IDataObject) {
	const response = context.getResponseObject();
	// Some senders follow it, others have their own schedule.
	if (status === 503) response.set('Retry-After', '30');
	response.status(status).json(body);
	return { noWebhookResponse: true };
}

/** For a verified delivery that does not start the workflow. */
function acknowledge(context: IWebhookFunctions, message: string, level: 'debug' | 'warn') {
	const line = `A delivery to ${labelOf(context)} did not start the workflow: ${message}`;
	log(context, level, { reason: `ignored:${level}`, line });
	return respond(context, 200, { received: true, started: false, message });
}

/** Thousands of deliveries must not fill n8n's log, but each test in the editor is logged. */
function log(
	context: IWebhookFunctions,
	level: 'debug' | 'warn',
	{ reason, line: text, error }: { reason: string; line: string; error?: unknown },
): void {
	const workflowId = context.getWorkflow().id;
	const write = (line: string) =>
		context.logger[level](line, { reason, workflowId, ...(error ? { error } : {}) });
	if (context.getMode() === 'manual') write(oneLine(text));
	else logLine(write, `${workflowId}:${reason}`, text);
}

/**
 * 401, for what was checked and found wanting, is the default: senders may not retry it. 503 asks for the delivery again,
 * as n8n or its settings prevented the check. 413 is for verified deliveries beyond a bound.
 */
const STATUS: Partial<Record<Rejection['reason'], 413 | 503>> = {
	badSettings: 503,
	noSettings: 503,
	badHeaderName: 503,
	noSecret: 503,
	bodyTooLargeToSearch: 503,
	tooLarge: 413,
};

/** The test URL responds with the reason. */
export function rejectDelivery(
	context: IWebhookFunctions,
	{ reason, message, error: cause }: Rejection,
) {
	const line = `A delivery to ${labelOf(context)} was rejected: ${message}`;
	log(context, 'warn', { reason, line, error: cause });
	const status = STATUS[reason] ?? 401;
	const error = { 401: NOT_VERIFIED, 413: message, 503: NOT_CHECKED }[status];
	const why = context.getMode() === 'manual' ? { reason, message } : {};
	return respond(context, status, { error, ...why });
}
