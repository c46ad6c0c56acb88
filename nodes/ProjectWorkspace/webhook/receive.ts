import {
	ExpressionError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { UserError } from '../errors';
import { triggerReader } from '../parameters/reader';
import { parseOrError, TooManyLevels } from '../records/json';
import { asItem } from '../records/envelope';
import { isObject, sha256 } from '../records/value';
import { joinSentences, logLine } from '../texts';
import { CREDENTIAL } from '../transport/credential';
import { forgetKeys, isNoted, notesOf, noteKeys, triggerOf, withoutDuplicates } from './duplicates';
import { eventsWithKeys, type EventKeys, type KeyedEvent, type VerifiedDelivery } from './keys';
import { selectEvents } from './selectEvents';
import { readTriggerSettings, type TriggerOptions } from './settings';
import { readSigning, type Signing } from './signing';
import { verify, type DeliveryHeaders, type Rejection } from './verify';

const DUPLICATE = 'The delivery was already received, so it does not start the workflow again.';

/** Handles one delivery. It never throws: n8n would respond 500 and save a failed execution. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		const signing = await signingOf(context);
		const delivery = await verifyDelivery(context, signing);
		if (!('status' in delivery)) return accept(context, signing, delivery);

		const { status, message } = delivery;
		return reject(context, { status, message: signing.hide.inMessages(message) });
	} catch (error) {
		const { message, description } = settingsError(error);
		const text = joinSentences([message, description]);
		return reject(context, { status: 503, message: text }, error);
	}
}

async function verifyDelivery(
	context: IWebhookFunctions,
	signing: Signing,
): Promise<VerifiedDelivery | Rejection> {
	const body = await receivedBytes(context);
	if (body === undefined) {
		const message = 'The body could not be read. Deliveries are POST requests with a JSON body.';
		return { status: 401, message };
	}

	const headers = deliveryHeaders(context);
	const signature = verify({ body, headers }, signing, Date.now());
	if ('status' in signature) return signature;

	// n8n has parsed the body by its Content-Type, which is not signed.
	const text = new TextDecoder().decode(body);
	const json = parseOrError(text);
	if (json instanceof TooManyLevels) {
		const message = `The body cannot be read as JSON. ${json.message}.`;
		return { status: 413, message };
	}
	const payload = json instanceof SyntaxError ? text : json;
	return { bodyHash: sha256(body), headers, signature, payload };
}

/** The received bytes; undefined if n8n no longer has them (a form with files, a broken connection). */
async function receivedBytes(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const request = context.getRequestObject();
	if (request.rawBody === undefined) await request.readRawBody().catch(() => undefined);
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}

function deliveryHeaders(context: IWebhookFunctions): DeliveryHeaders {
	const headers = new Map<string, string>();
	for (const [name, value] of Object.entries(context.getHeaderData())) {
		if (typeof value === 'string') headers.set(name, value.trim());
	}
	return headers;
}

/** How long a secret that was removed from the credential may still be accepted. */
const MAX_AGE_MS = 1_000;

interface CachedSigning {
	signing: Promise<Signing>;
	readAt: number;
}

/** Reading a credential takes n8n longer than the rest of a delivery, and forged ones must be cheap. */
const cache = new Map<string, CachedSigning>();

async function signingOf(context: IWebhookFunctions): Promise<Signing> {
	// With the credential's ID, so that another credential takes effect at once.
	const owner = `${triggerOf(context)}:${context.getNode().credentials?.[CREDENTIAL]?.id}`;
	const now = performance.now();
	const cached = cache.get(owner);
	if (cached && now - cached.readAt < MAX_AGE_MS) return await cached.signing;

	// A promise, so that deliveries that arrive together read it once.
	const signing = context.getCredentials(CREDENTIAL).then(readSigning);
	cache.set(owner, { signing, readAt: now });
	signing.catch(() => cache.delete(owner));
	return await signing;
}

/** The item between `webhook()` and `execute()`, which may run later and in another process. */
interface AcceptedDelivery {
	events: Array<EventKeys & { item: IDataObject }>;
	receivedAt: number;
}

const FIELD = 'projectWorkspaceDelivery';

/** Starts an execution, unless no event is selected or the delivery already had one. */
function accept(
	context: IWebhookFunctions,
	{ hide }: Signing,
	delivery: VerifiedDelivery,
): IWebhookResponseData {
	const settings = readTriggerSettings(triggerReader(context));
	const { starting, message, isUnexpected } = selectEvents(delivery, settings);
	const shown = hide.inMessages(message);
	if (starting.length === 0) return ignore(context, shown, isUnexpected ? 'warn' : 'debug');
	if (isUnexpected) log(context, 'warn', `is unexpected: ${shown}`);

	// Test events must always arrive, so they are neither looked up nor noted.
	const isTest = context.getMode() === 'manual';
	const events = eventsWithKeys(delivery, starting, settings.options);
	const newEvents = isTest ? events : noteNewEvents(context, events);
	if (newEvents.length === 0) return ignore(context, DUPLICATE, 'debug');

	const receivedAt = Date.now();
	const accepted: AcceptedDelivery = hide.inRecords({
		events: newEvents.map((event) => ({
			meets: event.meets,
			notes: event.notes,
			item: eventItem(event, delivery, settings.options, receivedAt),
		})),
		receivedAt,
	});
	return {
		workflowData: [[{ json: { [FIELD]: accepted } }]],
		webhookResponse: { received: true, started: true, message: isTest ? shown : undefined },
	};
}

/** What an event outputs. */
function eventItem(
	{ event: { payload, name }, id }: KeyedEvent,
	{ signature: { time } }: VerifiedDelivery,
	{ includeDetails }: TriggerOptions,
	receivedAt: number,
): IDataObject {
	const item = asItem(payload);
	if (!includeDetails) return item;

	const details = {
		event: name ?? null,
		id: id ?? null,
		sentAt: time === undefined ? null : new Date(time).toISOString(),
		receivedAt: new Date(receivedAt).toISOString(),
	};
	return { ...item, _delivery: details };
}

/** Notes the events that this process has not received before; they are forgotten if n8n does not start. */
function noteNewEvents(context: IWebhookFunctions, events: readonly KeyedEvent[]): KeyedEvent[] {
	const trigger = triggerOf(context);
	const newEvents = events.filter(({ meets }) => !isNoted(trigger, meets));
	noteKeys(trigger, notesOf(events, newEvents));

	const response = context.getResponseObject();
	response.once('close', () => {
		const isAccepted = response.writableFinished && response.statusCode < 300;
		if (!isAccepted) forgetKeys(trigger, notesOf([], newEvents));
	});
	return newEvents;
}

/** Outputs the events that have not run before. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	const json = items[0]?.json[FIELD];
	// Someone runs the workflow manually with another item.
	if (!isObject(json)) return [items];

	const { events, receivedAt } = json as unknown as AcceptedDelivery; // written by `accept`
	// Tests, and executions that a person starts again, always run.
	const isCounted = context.getMode() === 'webhook';
	const newEvents = isCounted ? await withoutDuplicates(context, events, receivedAt) : events;
	if (newEvents.length === 0) {
		context.addExecutionHints({ message: DUPLICATE, location: 'outputPane' });
	}
	return [newEvents.map(({ item }) => ({ json: item, pairedItem: { item: 0 } }))];
}

/** The response to a verified delivery that does not start the workflow. */
function ignore(
	context: IWebhookFunctions,
	message: string,
	level: 'debug' | 'warn',
): IWebhookResponseData {
	log(context, level, `did not start it: ${message}`);
	return respond(context, 200, { received: true, started: false, message });
}

const ERRORS = {
	401: 'The delivery could not be verified',
	413: 'The delivery is too large',
	503: 'The delivery could not be checked at the moment. Send it again.',
};

/** Only the test URL responds with the message. */
function reject(
	context: IWebhookFunctions,
	{ status, message }: Rejection,
	error?: unknown,
): IWebhookResponseData {
	log(context, 'warn', `was rejected: ${message}`, error);
	const isTest = context.getMode() === 'manual';
	return respond(context, status, {
		error: ERRORS[status],
		message: isTest ? message : undefined,
	});
}

function respond(
	context: IWebhookFunctions,
	status: number,
	body: IDataObject,
): IWebhookResponseData {
	context.getResponseObject().status(status).json(body);
	return { noWebhookResponse: true };
}

/** Why the credential or the parameters cannot be used, whatever was thrown. */
export function settingsError(error: unknown): UserError {
	if (error instanceof UserError) return error;

	if (error instanceof ExpressionError) {
		return new UserError(
			`An expression in the node or its credential could not be evaluated: ${error.message}`,
			'Change the expression. Expressions of a trigger cannot use other nodes.',
		);
	}
	return new UserError(
		'The credential could not be read: choose it again in the node',
		'If it was deleted, create it again.',
	);
}

/** In n8n's log, where triggers of several workflows may have the same name. */
export function labelOf(context: Pick<IWebhookFunctions, 'getNode' | 'getWorkflow'>): string {
	const { id, name = id } = context.getWorkflow();
	return `"${context.getNode().name}" in the workflow "${name}"`;
}

/** @param what has happened to the delivery */
function log(
	context: IWebhookFunctions,
	level: 'debug' | 'warn',
	what: string,
	error?: unknown,
): void {
	const write = (line: string) => context.logger[level](line, error ? { error } : {});
	const line = `A delivery to ${labelOf(context)} ${what}`;
	logLine(write, `${context.getWorkflow().id}:${level}`, line);
}
