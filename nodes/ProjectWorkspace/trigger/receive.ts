import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import type { Redact } from '../client/redact';
import { isObject } from '../records/json';
import type { Headers } from '../signature/relatedHeaders';
import type { Scheme } from '../signature/search';
import type { Accepted } from '../signature/verify';
import {
	packDelivery,
	SCHEME_FIELD,
	type AcceptedDelivery,
	type AcceptedEvent,
} from './dedupe/execute';
import { inFlight, isRecordedWithin } from './dedupe/inFlight';
import { identify } from './dedupe/key';
import { deliveryDetails } from './details';
import { found, ignored, rejections } from './messages';
import { readOptions, type TriggerOptions } from './options';
import { asItemData, parsePayload } from './payload';
import { readSelectedEvents } from './properties';
import { answerWhenRecorded, ignore, reject, started, type Rejection } from './respond';
import { outputCount, routeOf, type Route } from './routing';
import { readSecrets } from './secrets';
import { verifyRequest } from './verifyRequest';
import { entriesOf, findEvent, type FoundEvent } from './whichEvent';

interface Verified {
	options: TriggerOptions;
	selected: string[];
	headers: Headers;
	signature: Accepted;
	rawBody: Buffer;
	hide: Redact;
}

/** One event of a delivery, and what becomes of it. */
interface Told {
	payload: unknown;
	place: number;
	event: FoundEvent | undefined;
	route: Route;
}

/** How long a repetition waits to see whether the delivery that it repeats is recorded. */
const WAIT_FOR_FIRST_MS = 10_000;

/** One delivery, from its bytes to an answer. It never throws: n8n would answer 500 and save a failed execution. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const verified = await readVerified(context);
	if ('reason' in verified) return reject(context, verified);
	const { options, selected, signature } = verified;
	const isTest = context.getMode() === 'manual';
	const payload = parsePayload(verified.hide(verified.rawBody.toString()));
	const { told, isBatch } = tell(payload, verified);
	const notes = [...new Set(told.map(noteOn))].slice(0, 3).join(' ');
	if (told.every(({ route }) => 'ignored' in route)) {
		// A selected event never surprises anyone by its absence; one that cannot be told may be missed.
		const isExpected = told.every(({ event }) => event?.documented);
		return ignore(context, notes, isExpected ? 'debug' : 'warn');
	}
	const delivery: AcceptedDelivery = {
		events: eventsOf({ ...verified, payload, isBatch }, told, isTest),
		outputs: outputCount(selected, options),
		receivedAt: Date.now(),
		scheme: signature.scheme,
		...(isTest ? { note: notes } : {}),
	};
	// What a person sends while testing must always arrive, so it is neither looked up nor recorded.
	if (options.duplicates === 'letThrough' || isTest) {
		return { workflowData: packDelivery(delivery), webhookResponse: started(delivery.note) };
	}
	return await startOnce(context, delivery);
}

async function readVerified(context: IWebhookFunctions): Promise<Verified | Rejection> {
	try {
		const options = readOptions(context.getNodeParameter('options', {}));
		const selected = readSelectedEvents(context.getNodeParameter('events', []));
		const headers = readHeaders(context);
		const rawBody = await readRawBody(context);
		if (rawBody === undefined) return { reason: 'noBody', message: rejections.noBody };
		const known = context.getWorkflowStaticData('node')[SCHEME_FIELD];
		const { verdict, hide } = await verifyRequest({
			...{ rawBody, headers, options },
			node: nodeOf(context),
			credentialId: context.getNode().credentials?.projectWorkspaceApi?.id ?? '',
			isTest: context.getMode() === 'manual',
			url: context.getNodeWebhookUrl('default') ?? '',
			known: isObject(known) ? (known as Partial<Scheme> as Scheme) : undefined, // by `keepScheme`
			readSecrets: async () => readSecrets(await context.getCredentials('projectWorkspaceApi')),
		});
		return verdict.ok ? { options, selected, headers, signature: verdict, rawBody, hide } : verdict;
	} catch (error) {
		return { reason: 'noSettings', message: rejections.noSettings, isOwnFault: true, error };
	}
}

/** Copies of a workflow keep the IDs of its nodes. */
const nodeOf = (context: IWebhookFunctions) =>
	`${context.getWorkflow().id}:${context.getNode().id}`;

/** Names in lower case, as Node.js gives them. */
function readHeaders(context: IWebhookFunctions): Headers {
	const headers = Object.entries(context.getHeaderData()).filter(
		([, value]) => value !== undefined,
	);
	return Object.fromEntries(headers.map(([name, value]) => [name, [value].flat().join(', ')]));
}

/** The bytes as they came; undefined where n8n cannot give them any more (a form with files, a broken connection). */
async function readRawBody(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const request = context.getRequestObject();
	try {
		if (request.rawBody === undefined) await request.readRawBody();
	} catch {
		return undefined;
	}
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}

/** The event of a payload, or each of a batch: where one entry has a name, a header names none of them. */
function tell(payload: unknown, { headers, options, selected }: Verified) {
	const { eventField } = options;
	const entries = entriesOf(payload, eventField);
	const inPayload = (entries ?? []).some((entry) => findEvent(entry, {}, eventField));
	const told = (entries ?? [payload]).map((each, place): Told => {
		const event = findEvent(each, inPayload ? {} : headers, eventField);
		return { payload: each, place, event, route: routeOf(event, selected, options) };
	});
	return { told, isBatch: entries !== undefined };
}

const noteOn = ({ event, route }: Told): string => {
	const { name, where } = event ?? { name: '', where: '' };
	return 'ignored' in route ? ignored[route.ignored](name, where) : found(name, where);
};

/** Those that start the workflow. */
function eventsOf(
	delivery: Verified & { payload: unknown; isBatch: boolean },
	told: readonly Told[],
	isTest: boolean,
): AcceptedEvent[] {
	const { options, payload, headers, signature, hide, isBatch } = delivery;
	const bodyHash = createHash('sha256').update(delivery.rawBody).digest('hex');
	return told.flatMap(({ route, event: { name: event } = {}, ...entry }) => {
		if ('ignored' in route) return [];
		const { timestamp: signedTime, id: signedId } = signature;
		const about = { bodyHash, payload, headers, options, event, signedTime, signedId };
		const { id, keys } = identify({ ...about, entry: isBatch ? entry : undefined });
		const data = asItemData(entry.payload);
		const details = { ...about, hide, id, receivedAt: Date.now() };
		return {
			data: options.includeDetails ? { ...data, _delivery: deliveryDetails(details) } : data,
			...{ output: route.output, event, id },
			keys: options.duplicates === 'letThrough' || isTest ? [] : keys,
		};
	});
}

/**
 * Starts an execution, unless this process knows that the delivery has had one. The sender gets its answer when the
 * execution has recorded the delivery: if n8n dies before, there was no answer, and the service may send it again.
 */
async function startOnce(
	context: IWebhookFunctions,
	delivery: AcceptedDelivery,
): Promise<IWebhookResponseData> {
	const node = nodeOf(context);
	const keys = delivery.events.flatMap((event) => event.keys);
	const first = inFlight.accepted(node, keys, Date.now());
	// In queue mode nothing is recorded here. Until this function returns, n8n keeps a V8 isolate for it, of some 10 MB.
	const left = first && inFlight.executesHere ? WAIT_FOR_FIRST_MS - (Date.now() - first.since) : 0;
	if (first && left > 0) await isRecordedWithin(first, left);
	if (delivery.events.every((event) => inFlight.isRecorded(node, event.keys, Date.now()))) {
		return ignore(context, ignored.repeated(), 'debug');
	}
	const accepted = inFlight.accept(node, keys, Date.now());
	const { copy, original } = accepted;
	const workflowData = packDelivery({ ...delivery, copy, original });
	// In queue mode another process executes, and n8n answers when the execution is in its queue.
	if (!inFlight.executesHere) return { workflowData, webhookResponse: started() };
	void answerWhenRecorded(context, accepted);
	return { workflowData, noWebhookResponse: true };
}
