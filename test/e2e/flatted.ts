/**
 * n8n stores an execution as a list of values in which objects hold, as text, the index of each of their values.
 * Strings are values of the list as well, so a text inside an object is always an index.
 */
export function unflatten(text: string): unknown {
	const values = JSON.parse(text) as unknown[];
	const done = new Map<string, unknown>();
	const resolve = (index: string): unknown => {
		if (done.has(index)) return done.get(index);
		const value = values[Number(index)];
		if (typeof value !== 'object' || value === null) return value;
		const whole: Record<string, unknown> | unknown[] = Array.isArray(value) ? [] : {};
		done.set(index, whole);
		for (const [key, part] of Object.entries(value)) {
			Object.assign(whole, { [key]: typeof part === 'string' ? resolve(part) : part });
		}
		return whole;
	};
	return resolve('0');
}
