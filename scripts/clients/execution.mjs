import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'flatted';

const ASK_EVERY_MS = 100;

/**
 * Waits until an execution is over.
 *
 * @param {(path: string) => Promise<unknown>} get
 * @param {string} id
 * @param {number} withinMs
 * @returns {Promise<{ status: string, data: string } | undefined>} `data` as the package flatted writes it; undefined
 *   if n8n does not keep this execution
 */
export async function executionOver(get, id, withinMs) {
	const deadline = Date.now() + withinMs;
	let overSince = Infinity;
	while (Date.now() < deadline) {
		const found = /** @type {{ status: string, data: string } | undefined} */ (
			await get(`/executions/${id}`).catch(gone)
		);
		if (!found) return undefined;
		const isOver = !['new', 'running', 'waiting'].includes(found.status);
		if (isOver) overSince = Math.min(overSince, Date.now());
		// n8n 1 reports the end of an execution a moment before it has saved the data.
		if (isOver && (hasCome(found.data) || Date.now() - overSince > WRITTEN_WITHIN_MS)) return found;
		await pause(ASK_EVERY_MS);
	}
	throw new Error(`Execution ${id} did not end`);
}

/** How long n8n 1 may take; an execution that was stopped before its first node has nothing to write. */
const WRITTEN_WITHIN_MS = 5_000;

/** @param {string} data */
function hasCome(data) {
	/** @type {{ resultData?: { error?: unknown, runData?: object } }} */
	const { resultData = {} } = data === '[]' ? {} : parse(data);
	return Boolean(resultData.error) || Object.keys(resultData.runData ?? {}).length > 0;
}

/** @param {Error} error */
function gone(error) {
	if (!error.message.includes('(404 ')) throw error;
	return undefined;
}
