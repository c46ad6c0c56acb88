import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { logLine, oneLine } from '../log';
import { filterProblems } from '../parameters/filters';
import { isObject, type JsonObject } from '../records/value';
import { labelOf, nodeOf, packDelivery, triggerOf, type AcceptedDelivery } from './dedupe/execute';
import { inFlight, isRecordedWithin, type InFlightDelivery } from './dedupe/inFlight';
import { identify, isLasting } from './dedupe/key';
import { deliveryDetails } from './details';
import {
	eventFound,
	ignored,
	NOT_CHECKED,
	NOT_STARTED,
	NOT_VERIFIED,
	passesFilter,
	tooLarge,
} from './messages';
import { Payload } from './names';
import { outputCount, outputFor } from './options';
import { readVerified, type Rejection, type Verified } from './verifyRequest';
import { batchEntriesOf, findEvent } from './whichEvent';

/** Handles one delivery. It never throws: n8n would respond 500 and save a failed execution. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const verified = await readVerified(context);
	if (!verified.ok) return rejectDelivery(context, verified.problem);
	const delivery = verified.value;
	const { headers, options, selected, isTest, hide } = delivery;
	const whole = new Payload(delivery.payload);
	const batch = batchEntriesOf(whole, headers, options.eventField);
	if (batch && batch.length > MAX_EVENTS) {
		const message = tooLarge(`more than ${MAX_EVENTS.toLocaleString('en')} events`);
		return rejectDelivery(context, { reason: 'tooLarge', message });
	}
	const { starting, notes, isExpected } = readEvents(delivery, whole, batch);
	const note = hide.inMessages([...notes].slice(0, MAX_NOTES).join(' '));
	// A documented event that is not selected is normal. One that is not recognized may be a wrong setting.
	if (starting.length === 0) return acknowledge(context, note, isExpected ? 'debug' : 'warn');
	const trigger = triggerOf(context.getNode());
	const envelope = batch && whole;
	const { parts, events } = identify({ ...delivery, trigger, envelope, events: starting });
	const accepted: AcceptedDelivery = {
		parts,
		events: starting.map((event, at) => asOutput(delivery, event, events[at])),
		outputs: outputCount(selected, options),
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

/** Different ones, as a batch may have many. */
const MAX_NOTES = 3;

interface StartingEvent {
	payload: Payload;
	name?: string;
	/** Without headers: anyone who has captured a delivery can change them. */
	nameInPayload?: string;
	output: number;
}

/** The event of a delivery, or each event of a batch, and what is said about them. */
function readEvents(
	{ headers, options, selected, filter, isTest }: Verified,
	whole: Payload,
	batch?: readonly JsonObject[],
) {
	const { eventField } = options;
	const starting: StartingEvent[] = [];
	const said = new Set<string>();
	let isExpected = true;
	for (const payload of batch?.map((entry) => new Payload(entry)) ?? [whole]) {
		const found = findEvent(payload, batch ? {} : headers, eventField);
		const { name = '', where = eventField } = found ?? {};
		const isMatching = filter?.keeps?.(asItemData(payload.raw)) ?? true;
		const output = outputFor(found?.name, selected, options);
		const ignoredAs = typeof output === 'string' ? output : isMatching ? undefined : 'filtered';
		if (typeof output === 'number' && isMatching) {
			const nameInPayload = batch ? found?.name : findEvent(payload, {}, eventField)?.name;
			starting.push({ payload, name: found?.name, nameInPayload, output });
		}
		if (ignoredAs === 'unknown' || ignoredAs === 'unnamed') isExpected = false;
		if (said.size >= MAX_NOTES) continue;
		if (ignoredAs !== undefined) said.add(ignored[ignoredAs](name, where));
		else if (isTest) said.add(eventFound(name, where));
	}
	const problems = filter ? filterProblems(filter) : [];
	const notes = new Set([...problems.map(({ message }) => passesFilter(message)), ...said]);
	return { starting, notes, isExpected };
}

/** n8n's items are objects, so any other JSON value goes into `value`. */
export const asItemData = (payload: unknown): IDataObject =>
	isObject(payload) ? payload : { value: payload as IDataObject[string] };

/** An event, whose secrets are hidden, with its identity. */
function asOutput(
	{ headers, signature, options, hide }: Verified,
	{ payload, name: event, output }: StartingEvent,
	{ part = 0, id }: { part?: number; id?: string } = {},
) {
	const item = asItemData(payload.raw);
	const data = options.includeDetails
		? { ...item, _delivery: deliveryDetails({ headers, signature, event, id }) }
		: item;
	return { part, output, ...hide.inRecords({ id, event, data }) };
}

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
	const waitMs =
		original && inFlight.executesHere
			? MAX_WAIT_FOR_ORIGINAL_MS - (Date.now() - original.since)
			: 0;
	if (original && waitMs > 0) await isRecordedWithin(original, waitMs);
	if (parts.every((keys) => inFlight.isRecorded(node, keys))) {
		inFlight.record(node, parts.flat().filter(isLasting), delivery.receivedAt);
		return acknowledge(context, ignored.duplicate(), 'debug');
	}
	const accepted = inFlight.accept(node, parts);
	const { copyNumber } = accepted;
	const workflowData = packDelivery({ ...delivery, copyNumber, originalKey: accepted.originalKey });
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
