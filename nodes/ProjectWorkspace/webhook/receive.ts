import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { triggerReader } from '../parameters/reader';
import { asItem } from '../records/envelope';
import { parseOrError, TooManyLevels } from '../records/json';
import { sha256 } from '../records/value';
import { joinSentences, shortened } from '../texts';
import { CREDENTIAL } from '../transport/credential';
import { redactorOf } from '../transport/redact';
import type { Redactor } from '../transport/types';
import { forgetKeys, isNoted, noteKeys, notesOf, triggerOf } from './duplicates';
import { DELIVERY, DUPLICATE, type AcceptedDelivery } from './execute';
import { eventsWithKeys, type KeyedEvent, type VerifiedDelivery } from './keys';
import { Rejection } from './rejection';
import { ignore, log, reject, settingsError } from './responses';
import { selectEvents } from './selectEvents';
import { readTriggerSettings, type TriggerOptions } from './settings';
import { readSigning, type SignatureSettings } from './signing';
import { verify } from './verify';

/** Handles one delivery. It never throws: n8n would respond 500 and save a failed execution. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	// Before the credential is read, there is nothing to hide.
	let hide = redactorOf({});
	try {
		const credential = await credentialOf(context);
		hide = redactorOf(credential);
		const delivery = await readDelivery(context, readSigning(credential));
		return accept(context, hide, delivery);
	} catch (error) {
		if (error instanceof Rejection) {
			return reject(context, error.status, hide.inMessages(error.message));
		}
		const { message, description } = settingsError(error);
		const reason = hide.inMessages(joinSentences([message, description]));
		return reject(context, 503, reason, error);
	}
}

/** How long a secret that was removed from the credential may still be accepted. */
const MAX_AGE_MS = 1_000;

interface LastRead {
	credential: Promise<ICredentialDataDecryptedObject>;
	readAt: number;
}

/** Reading a credential takes n8n longer than the rest of a delivery, and forged ones must be cheap. */
const lastRead = new Map<string, LastRead>();

async function credentialOf(context: IWebhookFunctions): Promise<ICredentialDataDecryptedObject> {
	// With the credential's ID, so that another credential takes effect at once.
	const owner = `${triggerOf(context)}:${context.getNode().credentials?.[CREDENTIAL]?.id}`;
	const now = performance.now();
	const last = lastRead.get(owner);
	if (last && now - last.readAt < MAX_AGE_MS) return await last.credential;

	// A promise, so that deliveries that arrive together read it once.
	const credential = context.getCredentials(CREDENTIAL);
	lastRead.set(owner, { credential, readAt: now });
	credential.catch(() => lastRead.delete(owner));
	return await credential;
}

/** @throws Rejection if it cannot be read, or its signature is not correct */
async function readDelivery(
	context: IWebhookFunctions,
	settings: SignatureSettings,
): Promise<VerifiedDelivery> {
	const body = await receivedBytes(context);
	const entries = Object.entries(context.getHeaderData());
	const headers = new Map(entries.map(([name, value]) => [name, String(value)]));
	const signature = verify({ body, headers }, settings, Date.now());

	// n8n has parsed the body by its Content-Type, which is not signed.
	const text = new TextDecoder().decode(body);
	const json = parseOrError(text);
	if (json instanceof TooManyLevels) {
		throw new Rejection(413, `The body cannot be read as JSON. ${json.message}.`);
	}
	const payload = json instanceof SyntaxError ? text : json;
	return { bodyHash: sha256(body), headers, signature, payload };
}

async function receivedBytes(context: IWebhookFunctions): Promise<Buffer> {
	const request = context.getRequestObject();
	if (request.rawBody === undefined) await request.readRawBody().catch(() => undefined);
	if (Buffer.isBuffer(request.rawBody)) return request.rawBody;

	// It was a form with files, or the connection broke.
	throw new Rejection(
		401,
		'The body could not be read. Deliveries are POST requests with a JSON body.',
	);
}

/** Starts an execution, unless no event is selected or the delivery already had one. */
function accept(
	context: IWebhookFunctions,
	hide: Redactor,
	delivery: VerifiedDelivery,
): IWebhookResponseData {
	const settings = readTriggerSettings(triggerReader(context));
	const { starting, message, isUnexpected } = selectEvents(delivery, settings);
	const shown = shortened(hide.inMessages(message));
	if (starting.length === 0) return ignore(context, shown, isUnexpected ? 'warn' : 'debug');
	if (isUnexpected) log(context, 'warn', `is unexpected: ${shown}`);

	// Test events must always arrive, so they are neither looked up nor noted.
	const isTest = context.getMode() === 'manual';
	const events = eventsWithKeys(delivery, starting, settings.options);
	const newEvents = isTest ? events : noteNewEvents(context, events);
	if (newEvents.length === 0) return ignore(context, DUPLICATE);

	const receivedAt = Date.now();
	const accepted: AcceptedDelivery = {
		events: newEvents.map((event) => ({
			meets: event.meets,
			notes: event.notes,
			item: eventItem(event, delivery, settings.options, receivedAt),
		})),
		receivedAt,
	};
	return {
		workflowData: [[{ json: { [DELIVERY]: hide.inRecords(accepted) } }]],
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

	const newKeys = newEvents.flatMap(({ notes }) => notes);
	const response = context.getResponseObject();
	response.once('close', () => {
		const isAccepted = response.writableFinished && response.statusCode < 300;
		if (!isAccepted) forgetKeys(trigger, newKeys);
	});
	return newEvents;
}
