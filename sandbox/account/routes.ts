/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { eventSchema, keySchema, webhookSchema } from '../control/schema.ts';
import { guard } from '../guard.ts';
import { checked, InputError } from '../input.ts';
import { isJsonObject } from '../json.ts';
import type { Parts } from '../parts.ts';
import { copyScriptHash } from './copyScript.ts';
import { Notices } from './notices.ts';
import type { Notice } from './notices.ts';
import { page } from './page.ts';

type WithId = { Params: { id: string } };

const SHOWN_DELIVERIES = 50;

/** No other scripts, no resources of other sites, and no frames on other sites. */
const POLICY = `default-src 'none'; script-src ${copyScriptHash}; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** The account settings page: plain forms. After each, the browser is redirected to a notice on the page. */
export function addAccountPage(app: FastifyInstance, parts: Parts): void {
	const notices = new Notices();
	const back = (reply: FastifyReply, notice: Notice) =>
		reply.redirect(`/settings?notice=${notices.put(notice)}#notice`, 303);

	app.get('/', { onRequest: guard }, (_request, reply) => reply.redirect('/settings', 302));
	// Browsers request it with every page. It must not be recorded as a request to the API.
	app.get('/favicon.ico', (_request, reply) => reply.code(204).send());

	void app.register(
		async (account) => {
			account.addHook('onRequest', guard);
			account.setErrorHandler((error: FastifyError, request, reply) => {
				if (!(error instanceof InputError)) return reply.code(500).send(error.message);
				const section = request.url.startsWith('/settings/keys') ? 'api-keys' : 'webhooks';
				return back(reply, { section, title: 'Nothing was changed', text: `${error.message}.` });
			});

			account.get('/', (request, reply) => {
				const asked = isJsonObject(request.query) ? request.query.notice : undefined;
				const text = page({
					baseUrl: `http://${request.headers.host ?? ''}/v1`,
					keys: parts.keys.list(),
					webhooks: parts.webhooks.list(),
					deliveries: parts.deliveries.list(SHOWN_DELIVERIES),
					signatureHeader: parts.settings.current.signature.header,
					notice: typeof asked === 'string' ? notices.take(asked) : undefined,
				});
				return (
					reply
						.header('Content-Security-Policy', POLICY)
						.header('Cache-Control', 'no-store')
						// With 'no-referrer', browsers send "Origin: null", and the guard would reject the page's own forms.
						.header('Referrer-Policy', 'same-origin')
						.type('text/html; charset=utf-8')
						.send(text)
				);
			});

			account.post('/keys', (request, reply) => {
				const input = checked(keySchema, Object.fromEntries(formOf(request.body)));
				const { key, entry } = parts.keys.create(input);
				const text = 'Copy it now: it is not shown again.';
				const title = `New key “${entry.name}”`;
				return back(reply, { section: 'api-keys', title, text, secret: key });
			});
			account.post<WithId>('/keys/:id/revoke', (request, reply) => {
				const done = parts.keys.revoke(request.params.id);
				const text = done ? 'Requests with it are now rejected.' : 'There is no such key.';
				const title = done ? 'The key was revoked' : 'Nothing was changed';
				return back(reply, { section: 'api-keys', title, text });
			});

			const aboutWebhook = (reply: FastifyReply, title: string, text: string, secret?: string) =>
				back(reply, { section: 'webhooks', title, text, secret });
			const noWebhook = (reply: FastifyReply) =>
				aboutWebhook(reply, 'Nothing was changed', 'There is no such webhook.');
			account.post('/webhooks', (request, reply) => {
				const form = formOf(request.body);
				const events = form.has('events') ? form.getAll('events') : 'all';
				const input = checked(webhookSchema, { url: form.get('url') ?? '', events });
				const { secret, url } = parts.webhooks.add(input);
				const text = `Deliveries to ${url} are signed with this secret:`;
				return aboutWebhook(reply, 'The webhook was added', text, secret);
			});
			account.post<WithId>('/webhooks/:id/delete', (request, reply) =>
				parts.removeWebhook(request.params.id)
					? aboutWebhook(
							reply,
							'The webhook was deleted',
							'Its pending deliveries will not be sent.',
						)
					: noWebhook(reply),
			);
			account.post<WithId>('/webhooks/:id/renew', (request, reply) => {
				const webhook = parts.webhooks.renewSecret(request.params.id);
				if (!webhook) return noWebhook(reply);
				const text =
					'Deliveries are also signed with the previous secret, if the layout allows two signatures.';
				return aboutWebhook(reply, 'New secret', text, webhook.secret);
			});
			account.post<WithId>('/webhooks/:id/test', (request, reply) => {
				const { event, data } = checked(eventSchema, Object.fromEntries(formOf(request.body)));
				const sent = parts.events.emit(event, data, request.params.id);
				if (sent.length === 0) return noWebhook(reply);
				const text = `${event} is being sent.`;
				return back(reply, { section: 'deliveries', title: 'Test event', text });
			});

			account.post<WithId>('/deliveries/:id/resend', (request, reply) => {
				const done = parts.queue.resend(request.params.id);
				const text = done ? 'The delivery is being sent again.' : 'There is no such delivery.';
				return back(reply, { section: 'deliveries', title: 'Send again', text });
			});
		},
		{ prefix: '/settings' },
	);
}

function formOf(body: unknown): URLSearchParams {
	return new URLSearchParams(typeof body === 'string' ? body : '');
}
