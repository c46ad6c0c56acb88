import type { KeyInput } from '../control/schema.ts';
import type { ApiKey } from '../store/keys.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { confirmButton, table, timeOf } from './parts.ts';

const planNames: Record<KeyInput['plan'], string> = {
	pro: 'Pro',
	enterprise: 'Enterprise',
	none: 'No API access',
};

/** The section API Keys: make, see and revoke keys. */
export function keysSection(keys: readonly ApiKey[], notice: Html | ''): Html {
	return html`<section class="card" id="api-keys">
		<h2>API Keys</h2>
		<p class="soft">
			Send a key in the Authorization header as “Bearer”, a space and the key. Do not use it in
			client-side code. Production keys start with ac_live_, sandbox keys with ac_test_.
		</p>
		${notice} ${table('API keys', ['Name', 'Key', 'Plan', 'Created', 'Action'], keys.map(keyRow))}
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
	const revoke = confirmButton({
		id: `revoke-${key.id}`,
		what: 'Revoke key',
		which: key.name,
		question: `Revoke the key “${key.name}”? Requests with it will be rejected. This cannot be undone.`,
		action: `/settings/keys/${key.id}/revoke`,
	});
	return html`<tr class="${revoked ? 'revoked' : ''}">
		<td>${key.name}</td>
		<td><code>${key.masked}</code></td>
		<td>${planNames[key.plan]}</td>
		<td>${timeOf(key.createdAt)}</td>
		<td>${revoked ? 'Revoked' : revoke}</td>
	</tr>`;
}
