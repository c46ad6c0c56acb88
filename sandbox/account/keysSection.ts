import type { ApiKey, Plan } from '../store/keys.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { timeOf } from './times.ts';

const planNames: Record<Plan, string> = {
	pro: 'Pro',
	enterprise: 'Enterprise',
	none: 'Without API access',
};

/** The section API Keys: make, see and revoke keys. */
export function keysSection(keys: readonly ApiKey[]): Html {
	return html`<section class="card" id="api-keys">
		<h2>API Keys</h2>
		<p class="soft">
			A key goes into the Authorization header as “Bearer” and the key. Keep it out of client-side
			code. Production keys start with ac_live_, sandbox keys with ac_test_.
		</p>
		<div class="scroll">
			<table>
				<thead>
					<tr>
						<th>Name</th>
						<th>Key</th>
						<th>Plan</th>
						<th>Made</th>
						<th></th>
					</tr>
				</thead>
				<tbody>
					${keys.map(keyRow)}
				</tbody>
			</table>
		</div>
		<h3>New key</h3>
		<form class="row" method="post" action="/settings/keys">
			<label class="wide">Name <input name="name" required maxlength="80" value="My key" /></label>
			<label
				>Plan
				<select name="plan">
					${Object.entries(planNames).map(
						([plan, name]) => html`<option value="${plan}">${name}</option>`,
					)}
				</select>
			</label>
			<label
				>Kind
				<select name="kind">
					<option value="test">Sandbox (ac_test_)</option>
					<option value="live">Production (ac_live_)</option>
				</select>
			</label>
			<button class="main">Create key</button>
		</form>
	</section>`;
}

function keyRow(key: ApiKey): Html {
	const revoked = key.revokedAt !== null;
	const last = revoked
		? html`revoked`
		: html`<form method="post" action="/settings/keys/${key.id}/revoke">
				<button>Revoke</button>
			</form>`;
	return html`<tr class="${revoked ? 'revoked' : ''}">
		<td>${key.name}</td>
		<td><code>${key.masked}</code></td>
		<td>${planNames[key.plan]}</td>
		<td>${timeOf(key.createdAt)}</td>
		<td>${last}</td>
	</tr>`;
}
