import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { triggerReader } from '../parameters/reader';
import { asItem } from '../records/envelope';
import { joinSentences, shortened } from '../texts';
import { forgetKeys, isNoted, noteKeys, notesOf, triggerOf } from './duplicates';
import { DELIVERY, DUPLICATE, type AcceptedDelivery } from './execute';
import { eventsWithKeys, type KeyedEvent, type VerifiedDelivery } from './keys';
import { readDelivery, signingOf } from './readDelivery';
import { ignore, log, reject, settingsError } from './responses';
import { selectEvents } from './selectEvents';
import { readTriggerSettings, type TriggerOptions } from './settings';
import type { Signing } from './signing';
import { isRejection } from './verify';

/** Handles one delivery. It never throws: n8n would respond 500 and save a failed execution. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		const signing = await signingOf(context);
		const delivery = await readDelivery(context, signing);
		if (!isRejection(delivery)) return accept(context, signing, delivery);

		const message = signing.hide.inMessages(delivery.message);
		return reject(context, { status: delivery.status, message });
	} catch (error) {
		const { message, description } = settingsError(error);
		const text = joinSentences([message, description]);
		return reject(context, { status: 503, message: text }, error);
	}
}

/** Starts an execution, unless no event is selected or the delivery already had one. */
function accept(
	context: IWebhookFunctions,
	{ hide }: Signing,
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

	const response = context.getResponseObject();
	response.once('close', () => {
		const isAccepted = response.writableFinished && response.statusCode < 300;
		if (!isAccepted) forgetKeys(trigger, notesOf([], newEvents));
	});
	return newEvents;
}
