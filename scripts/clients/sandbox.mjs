/**
 * @typedef {Record<string, unknown>} Fields
 *
 * A request that the sandbox has had.
 *
 * @typedef {object} Recorded
 * @property {string} method
 * @property {string} path
 * @property {string} query
 * @property {Record<string, string>} headers
 * @property {string} bodyText
 * @property {unknown} [body]
 * @property {number} [status]
 *
 * @typedef {ReturnType<typeof sandboxControl>} SandboxControl
 */

/**
 * The sandbox's control plane, from outside: for the tests and the benchmarks.
 *
 * @param {string} origin
 */
export function sandboxControl(origin) {
	/**
	 * @param {string} method
	 * @param {string} path
	 * @param {Fields} [body]
	 */
	const control = async (method, path, body) => {
		const response = await fetch(`${origin}/_sandbox${path}`, {
			method,
			headers: body ? { 'content-type': 'application/json' } : {},
			...(body ? { body: JSON.stringify(body) } : {}),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`sandbox: ${method} ${path}: ${response.status} ${text}`);
		return text ? JSON.parse(text) : undefined;
	};
	return {
		control,
		reset: () => control('POST', '/reset'),
		/** @param {Partial<import('../../sandbox/settings').Settings>} change */
		settings: (change) => control('PATCH', '/settings', change),
		/** @returns {Promise<Recorded[]>} */
		requests: () => control('GET', '/requests'),
		forget: () => control('DELETE', '/requests'),
		/** @param {string} resource @param {Fields} record */
		addRecord: (resource, record) => control('POST', `/records/${resource}`, { record }),
		/** @param {string} resource @returns {Promise<Fields[]>} */
		records: (resource) => control('GET', `/records/${resource}`),
		/** @returns {Promise<string>} a new key, with a quota of its own */
		key: async () => (await control('POST', '/keys')).key,
		/**
		 * Replaces the records of a resource by `count` new ones. `{n}` in a string becomes the record's number, from 1.
		 *
		 * @param {string} resource
		 * @param {Fields} record
		 * @param {number} count
		 */
		async fill(resource, record, count) {
			await control('DELETE', `/records/${resource}`);
			await control('POST', `/records/${resource}`, { record, count });
		},
	};
}
