import { LaunchError } from './messages.mjs';
import { logFile } from './paths.mjs';

/** Plainly made up: this n8n listens on loopback only and holds sandbox data. */
export const owner = {
	email: 'owner@example.com',
	firstName: 'Sandbox',
	lastName: 'Owner',
	password: 'Only-on-this-machine-1',
};

/** n8n's own REST API, as its editor uses it. */
export class N8nApi {
	#cookie = '';

	/** @param {string} url */
	constructor(url) {
		this.url = url;
	}

	/**
	 * @param {string} step what is being done, for the message if n8n refuses
	 * @param {string} method
	 * @param {string} path
	 * @param {unknown} [body]
	 * @returns {Promise<unknown>} the `data` of the answer
	 */
	async request(step, method, path, body) {
		const response = await fetch(`${this.url}/rest${path}`, {
			method,
			headers: { 'content-type': 'application/json', cookie: this.#cookie },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
			signal: AbortSignal.timeout(60_000),
		});
		const text = await response.text();
		if (!response.ok) {
			const answer = `${response.status} ${text.slice(0, 300)}`;
			throw new LaunchError('provisioning', { step, answer, log: logFile('n8n') });
		}
		const cookie = response.headers.getSetCookie().find((each) => each.startsWith('n8n-auth='));
		if (cookie) this.#cookie = cookie.split(';', 1)[0] ?? '';
		return text ? JSON.parse(text).data : undefined;
	}

	/** Creates the owner on a fresh n8n, logs in on any other. */
	async enter() {
		const settings = /** @type {{ userManagement: { showSetupOnFirstLoad: boolean } }} */ (
			await this.request('reading its settings', 'GET', '/settings')
		);
		if (settings.userManagement.showSetupOnFirstLoad) {
			await this.request('creating the owner', 'POST', '/owner/setup', owner);
			return;
		}
		await this.request('logging in', 'POST', '/login', {
			emailOrLdapLoginId: owner.email,
			password: owner.password,
		});
	}
}
