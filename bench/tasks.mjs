/**
 * Tasks `t1` … in the sandbox.
 *
 * @param {import('./stage.mjs').Stage} stage
 * @param {number} count
 */
export const fillTasks = (stage, count) =>
	stage.sandbox.fill(
		'tasks',
		{
			id: 't{n}',
			title: 'Task {n}',
			description: 'What is to be done in task {n}, in one sentence of middling length.',
			project_id: 'project_site',
			status: 'open',
			priority: 'normal',
			tags: ['one', 'two'],
		},
		count,
	);

/**
 * The records in what a node gave: one for each item, or a page of them.
 *
 * @param {Array<Record<string, unknown>>} output
 */
export const recordsIn = (output) =>
	output.flatMap((json) =>
		Array.isArray(json.data) ? /** @type {typeof output} */ (json.data) : [json],
	);
