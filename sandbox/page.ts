import { eventNames } from './api.ts';
import type { Delivery } from './deliveries.ts';
import { html, Html } from './html.ts';
import { InputError } from './http.ts';
import type { Reply, Request } from './http.ts';
import type { Sandbox } from './sandbox.ts';
import type { Webhook } from './store.ts';

const SHOWN_DELIVERIES = 50;

/** No scripts, no resources of other sites, and no frames on other sites. */
const POLICY =
	"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The page's looks. Colors follow the system's light or dark setting. */
const style = new Html(`
:root { color-scheme: light dark; --line: light-dark(#7f8894, #747d8c); }
body { margin: 0 auto; padding: 2rem 1rem; max-width: 62rem; font: 15px/1.5 system-ui, sans-serif; }
section, .card, .notice { border: 1px solid var(--line); border-radius: 10px; padding: 1rem; margin: 1rem 0; }
h1, h2 { margin: 0; }
table { border-collapse: collapse; }
td { padding: .25rem .75rem .25rem 0; vertical-align: top; }
code { overflow-wrap: anywhere; user-select: all; }
form, fieldset { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; }
.delivered { color: light-dark(#1a7a43, #63d394); }
.failed { color: light-dark(#b3261e, #ff8d85); }
`);

/** The account settings: plain forms, each of which leads back to the page with a notice. */
export function accountPage(sandbox: Sandbox, request: Request): Reply {
	if (request.path === '/') return { status: 302, headers: { Location: '/settings' } };
	if (request.method === 'GET') {
		return show(sandbox, new URLSearchParams(request.query).get('notice'));
	}

	const notice = submit(sandbox, new URLSearchParams(request.bodyText));
	const location = `/settings?${new URLSearchParams({ notice }).toString()}`;
	return { status: 303, headers: { Location: location } };
}

/** Does what a form asks for, and returns the notice. */
function submit(sandbox: Sandbox, form: URLSearchParams): string {
	const { deliveries, settings, store } = sandbox;
	const id = form.get('id') ?? '';

	try {
		switch (form.get('action')) {
			case 'add':
				store.addWebhook(form.get('url')?.trim() ?? '');
				return 'The webhook was added. Copy its signing secret into the credential.';
			case 'send': {
				const event = eventNames.find((name) => name === form.get('event'));
				const [record = {}] = store.list('task');
				const webhooks = store.webhooks.filter((webhook) => webhook.id === id);
				if (event) deliveries.emit(event, record, webhooks, settings);
				return 'The event is being sent.';
			}
			case 'delete':
				store.removeWebhook(id);
				return 'The webhook was deleted.';
			default:
				return 'Nothing was changed.';
		}
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		return `Nothing was changed: ${error.message}.`;
	}
}

function show(sandbox: Sandbox, notice: string | null): Reply {
	const { store, deliveries } = sandbox;
	const log = deliveries.list().slice(0, SHOWN_DELIVERIES);

	const page = html`<html lang="en">
		<head>
			<meta charset="utf-8" />
			<meta name="viewport" content="width=device-width, initial-scale=1" />
			<title>Account settings · Project Workspace sandbox</title>
			<style>
				${style}
			</style>
		</head>
		<body>
			<h1>Account settings</h1>
			<p>Project Workspace sandbox on this machine. Base URL: <code>${sandbox.baseUrl}</code></p>
			${notice === null ? '' : html`<p class="notice" role="status">${notice}</p>`}
			<section id="api-keys">
				<h2>API Keys</h2>
				<table>
					${[...store.keys].map(
						([key, { name }]) =>
							html`<tr>
								<td>${name}</td>
								<td><code>${key}</code></td>
							</tr>`,
					)}
				</table>
			</section>
			<section id="webhooks">
				<h2>Webhooks</h2>
				<p>Each event is sent to these URLs, with its signature in X-Service-Signature.</p>
				${store.webhooks.map(webhookCard)}
				<h3>New webhook</h3>
				<form method="post" action="/settings">
					<input type="hidden" name="action" value="add" />
					<label>URL <input name="url" type="url" required size="60" /></label>
					<button>Add webhook</button>
				</form>
			</section>
			<section id="deliveries">
				<h2>Recent deliveries</h2>
				<table>
					${log.map(deliveryRow)}
				</table>
			</section>
		</body>
	</html>`;

	return {
		status: 200,
		headers: {
			'Cache-Control': 'no-store',
			'Content-Security-Policy': POLICY,
			'Content-Type': 'text/html; charset=utf-8',
			// With 'no-referrer', browsers send "Origin: null" with the page's own forms.
			'Referrer-Policy': 'same-origin',
		},
		text: `<!doctype html>\n${page.text}\n`,
	};
}

function webhookCard({ id, url, secret }: Webhook): Html {
	return html`<div class="card">
		<p><code>${url}</code></p>
		<p>Signing secret: <code class="secret">${secret}</code></p>
		<form method="post" action="/settings">
			<input type="hidden" name="id" value="${id}" />
			<label
				>Event
				<select name="event">
					${eventNames.map((name) => html`<option>${name}</option>`)}
				</select></label
			>
			<button name="action" value="send">Send event</button>
			<button name="action" value="delete">Delete webhook</button>
		</form>
	</div>`;
}

function deliveryRow({ event, url, state, attempts, lastResponse, createdAt }: Delivery): Html {
	return html`<tr>
		<td>${new Date(createdAt).toISOString().slice(11, 19)}</td>
		<td>${event}</td>
		<td><code>${url}</code></td>
		<td class="${state}">${state}, attempts: ${attempts}</td>
		<td><code>${lastResponse}</code></td>
	</tr>`;
}
