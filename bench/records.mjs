/** @typedef {import('./stage.mjs').Stage} Stage */

/** A rate limit that no measurement reaches. */
export const AMPLE = {
	mode: /** @type {const} */ ('fixedWindow'),
	limit: 1_000_000,
	windowMs: 60_000,
};

/** Users `u1` … in the sandbox, and the items that get them. @param {Stage} stage @param {number} count */
export async function users(stage, count) {
	const record = { id: 'u{n}', name: 'User {n}', email: 'user{n}@example.com', role: 'member' };
	await stage.sandbox.fill('users', record, count);
	return Array.from({ length: count }, (_, index) => ({ id: `u${index + 1}` }));
}

/** Tasks `t1` … in the sandbox. @param {Stage} stage @param {number} count */
export const fillTasks = (stage, count) =>
	stage.sandbox.fill(
		'tasks',
		{
			id: 't{n}',
			title: 'Task {n}',
			description: 'What has to be done in task {n}, in one sentence of average length.',
			project_id: 'project_site',
			status: 'open',
			priority: 'normal',
			tags: ['one', 'two'],
		},
		count,
	);

/** The records in a node's output: one for each item, or a page of them. @param {Array<Record<string, unknown>>} output */
export const recordsIn = (output) =>
	output.flatMap((json) =>
		Array.isArray(json.data) ? /** @type {typeof output} */ (json.data) : [json],
	);
