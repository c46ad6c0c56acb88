import type { ApiKey } from '../store/keys.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { keysSection } from './keysSection.ts';
import type { Notice } from './notices.ts';
import { style } from './style.ts';
import { webhooksSection } from './webhooksSection.ts';
import type { WebhooksView } from './webhooksSection.ts';

export interface PageView extends WebhooksView {
	baseUrl: string;
	keys: readonly ApiKey[];
	notice: Notice | undefined;
}

/** The account settings: the page on which the service's documentation places keys and webhooks. */
export function page(view: PageView): string {
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
					Project Workspace sandbox on this machine. Base address of the API:
					<code>${view.baseUrl}</code>
				</p>
				<nav>
					<a href="#api-keys">API Keys</a> <a href="#webhooks">Webhooks</a>
					<a href="#deliveries">Deliveries</a>
				</nav>
			</header>
			<main>
				${view.notice ? noticeCard(view.notice) : ''} ${keysSection(view.keys)}
				${webhooksSection(view)}
			</main>
		</body>
	</html>`;
	return `<!doctype html>\n${body.text}\n`;
}

function noticeCard(notice: Notice): Html {
	return html`<div class="card notice" role="status">
		<h2>${notice.title}</h2>
		<p>${notice.text}</p>
		${notice.secret === undefined ? '' : html`<code class="secret">${notice.secret}</code>`}
	</div>`;
}
