import type { IHookFunctions } from 'n8n-workflow';

import { obstacleTo } from './publicAddress';
import { checkPins } from '../signature';
import { readPins, readSecrets } from './signing';
import type { TriggerOptions } from './triggerOptions';
import { problems, type Problem } from './words';

export interface Wanted {
	url: string;
	events: string[];
}

/** What is to be listened for, or why that could never work. */
export async function readWanted(
	context: IHookFunctions,
): Promise<{ ok: true; wanted: Wanted } | { ok: false; problem: Problem }> {
	const chosen = context.getNodeParameter('events', []);
	const events = Array.isArray(chosen) ? chosen.map(String) : [];
	const options = context.getNodeParameter('options', {}) as TriggerOptions;
	const { secrets } = readSecrets(await context.getCredentials('projectWorkspaceApi'));
	const url = context.getNodeWebhookUrl('default');
	const checked = checkPins(readPins(options));
	const obstacle = obstacleTo(url);
	if (secrets.length === 0) return { ok: false, problem: problems.noSecret() };
	if (events.length === 0) return { ok: false, problem: problems.noEvents() };
	if (!checked.ok) return { ok: false, problem: problems.badPins(checked.words, checked.option) };
	if (url === undefined || obstacle !== undefined) {
		return { ok: false, problem: problems.unreachable(url ?? 'missing', obstacle ?? '') };
	}
	return { ok: true, wanted: { url, events } };
}
