/**
 * @typedef {object} Recorded
 * @property {number} time when it came, in milliseconds since 1970
 * @property {string} path
 * @property {string} query
 * @property {number | null} [status]
 * @property {number} [durationMs]
 */

/** @typedef {ReturnType<typeof sandboxControl>} SandboxControl */

/**
 * The sandbox's control plane.
 *
 * @param {string} origin
 */
export function sandboxControl(origin) {
	/**
	 * @param {string} method
	 * @param {string} path
	 * @param {unknown} [body]
	 */
	const ask = async (method, path, body) => {
		const response = await fetch(`${origin}/_sandbox${path}`, {
			method,
			headers: body === undefined ? {} : { 'content-type': 'application/json' },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`sandbox: ${method} ${path}: ${response.status} ${text}`);
		return JSON.parse(text);
	};
	return {
		reset: () => ask('POST', '/reset'),
		/** @param {Record<string, unknown>} change */
		settings: (change) => ask('PATCH', '/settings', change),
		forget: () => ask('DELETE', '/requests'),
		/** @returns {Promise<Recorded[]>} */
		requests: () => ask('GET', '/requests'),
		/** @returns {Promise<string>} a new key, with a quota of its own */
		key: async () => (await ask('POST', '/keys', { name: 'Bench', plan: 'enterprise' })).key,
		/**
		 * Puts `count` records in place, numbered from 1 where the text says {n}.
		 *
		 * @param {string} resource
		 * @param {Record<string, unknown>} record
		 * @param {number} count
		 */
		async fill(resource, record, count) {
			await ask('DELETE', `/records/${resource}`);
			await ask('POST', `/records/${resource}`, { record, count });
		},
	};
}
