import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { logLine, oneLine } from '../log';
import { filterProblems } from '../parameters/filters';
import { isObject, type JsonObject } from '../records/json';
import type { Reason } from '../signature/messages';
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
import { Fields } from './names';
import { outputCount, outputFor } from './options';
import { readVerified, type Verified } from './verifyRequest';
import { entriesOf, findEvent } from './whichEvent';

/** Handles one delivery. It never throws: n8n would respond 500 and save a failed execution. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const verified = await readVerified(context);
	if (!verified.ok) return rejectDelivery(context, verified.problem);
	const { options, selected, isTest, hide } = verified.value;
	const whole = new Fields(verified.value.payload);
	const batch = entriesOf(whole, verified.value.headers, options.eventField);
	if (batch && batch.length > MAX_EVENTS) {
		const message = tooLarge(`more than ${MAX_EVENTS.toLocaleString('en')} events`);
		return rejectDelivery(context, { reason: 'tooLarge', message });
	}
	const { starting, notes, isExpected } = readEvents(verified.value, whole, batch);
	const note = hide.inMessages([...notes].slice(0, MAX_NOTES).join(' '));
	// A documented event that is not selected is normal. One that is not recognized may be a wrong setting.
	if (starting.length === 0) return acknowledge(context, note, isExpected ? 'debug' : 'warn');
	const trigger = triggerOf(context.getNode());
	const envelope = batch && whole;
	const { parts, events } = identify({ ...verified.value, trigger, envelope, events: starting });
	const delivery: AcceptedDelivery = {
		parts,
		events: starting.map((event, at) => asOutput(verified.value, event, events[at])),
		outputs: outputCount(selected, options),
		receivedAt: Date.now(),
	};
	// Test events must always arrive, so they are neither looked up nor recorded.
	if (isTest || parts.flat().length === 0) {
		const workflowData = packDelivery({ ...delivery, ...(isTest ? { note } : {}) });
		return { workflowData, webhookResponse: started(isTest ? note : undefined) };
	}
	return await startOnce(context, delivery);
}

/** More than senders put into one delivery. Each takes n8n about a kilobyte of memory while it is read and executed. */
const MAX_EVENTS = 20_000;

/** Different ones, as a batch may have many. */
const MAX_NOTES = 3;

/** The event of a delivery, or each event of a batch, and what is said about them. */
function readEvents(
	{ headers, options, selected, filter, isTest }: Verified,
	whole: Fields,
	batch?: readonly JsonObject[],
) {
	const { eventField } = options;
	const starting: Array<{
		fields: Fields;
		name?: string;
		/** Without headers: anyone who has captured a delivery can change them. */
		nameInPayload?: string;
		output: number;
	}> = [];
	const ignoredFor = new Set<string>();
	const said = new Set<string>();
	for (const fields of batch?.map((entry) => new Fields(entry)) ?? [whole]) {
		const { name, where = eventField } = findEvent(fields, batch ? {} : headers, eventField) ?? {};
		const isMatching = filter?.keeps?.(asItemData(fields.payload)) ?? true;
		const output = outputFor(name, selected, options);
		const ignoredAs = typeof output !== 'number' ? output : isMatching ? undefined : 'filtered';
		if (ignoredAs === undefined) {
			const nameInPayload = batch ? name : findEvent(fields, {}, eventField)?.name;
			starting.push({ fields, name, nameInPayload, output: Number(output) });
		} else ignoredFor.add(ignoredAs);
		if (said.size >= MAX_NOTES) continue;
		if (ignoredAs !== undefined) said.add(ignored[ignoredAs](name ?? '', where));
		else if (isTest) said.add(eventFound(name ?? '', where));
	}
	const isExpected = [...ignoredFor].every((why) => why === 'notSelected' || why === 'filtered');
	const incomparable = filterProblems(filter).map(({ message }) => passesFilter(message));
	const notes = new Set([...incomparable, ...said]);
	return { starting, notes, isExpected };
}

/** n8n's items are objects, so any other JSON value goes into `value`. */
export const asItemData = (payload: unknown): IDataObject =>
	isObject(payload) ? payload : { value: payload as IDataObject[string] };

/** An event, whose secrets are hidden, with its identity. */
function asOutput(
	{ headers, signature, options, hide }: Verified,
	{ fields, name: event, output }: ReturnType<typeof readEvents>['starting'][number],
	{ part = 0, id }: { part?: number; id?: string } = {},
) {
	const item = asItemData(fields.payload);
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
	const original = inFlight.accepted(node, parts.flat());
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
	const workflowData = packDelivery({ ...delivery, copyNumber, original: accepted.original });
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
	const response = context.getResponseObject();
	const isRecorded = await isRecordedWithin(accepted, RESPONSE_TIMEOUT_MS);
	if (response.headersSent) return;
	if (isRecorded) response.status(200).json(started());
	else respondRetryLater(context, { error: NOT_STARTED });
}

/** Some senders follow Retry-After, others have their own schedule. */
const respondRetryLater = (context: IWebhookFunctions, body: IDataObject) =>
	context.getResponseObject().set('Retry-After', '30').status(503).json(body);

/** For a verified delivery that does not start the workflow. */
function acknowledge(context: IWebhookFunctions, message: string, level: 'debug' | 'warn') {
	const line = `A delivery to ${labelOf(context)} did not start the workflow: ${message}`;
	log(context, level, { reason: `ignored:${level}`, line });
	context.getResponseObject().status(200).json({ received: true, started: false, message });
	return { noWebhookResponse: true };
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

/** n8n or its settings prevented the check. */
const OWN_FAULTS: readonly string[] = [
	'badSettings',
	'noSettings',
	'badHeaderName',
	'noSecret',
	'bodyTooLargeToSearch',
] satisfies Array<Reason | 'badSettings' | 'noSettings'>;

/**
 * Of others, only the test URL responds with the reason. 401 is for deliveries that were checked, as senders may not
 * retry it; 413 is for verified ones beyond a bound; 503 asks for the delivery again.
 */
export function rejectDelivery(
	context: IWebhookFunctions,
	{ reason, message, error }: { reason: string; message: string; error?: unknown },
): IWebhookResponseData {
	const line = `A delivery to ${labelOf(context)} was rejected: ${message}`;
	log(context, 'warn', { reason, line, error });
	const why = context.getMode() === 'manual' ? { reason, message } : {};
	const response = context.getResponseObject();
	if (OWN_FAULTS.includes(reason)) respondRetryLater(context, { error: NOT_CHECKED, ...why });
	else if (reason === 'tooLarge') response.status(413).json({ error: message, ...why });
	else response.status(401).json({ error: NOT_VERIFIED, ...why });
	return { noWebhookResponse: true };
}
