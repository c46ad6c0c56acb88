import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import type { Sandbox } from '../../sandbox';
import { until } from '../until';
import { api, sharedSandbox } from './support/client.ts';
import { startReceiver } from './support/receiver.ts';

describe('the account settings page', () => {
	let sandbox: Sandbox;
	sharedSandbox((started) => (sandbox = started));

	const show = async (path = '/settings') => (await fetch(sandbox.origin + path)).text();

	/** Sends a form as a browser would, and returns the next page. */
	async function submit(
		path: string,
		fields: Array<[string, string]> = [],
		headers: Record<string, string> = {},
	): Promise<{ status: number; text: string; address: string }> {
		const response = await fetch(sandbox.origin + path, {
			method: 'POST',
			body: new URLSearchParams(fields),
			headers: { Origin: sandbox.origin, 'Sec-Fetch-Site': 'same-origin', ...headers },
		});
		return { status: response.status, text: await response.text(), address: response.url };
	}

	const secretIn = (text: string) =>
		/<code class="secret">([^<]+)<\/code>/.exec(text)?.[1]?.replaceAll('&#39;', "'") ?? '';

	test('has the sections API Keys and Webhooks, one script that its policy names, and nothing from other servers', async () => {
		const response = await fetch(`${sandbox.origin}/settings`);
		const text = await response.text();
		expect(text).toContain('<h2>API Keys</h2>');
		expect(text).toContain('<h2>Webhooks</h2>');
		expect(text).not.toMatch(/<link|<img|@import|url\(|src=/);
		const [script = '', ...others] = text.split('<script>').slice(1);
		expect(others).toEqual([]);
		const [code = ''] = script.split('</script>');
		const hash = createHash('sha256').update(code).digest('base64');
		const policy = response.headers.get('content-security-policy');
		expect(policy).toContain(`default-src 'none'; script-src 'sha256-${hash}'; `);
	});

	test('shows a new key once in full and then only masked', async () => {
		const after = await submit('/settings/keys', [
			['name', 'Mine'],
			['plan', 'enterprise'],
			['kind', 'live'],
		]);
		const key = secretIn(after.text);
		expect(key).toMatch(/^ac_live_[0-9a-f]{36}$/);
		const reply = await api(sandbox, 'GET', '/v1/users', { key });
		expect(reply.headers.get('x-ratelimit-remaining')).toBe('9999');
		const again = await (await fetch(after.address)).text();
		expect(again).not.toContain(key);
		expect(again).toContain(`ac_live_…${key.slice(-4)}`);
	});

	test('asks before it revokes a key or deletes a webhook', async () => {
		const { id } = sandbox.webhooks.add({ url: 'http://127.0.0.1:9/hook' });
		const [key] = sandbox.keyStore.list();
		const text = await show();
		for (const name of [`revoke-${key?.id}`, `delete-${id}`]) {
			expect(text).toMatch(new RegExp(`<button type="button" popovertarget="${name}">`));
			expect(text).toMatch(new RegExp(`<div popover id="${name}" role="alertdialog"[^>]*>`));
		}
	});

	test('revokes a key and says so', async () => {
		const { key, entry } = sandbox.keyStore.create({ name: 'Old', plan: 'pro', kind: 'test' });
		const { text } = await submit(`/settings/keys/${entry.id}/revoke`);
		expect(text).toContain('Requests with it are now rejected.');
		expect((await api(sandbox, 'GET', '/v1/users', { key })).status).toBe(401);
	});

	test('adds a webhook, tests it, sends a delivery again, renews the secret and deletes it', async () => {
		const receiver = await startReceiver();
		const added = await submit('/settings/webhooks', [
			['url', receiver.url],
			['events', 'task.created'],
			['events', 'user.invited'],
		]);
		const [webhook] = sandbox.webhooks.list();
		const { id = '', secret = '' } = webhook ?? {};
		expect(secretIn(added.text)).toBe(secret);
		expect(webhook).toMatchObject({ url: receiver.url, events: ['task.created', 'user.invited'] });

		await submit(`/settings/webhooks/${id}/test`, [['event', 'user.invited']]);
		await sandbox.deliveries.settled();
		expect(receiver.received[0]?.body).toContain('"event":"user.invited"');
		expect(await show()).toMatch(/user\.invited[\s\S]*class="delivered"[\s\S]*200 accepted/);

		const delivery = sandbox.deliveries.list()[0]?.id ?? '';
		await submit(`/settings/deliveries/${delivery}/resend`);
		await sandbox.deliveries.settled();
		expect(receiver.received).toHaveLength(2);
		expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body);

		const renewed = await submit(`/settings/webhooks/${id}/renew`);
		expect(secretIn(renewed.text)).toBe(sandbox.webhooks.list()[0]?.secret);
		expect(secretIn(renewed.text)).not.toBe(secret);

		await submit(`/settings/webhooks/${id}/delete`);
		expect(sandbox.webhooks.list()).toEqual([]);
		await receiver.close();
	});

	test.each([
		[
			'the sentences of JSON',
			{ error: 'Rejected', message: 'x'.repeat(400) },
			`Rejected. ${'x'.repeat(400)}`,
		],
		['any other text', ['y'.repeat(400)], `[&quot;${'y'.repeat(400)}&quot;]`],
	])('shows the whole response to a delivery: %s', async (_, body, shown) => {
		const receiver = await startReceiver();
		receiver.statuses = [401];
		receiver.reply = JSON.stringify(body);
		sandbox.webhooks.add({ url: receiver.url });
		const [{ id = '' } = {}] = sandbox.webhooks.list();
		await submit(`/settings/webhooks/${id}/test`, [['event', 'user.invited']]);
		await receiver.got(1);
		await until(async () => (await show()).includes(`<code>401 ${shown}</code>`), 'the response');
		await receiver.close();
	});

	test('has a button to copy the base URL, a new key, and the URL and the secret of a webhook', async () => {
		const { text } = await submit('/settings/keys', [
			['name', 'Mine'],
			['plan', 'pro'],
			['kind', 'test'],
		]);
		const webhook = sandbox.webhooks.add({ url: 'http://127.0.0.1:9/hook' });
		const copied = [
			...(text + (await show())).matchAll(
				/<code[^>]*>([^<]*)<\/code>\s*<button type="button" class="copy">/g,
			),
		];
		const texts = copied.map(([, each]) => each);
		for (const each of [sandbox.baseUrl, secretIn(text), webhook.url, webhook.secret])
			expect(texts).toContain(each);
	});

	test.each(['', 'nonsense', 'file:///etc/hosts', 'javascript:alert(1)'])(
		'rejects "%s" as the URL of a webhook and says why',
		async (url) => {
			const { text } = await submit('/settings/webhooks', [['url', url]]);
			expect(text).toContain('url must be a full http:// or https:// URL');
			expect(sandbox.webhooks.list()).toEqual([]);
		},
	);

	test('shows HTML in names and URLs as text', async () => {
		const evil = `<script>alert('1')</script>"&`;
		await submit('/settings/keys', [['name', evil]]);
		sandbox.webhooks.add({
			url: `http://127.0.0.1:9/?q="><script>alert(2)</script>`,
			secret: evil,
		});
		const text = await show();
		expect(text.match(/<script/g)).toHaveLength(1);
		expect(text).toContain('&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot;&amp;');
	});

	test.each<[string, Record<string, string>]>([
		['another origin', { Origin: 'http://evil.example.com' }],
		['an unknown origin', { Origin: 'null' }],
		['another port of this machine', { Origin: 'http://127.0.0.1:1' }],
		['another site', { 'Sec-Fetch-Site': 'cross-site' }],
		['another site of the same domain', { 'Sec-Fetch-Site': 'same-site' }],
	])('rejects a form from %s', async (_name, headers) => {
		const before = sandbox.keyStore.list().length;
		const page = await submit('/settings/keys', [['name', 'X']], headers);
		const control = await submit('/_sandbox/reset', [], headers);
		expect([page.status, control.status]).toEqual([403, 403]);
		expect(sandbox.keyStore.list()).toHaveLength(before);
	});

	test.each(['evil.example.com', '127.0.0.1.evil.example.com', 'localhost.evil.example.com:80'])(
		'rejects the host name %s, which a website may point to this machine',
		async (host) => {
			const statusOf = (path: string) =>
				new Promise((resolve, reject) => {
					httpRequest(sandbox.origin + path, { headers: { host } }, (response) => {
						response.resume();
						resolve(response.statusCode);
					})
						.on('error', reject)
						.end();
				});
			for (const path of ['/settings', '/_sandbox/webhooks', '/v1/users', '/v1/none', '/none'])
				expect([path, await statusOf(path)]).toEqual([path, 403]);
		},
	);
});
