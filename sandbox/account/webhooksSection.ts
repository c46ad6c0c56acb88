import type { Delivery } from '../store/deliveries.ts';
import type { Webhook } from '../store/webhooks.ts';
import { parseJsonObject } from '../json.ts';
import { eventNames } from '../webhooks/eventNames.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { confirmButton, copyable, label, table, timeOf } from './parts.ts';

const COLUMNS = ['Time', 'Event', 'To', 'State', 'Attempts', 'Last response', 'Action'];

/** The section Webhooks: URLs with their secrets. `signatureHeader` is the name of the header of the signature. */
export function webhooksSection(
	webhooks: readonly Webhook[],
	signatureHeader: string,
	notice: Html | '',
): Html {
	return html`<section class="card" id="webhooks">
		<h2>Webhooks</h2>
		<p class="soft">
			The service sends each event to these URLs as a JSON POST request. It is signed with the
			webhook’s secret, in the ${signatureHeader} header.
		</p>
		${notice} ${webhooks.length === 0 ? html`<p>No webhooks yet.</p>` : webhooks.map(webhookCard)}
		<h3>New webhook</h3>
		<form class="row" method="post" action="/settings/webhooks">
			<label class="wide"
				>URL <input name="url" type="url" required placeholder="http://127.0.0.1:5678/webhook/…" />
			</label>
			<fieldset>
				<legend>Events (none selected = all)</legend>
				${eventNames.map(
					(name) =>
						html`<label><input type="checkbox" name="events" value="${name}" />${name}</label>`,
				)}
			</fieldset>
			<button class="main">Add webhook</button>
		</form>
	</section>`;
}

/** The section Deliveries: what was sent to the webhooks, and their responses. */
export function deliveriesSection(deliveries: readonly Delivery[], notice: Html | ''): Html {
	return html`<section class="card" id="deliveries">
		<h2>Recent deliveries</h2>
		${notice}
		${deliveries.length === 0
			? html`<p>No deliveries yet.</p>`
			: table('Recent deliveries', COLUMNS, deliveries.map(deliveryRow))}
	</section>`;
}

function webhookCard({ id, url, events, secret }: Webhook): Html {
	const action = `/settings/webhooks/${id}`;
	const which = `of ${url}`;
	return html`<div class="card">
		${copyable(url, 'the URL')}
		<p class="soft">${events.length === eventNames.length ? 'All events' : events.join(', ')}</p>
		<details>
			<summary>${label('Signing secret', which)}</summary>
			${copyable(secret, `the signing secret ${which}`, 'secret')}
		</details>
		<div class="row">
			<form class="row" method="post" action="${action}/test">
				<label
					>Event
					<select name="event">
						${events.map((name) => html`<option>${name}</option>`)}
					</select>
				</label>
				<button>${label('Send a test event', `to ${url}`)}</button>
				<button formaction="${action}/renew">${label('Renew secret', which)}</button>
			</form>
			${confirmButton({
				id: `delete-${id}`,
				what: 'Delete webhook',
				which: url,
				question: `Delete the webhook ${url}? Its pending deliveries will not be sent.`,
				action: `${action}/delete`,
			})}
		</div>
	</div>`;
}

function deliveryRow({ id, attempts, createdAt, event, state, url }: Delivery): Html {
	const last = attempts.at(-1);
	const response = last ? `${last.status ?? ''} ${last.error ?? said(last.response)}`.trim() : '';
	return html`<tr>
		<td>${timeOf(createdAt)}</td>
		<td>${event}</td>
		<td><code>${url}</code></td>
		<td class="${state}">${state}</td>
		<td>${attempts.length}</td>
		<td><code>${response}</code></td>
		<td>
			<form method="post" action="/settings/deliveries/${id}/resend">
				<button>${label('Send again', `${event} of ${timeOf(createdAt)}`)}</button>
			</form>
		</td>
	</tr>`;
}

/** The whole text of a response, since the advice comes last; of JSON, its sentences. */
function said(response: string | null): string {
	const { error, message } = parseJsonObject(response ?? '') ?? {};
	const sentences = [error, message].filter((text) => typeof text === 'string');
	return sentences.length > 0 ? sentences.join('. ') : (response ?? '');
}
