import type { JsonObject } from '../json.ts';

/**
 * Whether an update completes a task. The specification shows neither the fields of a task nor what emits
 * task.completed, so this is the sandbox's own choice: a status such as "done", or a field `completed` or `done`.
 */
export function completes(before: JsonObject, after: JsonObject): boolean {
	return isComplete(after) && !isComplete(before);
}

function isComplete(task: JsonObject): boolean {
	const words = [task.status, task.state].map((word) => String(word).toLowerCase());
	return (
		task.completed === true ||
		task.done === true ||
		words.some((word) => ['completed', 'complete', 'done'].includes(word))
	);
}
