import type { ApiKey } from '../store/keys.ts';
import type { Delivery } from '../store/deliveries.ts';
import type { Webhook } from '../store/webhooks.ts';
import { copyScript } from './copyScript.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { keysSection } from './keysSection.ts';
import type { Notice } from './notices.ts';
import { copyable } from './parts.ts';
import { style } from './style.ts';
import { deliveriesSection, webhooksSection } from './webhooksSection.ts';

export interface PageView {
	baseUrl: string;
	keys: readonly ApiKey[];
	webhooks: readonly Webhook[];
	deliveries: readonly Delivery[];
	signatureHeader: string;
	notice: Notice | undefined;
}

/** The account settings, which have keys and webhooks according to the service's documentation. */
export function page(view: PageView): string {
	const noticeIn = (section: Notice['section']) =>
		view.notice?.section === section ? noticeCard(view.notice) : '';
	const body = html`<html lang="en">
		<head>
			<meta charset="utf-8" />
			<meta name="viewport" content="width=device-width, initial-scale=1" />
			<title>Account settings · Project Workspace sandbox</title>
			<style>
				${style}
			</style>
		</head>
		<body>
			<header>
				<h1>Account settings</h1>
				<p class="soft">
					Project Workspace sandbox on this machine. Base URL:
					${copyable(view.baseUrl, 'the base URL')}
				</p>
				<nav aria-label="Sections">
					<a href="#api-keys">API Keys</a> <a href="#webhooks">Webhooks</a>
					<a href="#deliveries">Deliveries</a>
				</nav>
			</header>
			<main>
				${keysSection(view.keys, noticeIn('api-keys'))}
				${webhooksSection(view.webhooks, view.signatureHeader, noticeIn('webhooks'))}
				${deliveriesSection(view.deliveries, noticeIn('deliveries'))}
			</main>
			${copyScript}
		</body>
	</html>`;
	return `<!doctype html>\n${body.text}\n`;
}

/** The URL after a form ends in its ID, so that the browser scrolls to it. */
function noticeCard(notice: Notice): Html {
	return html`<div class="notice" id="notice" role="status">
		<h3>${notice.title}</h3>
		<p>${notice.text}</p>
		${notice.secret === undefined ? '' : copyable(notice.secret, 'it', 'secret')}
	</div>`;
}
