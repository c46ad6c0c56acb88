import { keyKinds, plans } from '../store/keys.ts';
import type { KeyKind, Plan } from '../store/keys.ts';
import type { WebhookWish } from '../store/webhooks.ts';
import { isEventName } from '../webhooks/eventNames.ts';
import type { EventName } from '../webhooks/eventNames.ts';

/** Readers of the page's forms. What a form cannot send by itself falls back to the form's first choice. */
export function readKeyForm(body: unknown): { name: string; plan: Plan; kind: KeyKind } {
	const form = fieldsOf(body);
	return {
		name: (form.get('name') ?? '').trim().slice(0, 80) || 'My key',
		plan: plans.find((plan) => plan === form.get('plan')) ?? 'pro',
		kind: keyKinds.find((kind) => kind === form.get('kind')) ?? 'test',
	};
}

export function readWebhookForm(body: unknown): WebhookWish {
	const form = fieldsOf(body);
	const events = form.getAll('events').filter(isEventName);
	const url = (form.get('url') ?? '').trim();
	return events.length === 0 ? { url } : { url, events };
}

export function readEventForm(body: unknown): EventName | undefined {
	const event = fieldsOf(body).get('event');
	return isEventName(event) ? event : undefined;
}

function fieldsOf(body: unknown): URLSearchParams {
	return new URLSearchParams(typeof body === 'string' ? body : '');
}
