import type { Delivery } from '../store/deliveries.ts';
import type { Webhook } from '../store/webhooks.ts';
import { eventNames } from '../webhooks/eventNames.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { timeOf } from './times.ts';

export interface WebhooksView {
	webhooks: readonly Webhook[];
	deliveries: readonly Delivery[];
	/** Name of the header that carries the signature. */
	signatureHeader: string;
}

/** The section Webhooks: addresses with their secrets, and what was sent to them. */
export function webhooksSection(view: WebhooksView): Html {
	return html`<section class="card" id="webhooks">
		<h2>Webhooks</h2>
		<p class="soft">
			On each event the service posts JSON to these addresses. Each delivery is signed with the
			webhook’s secret, in the header ${view.signatureHeader}.
		</p>
		${view.webhooks.length === 0 ? html`<p>No webhook yet.</p>` : view.webhooks.map(webhookCard)}
		<h3>New webhook</h3>
		<form class="row" method="post" action="/settings/webhooks">
			<label class="wide"
				>URL <input name="url" type="url" required placeholder="http://127.0.0.1:5678/webhook/…" />
			</label>
			<fieldset>
				<legend>Events (none ticked: all)</legend>
				${eventNames.map(
					(name) =>
						html`<label><input type="checkbox" name="events" value="${name}" />${name}</label>`,
				)}
			</fieldset>
			<button class="main">Add webhook</button>
		</form>
		<h3 id="deliveries">Recent deliveries</h3>
		${view.deliveries.length === 0 ? html`<p>Nothing was sent yet.</p>` : log(view.deliveries)}
	</section>`;
}

function webhookCard(webhook: Webhook): Html {
	const all = webhook.events.length === eventNames.length;
	const action = `/settings/webhooks/${webhook.id}`;
	return html`<div class="card">
		<code>${webhook.url}</code>
		<p class="soft">${all ? 'All events' : webhook.events.join(', ')}</p>
		<details>
			<summary>Signing secret</summary>
			<code class="secret">${webhook.secret}</code>
		</details>
		<form class="row" method="post" action="${action}/test">
			<label
				>Event
				<select name="event">
					${webhook.events.map((name) => html`<option>${name}</option>`)}
				</select>
			</label>
			<button>Send a test event</button>
			<button formaction="${action}/renew">Renew secret</button>
			<button formaction="${action}/delete">Delete</button>
		</form>
	</div>`;
}

function log(deliveries: readonly Delivery[]): Html {
	return html`<div class="scroll">
		<table>
			<thead>
				<tr>
					<th>Time</th>
					<th>Event</th>
					<th>To</th>
					<th>State</th>
					<th>Attempts</th>
					<th>Last answer</th>
					<th></th>
				</tr>
			</thead>
			<tbody>
				${deliveries.map(deliveryRow)}
			</tbody>
		</table>
	</div>`;
}

function deliveryRow(delivery: Delivery): Html {
	const last = delivery.attempts.at(-1);
	const answer = last ? `${last.status ?? ''} ${last.error ?? last.response ?? ''}`.trim() : '';
	return html`<tr>
		<td>${timeOf(delivery.createdAt)}</td>
		<td>${delivery.event}</td>
		<td><code>${delivery.url}</code></td>
		<td class="${delivery.state}">${delivery.state}</td>
		<td>${delivery.attempts.length}</td>
		<td><code>${answer.slice(0, 200)}</code></td>
		<td>
			<form method="post" action="/settings/deliveries/${delivery.id}/resend">
				<button>Send again</button>
			</form>
		</td>
	</tr>`;
}
