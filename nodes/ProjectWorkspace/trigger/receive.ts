import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { pack } from './dedupe/acceptedDelivery';
import { ignore, refuse, STARTED } from './answers';
import { outputCount, routeOf } from './choice';
import { deliveryKey } from './dedupe/deliveryKey';
import { findEvent } from './findEvent';
import { plainHeaders, shareableHeaders } from './headers';
import { parsePayload, asItemData } from './payload';
import { startOnce } from './dedupe/startOnce';
import type { TriggerOptions } from './triggerOptions';
import { verifyRequest } from './verification';
import { ignored, refusals } from './words';

/** One delivery, from its bytes to an answer. It never throws: n8n would answer 500 and save a failed execution. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const settings = readSettings(context);
	if (!settings) return refuse(context, { reason: 'noSettings', words: refusals.noSettings });
	const { options, chosen, node } = settings;
	const headers = plainHeaders(context.getHeaderData());
	const verified = await verifyRequest(context, headers, options, node);
	if (!('accepted' in verified)) return refuse(context, verified);

	const { rawBody, accepted, signatureHeader } = verified;
	const payload = parsePayload(rawBody);
	const event = findEvent(payload, headers, options.eventField?.trim() ?? '');
	const route = routeOf(event, chosen, options);
	if ('ignored' in route) {
		const words = ignored[route.ignored](event?.name ?? '');
		// A chosen event never surprises anyone by its absence; one that cannot be told may be missed.
		const level = route.ignored === 'notChosen' ? 'debug' : 'warn';
		context.logger[level](`A delivery to "${context.getNode().name}" started nothing: ${words}`);
		return ignore(context, words);
	}

	const receivedAt = Date.now();
	const rule = options.duplicates ?? 'automatic';
	const identity = deliveryKey({
		rawBody,
		payload,
		headers,
		event,
		signedId: accepted.id,
		signedTime: accepted.timestamp,
		rule: rule === 'letThrough' ? 'automatic' : rule,
		field: options.duplicateField?.trim() ?? '',
		idHeader: options.deliveryIdHeader?.trim() ?? '',
	});
	const { key, countsForMs, id } = identity;
	const details: IDataObject = {
		event: event?.name ?? null,
		id: id ?? null,
		sentAt: accepted.timestamp === undefined ? null : new Date(accepted.timestamp).toISOString(),
		receivedAt: new Date(receivedAt).toISOString(),
		headers: shareableHeaders(headers, signatureHeader),
	};
	const data = asItemData(payload);
	// What a person sends while testing must always arrive, so it is neither looked up nor put on record.
	const isCounted = rule !== 'letThrough' && context.getMode() !== 'manual';
	const workflowData = pack({
		data: options.includeDetails ? { ...data, _delivery: details } : data,
		output: route.output,
		outputs: outputCount(chosen, options),
		...(isCounted ? { identity: { key, countsForMs } } : {}),
		receivedAt,
	});
	if (!isCounted) return { workflowData, webhookResponse: STARTED };
	return await startOnce(context, `${node}:${key}`, countsForMs, workflowData);
}

function readSettings(context: IWebhookFunctions) {
	try {
		const events = context.getNodeParameter('events', []);
		return {
			options: context.getNodeParameter('options', {}) as TriggerOptions,
			chosen: Array.isArray(events) ? events.map(String) : [],
			// Copies of a workflow keep the IDs of its nodes.
			node: `${context.getWorkflow().id}:${context.getNode().id}`,
		};
	} catch (error) {
		context.logger.error('The settings of a trigger could not be read', { error });
		return undefined;
	}
}
