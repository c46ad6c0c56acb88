import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { UserError } from '../errors';
import { triggerReader } from '../parameters/reader';
import { asItem } from '../records/envelope';
import { joinSentences, shortened } from '../texts';
import { redactorOf } from '../transport/redact';
import type { Redactor } from '../transport/types';
import type { GenuineDelivery } from './delivery';
import { noteNewEvents } from './duplicates';
import { DELIVERY, DUPLICATE, type AcceptedDelivery } from './execute';
import { eventsWithKeys, type KeyedEvent } from './keys';
import { readDelivery } from './readDelivery';
import { recentCredential } from './recentCredential';
import { ignore, log, Refusal, reject } from './responses';
import { selectEvents } from './selectEvents';
import { readSignatureSettings } from './signatureSettings';
import { readTriggerSettings, settingsError, type TriggerSettings } from './triggerSettings';

/** Handles one delivery. It never throws: n8n would respond 500 and save a failed execution. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	// Before the credential is read, there is nothing to hide.
	let hide = redactorOf({});
	try {
		const credential = await recentCredential(context);
		hide = redactorOf(credential);
		const delivery = await readDelivery(context, readSignatureSettings(credential));
		return accept(context, hide, delivery);
	} catch (error) {
		if (error instanceof Refusal) {
			return reject(context, error.status, hide.inMessages(error.message));
		}
		const { message, description } = settingsError(error);
		const reason = hide.inMessages(joinSentences([message, description]));
		// One of ours says the same, but may quote a secret.
		return reject(context, 503, reason, error instanceof UserError ? undefined : error);
	}
}

/**
 * Starts an execution, unless no event is selected or the delivery already had one. The parameters are read only now: a
 * forged delivery must not show whether they can be used.
 */
function accept(
	context: IWebhookFunctions,
	hide: Redactor,
	delivery: GenuineDelivery,
): IWebhookResponseData {
	const settings = readTriggerSettings(triggerReader(context));
	const { starting, message, isUnexpected } = selectEvents(delivery, settings);
	const shown = shortened(hide.inMessages(message));
	if (starting.length === 0) return ignore(context, shown, isUnexpected ? 'warn' : 'debug');
	if (isUnexpected) log(context, 'warn', `is unexpected: ${shown}`);

	// Test events must always arrive, so they are neither looked up nor noted.
	const isTest = context.getMode() === 'manual';
	const events = eventsWithKeys(delivery, starting, settings);
	const newEvents = isTest ? events : noteNewEvents(context, events);
	if (newEvents.length === 0) return ignore(context, DUPLICATE);

	const receivedAt = Date.now();
	const accepted: AcceptedDelivery = { events: [], receivedAt };
	for (const event of newEvents) {
		const { meets, notes, notesAgain } = event;
		const item = eventItem(event, delivery, settings, receivedAt);
		accepted.events.push({ meets, notes, notesAgain, item });
	}
	return {
		workflowData: [[{ json: { [DELIVERY]: hide.inRecords(accepted) } }]],
		webhookResponse: { received: true, started: true, message: isTest ? shown : undefined },
	};
}

/** What an event outputs. */
function eventItem(
	{ payload, name, id }: KeyedEvent,
	{ signature: { time } }: GenuineDelivery,
	{ includeDetails }: TriggerSettings,
	receivedAt: number,
): IDataObject {
	const item = asItem(payload);
	if (!includeDetails) return item;

	return {
		...item,
		_delivery: {
			event: name ?? null,
			id: id ?? null,
			sentAt: time === undefined ? null : new Date(time).toISOString(),
			receivedAt: new Date(receivedAt).toISOString(),
		},
	};
}
