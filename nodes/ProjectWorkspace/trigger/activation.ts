import type { IHookFunctions } from 'n8n-workflow';

import { obstacleTo } from './publicAddress';
import { findBadOption } from '../signature';
import { findUnusableSecret, readSecrets } from './signingSecrets';
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
	const credential = await context.getCredentials('projectWorkspaceApi');
	const { secrets } = readSecrets(credential);
	const unusableSecret = findUnusableSecret(credential);
	const url = context.getNodeWebhookUrl('default');
	const badOption = findBadOption(options);
	const obstacle = obstacleTo(url);
	if (secrets.length === 0) return { ok: false, problem: problems.noSecret() };
	if (unusableSecret) return { ok: false, problem: unusableSecret };
	if (events.length === 0) return { ok: false, problem: problems.noEvents() };
	if (badOption) {
		return { ok: false, problem: problems.badPins(badOption.message, badOption.option) };
	}
	if (url === undefined || obstacle !== undefined) {
		return { ok: false, problem: problems.unreachable(url ?? 'missing', obstacle ?? '') };
	}
	return { ok: true, wanted: { url, events } };
}
