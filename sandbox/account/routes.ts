/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { guard } from '../guard.ts';
import { isJsonObject } from '../json.ts';
import type { AllParts } from '../parts.ts';
import { WebhookError } from '../store/webhooks.ts';
import { readEventForm, readKeyForm, readWebhookForm } from './forms.ts';
import { Notices } from './notices.ts';
import type { Notice } from './notices.ts';
import { page } from './page.ts';

type WithId = { Params: { id: string } };

const SHOWN_DELIVERIES = 50;

/** No script, nothing from elsewhere, no place in another page's frame. */
const POLICY =
	"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The account-settings page: plain forms, each followed by a redirect back to the page. */
export function addAccountPage(app: FastifyInstance, parts: AllParts): void {
	const notices = new Notices();
	const back = (reply: FastifyReply, section: string, notice: Notice) =>
		reply.redirect(`/settings?notice=${notices.put(notice)}#${section}`, 303);

	app.get('/', { onRequest: guard }, (_request, reply) => reply.redirect('/settings', 302));

	void app.register(
		async (account) => {
			account.addHook('onRequest', guard);

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
						// Not 'no-referrer': with it, browsers send "Origin: null" and the guard would refuse the page's own forms.
						.header('Referrer-Policy', 'same-origin')
						.type('text/html; charset=utf-8')
						.send(text)
				);
			});

			account.post('/keys', (request, reply) => {
				const { key, entry } = parts.keys.create(readKeyForm(request.body));
				const text = 'Copy it now: it is not shown again.';
				return back(reply, 'api-keys', { title: `New key “${entry.name}”`, text, secret: key });
			});
			account.post<WithId>('/keys/:id/revoke', (request, reply) => {
				const done = parts.keys.revoke(request.params.id);
				const text = done ? 'Requests with it are refused from now on.' : 'There is no such key.';
				return back(reply, 'api-keys', { title: 'Revoke', text });
			});

			account.post('/webhooks', (request, reply) => {
				try {
					const { secret, url } = parts.webhooks.add(readWebhookForm(request.body));
					const text = `Deliveries to ${url} are signed with this secret.`;
					return back(reply, 'webhooks', { title: 'Webhook added', text, secret });
				} catch (error) {
					const text = error instanceof WebhookError ? error.message : 'It could not be added.';
					return back(reply, 'webhooks', { title: 'No webhook added', text });
				}
			});
			account.post<WithId>('/webhooks/:id/delete', (request, reply) => {
				const done = parts.removeWebhook(request.params.id);
				const text = done ? 'Nothing more is sent to it.' : 'There is no such webhook.';
				return back(reply, 'webhooks', { title: 'Delete', text });
			});
			account.post<WithId>('/webhooks/:id/renew', (request, reply) => {
				const secret = parts.webhooks.renewSecret(request.params.id)?.secret;
				const text = secret
					? 'This is the new secret. The former one still signs along where the layout can hold both.'
					: 'There is no such webhook.';
				return back(reply, 'webhooks', { title: 'Renew secret', text, secret });
			});
			account.post<WithId>('/webhooks/:id/test', (request, reply) => {
				const event = readEventForm(request.body) ?? 'task.created';
				const record = { id: 'made_up_1', title: 'A test event: this record does not exist' };
				const sent = parts.events.emit(event, record, request.params.id).length;
				const text = sent > 0 ? `${event} is on its way.` : 'There is no such webhook.';
				return back(reply, 'deliveries', { title: 'Test event', text });
			});

			account.post<WithId>('/deliveries/:id/resend', (request, reply) => {
				const done = parts.queue.resend(request.params.id);
				const text = done ? 'It is on its way once more.' : 'There is no such delivery.';
				return back(reply, 'deliveries', { title: 'Send again', text });
			});
		},
		{ prefix: '/settings' },
	);
}
