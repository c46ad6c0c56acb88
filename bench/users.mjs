/** A quota that plays no part. */
export const AMPLE = {
	mode: /** @type {const} */ ('fixedWindow'),
	limit: 1_000_000,
	windowMs: 60_000,
};

/**
 * Users `u1` … in the sandbox, and the items that ask for them.
 *
 * @param {import('./stage.mjs').Stage} stage
 * @param {number} count
 */
export async function users(stage, count) {
	const record = { id: 'u{n}', name: 'User {n}', email: 'user{n}@example.com', role: 'member' };
	await stage.sandbox.fill('users', record, count);
	return Array.from({ length: count }, (_, index) => ({ id: `u${index + 1}` }));
}
