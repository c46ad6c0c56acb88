import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

/** So that thousands of deliveries do not fill n8n's log. */
const INTERVAL_MS = 3_000;
const MAX_CHARACTERS = 2_000;

const lastLogged = new Map<string, number>();

/** Writes one line at most, for a workflow and reason in each interval. Tests in the editor are always logged. */
export function log(
	context: IHookFunctions | IWebhookFunctions,
	level: 'debug' | 'info' | 'warn',
	{ reason, message, error }: { reason: string; message: string; error?: unknown },
): void {
	const workflowId = context.getWorkflow().id ?? '';
	const topic = `${workflowId}:${reason}`;
	if (context.getMode() !== 'manual') {
		if (Date.now() - (lastLogged.get(topic) ?? -Infinity) < INTERVAL_MS) return;
		lastLogged.set(topic, Date.now());
	}
	context.logger[level](oneLine(message), { reason, workflowId, ...(error ? { error } : {}) });
}

/** Names of events come from outside, and may have line breaks, colors of a terminal and text from right to left. */
const oneLine = (text: string) => text.slice(0, MAX_CHARACTERS).replace(/[\p{C}\p{Z}]+/gu, ' ');
