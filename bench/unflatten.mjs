/**
 * n8n stores an execution as a list of values in which objects hold, as text, the index of each of their values.
 *
 * @param {string} text
 * @returns {unknown}
 */
export function unflatten(text) {
	/** @type {unknown[]} */
	const values = JSON.parse(text);
	/** @type {Map<string, unknown>} */
	const done = new Map();
	/**
	 * @param {string} index
	 * @returns {unknown}
	 */
	const resolve = (index) => {
		if (done.has(index)) return done.get(index);
		const value = values[Number(index)];
		if (typeof value !== 'object' || value === null) return value;
		/** @type {Record<string, unknown> | unknown[]} */
		const whole = Array.isArray(value) ? [] : {};
		done.set(index, whole);
		for (const [key, part] of Object.entries(value)) {
			Object.assign(whole, { [key]: typeof part === 'string' ? resolve(part) : part });
		}
		return whole;
	};
	return resolve('0');
}
