import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { LaunchError } from '../launch/error.mjs';

const REQUEST_WITHIN_MS = 60_000;
const READY_WITHIN_MS = 30_000;

/** Made up. The password is not public: pages and programs on this machine could log in with it. */
export const owner = { email: 'owner@example.com', firstName: 'Sandbox', lastName: 'Owner' };

/** n8n requires a capital letter and a digit. */
export const newPassword = () => `N8n-${randomBytes(18).toString('base64url')}`;

/** n8n's own REST API, as its editor uses it: for the launcher, the tests and the benchmarks. */
export class N8nApi {
	#password;
	#email;

	/**
	 * @param {string} url
	 * @param {string} password of the owner
	 * @param {string} [email] of the owner
	 */
	constructor(url, password, email = owner.email) {
		this.url = url;
		this.#password = password;
		this.#email = email;
		/** The cookie of the owner, once logged in. */
		this.session = '';
	}

	/**
	 * @param {string} method
	 * @param {string} path
	 * @param {unknown} [body]
	 * @returns {Promise<unknown>} the `data` of the response, if there is any
	 */
	async request(method, path, body) {
		const { response, text } = await this.#send(path, {
			method,
			headers: { 'content-type': 'application/json', cookie: this.session },
			body: JSON.stringify(body),
		});
		if (!response.ok) {
			const message = `n8n rejected ${method} ${path}: (${response.status} ${text}).`;
			throw new LaunchError(message, '`npm start -- --reset` starts over with fresh data.');
		}

		const cookie = response.headers.getSetCookie().find((each) => each.startsWith('n8n-auth='));
		if (cookie) this.session = cookie.split(';', 1)[0] ?? '';
		return text ? JSON.parse(text).data : undefined;
	}

	/** @param {string} path @param {unknown} body @returns {Promise<string>} the ID */
	async create(path, body) {
		const created = await this.request('POST', path, body);

		return /** @type {{ id: string }} */ (created).id;
	}

	/** @param {string} path @param {RequestInit} init @returns {Promise<{ response: Response, text: string }>} */
	async #send(path, init) {
		const deadline = Date.now() + READY_WITHIN_MS;

		for (;;) {
			const signal = AbortSignal.timeout(REQUEST_WITHIN_MS);
			const response = await fetch(`${this.url}/rest${path}`, { ...init, signal });
			const text = await response.text();
			// n8n checks its database every few seconds, and did not process the request because one check took too long.
			const isTooEarly = response.status === 503 && text.includes('Database is not ready');
			if (!isTooEarly || Date.now() > deadline) return { response, text };
			await pause(500);
		}
	}

	/** Creates the owner on a fresh n8n, logs in on any other. */
	async enter() {
		const settings = /** @type {{ userManagement: { showSetupOnFirstLoad: boolean } }} */ (
			await this.request('GET', '/settings')
		);
		if (settings.userManagement.showSetupOnFirstLoad) {
			const setup = { ...owner, email: this.#email, password: this.#password };
			await this.request('POST', '/owner/setup', setup);
			return;
		}
		const login = { emailOrLdapLoginId: this.#email, password: this.#password };
		await this.request('POST', '/login', login);
	}
}
