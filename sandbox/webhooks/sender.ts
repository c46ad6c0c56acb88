import type { Clock } from '../clock.ts';
import type { Settings } from '../settings/schema.ts';
import type { Attempt, DueDelivery } from '../store/deliveries.ts';
import type { Webhook } from '../store/webhooks.ts';
import { layouts, sign } from './layouts.ts';

const KEPT_RESPONSE = 2_000;

/** The headers of a delivery. */
export function headersOf(
	delivery: DueDelivery,
	webhook: Webhook,
	settings: Settings,
	now: number,
): Record<string, string> {
	const { signature, delivery: names } = settings;
	const secrets = [webhook.secret];
	if (webhook.previousSecret) secrets.push(webhook.previousSecret);
	const signed = sign(layouts[signature.layout], secrets, {
		id: delivery.eventId,
		body: delivery.body,
		time: now,
	});
	const headers: Record<string, string> = {
		'Content-Type': 'application/json',
		'User-Agent': 'project-workspace-sandbox',
		...signed.headers,
		[signature.header]: signed.value,
	};
	if (names.eventHeader) headers[names.eventHeader] = delivery.event;
	if (names.idHeader) headers[names.idHeader] = delivery.eventId;
	return headers;
}

/** One attempt. It never throws, since the log has the error. Undefined if the sandbox stopped it. */
export async function send(
	delivery: DueDelivery,
	headers: Record<string, string>,
	clock: Clock,
	timeoutMs: number,
	stop: AbortSignal,
): Promise<Attempt | undefined> {
	const at = clock.now();
	const timeout = new AbortController();
	const cancelTimeout = clock.after(timeoutMs, () => timeout.abort());
	try {
		const response = await fetch(delivery.url, {
			method: 'POST',
			headers,
			body: delivery.body,
			redirect: 'manual',
			signal: AbortSignal.any([timeout.signal, stop]),
		});
		const text = (await response.text()).slice(0, KEPT_RESPONSE);
		return {
			at,
			status: response.status,
			response: text,
			error: null,
			durationMs: clock.now() - at,
		};
	} catch (error) {
		if (stop.aborted) return undefined;
		const message = timeout.signal.aborted ? `no response within ${timeoutMs} ms` : reason(error);
		return { at, status: null, response: null, error: message, durationMs: clock.now() - at };
	} finally {
		cancelTimeout();
	}
}

/** The cause of fetch's "fetch failed". Without `instanceof`, since jest runs tests in a realm of their own. */
function reason(error: unknown): string {
	const { cause = error } = Object(error) as { cause?: unknown };
	const { code, message } = Object(cause) as { code?: unknown; message?: unknown };
	return String(message || code || cause);
}
