import type { IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { isLoopback, obstacleTo } from '../client/address';
import { ok, reject, type Result } from '../result';
import { findBadOption } from '../signature/options';
import { LOOPBACK, problems } from './messages';
import { readOptions } from './options';
import { readSelectedEvents } from './properties';
import { findUnusableSecret, readSecrets } from './secrets';

/** What this trigger listens for, kept with the workflow. The service has no endpoint to register it with. */
const FIELD = 'subscription';

/** What cannot work any more counts as not set up: n8n then sets it up anew, which says why. */
export async function isSubscribed(context: IHookFunctions): Promise<boolean> {
	const wanted = await readSubscription(context);
	const kept = context.getWorkflowStaticData('node')[FIELD];
	return wanted.ok && JSON.stringify(kept) === JSON.stringify(wanted.value);
}

export async function subscribe(context: IHookFunctions): Promise<boolean> {
	const wanted = await readSubscription(context);
	if (!wanted.ok) {
		const { message, description } = wanted.problem;
		throw new NodeOperationError(context.getNode(), message, { description });
	}
	if (isLoopback(wanted.value.url)) context.logger.warn(LOOPBACK, { url: wanted.value.url });
	context.getWorkflowStaticData('node')[FIELD] = wanted.value;
	return true;
}

/** One that is not there is as good as deleted. */
export function unsubscribe(context: IHookFunctions): boolean {
	delete context.getWorkflowStaticData('node')[FIELD];
	return true;
}

/** What is to be listened for, or why that could never work. */
async function readSubscription(
	context: IHookFunctions,
): Promise<Result<{ url: string; events: string[] }>> {
	const events = readSelectedEvents(context.getNodeParameter('events', []));
	const credential = await context.getCredentials('projectWorkspaceApi');
	const badSecret = findUnusableSecret(credential);
	const badOption = findBadOption(readOptions(context.getNodeParameter('options', {})));
	const url = context.getNodeWebhookUrl('default') ?? '';
	const obstacle = obstacleTo(url, String(credential.baseUrl ?? '').trim());
	if (readSecrets(credential).secrets.length === 0) return reject(problems.noSecret());
	if (badSecret !== undefined) return reject(problems.unusableSecret(badSecret));
	if (events.length === 0) return reject(problems.noEvents());
	if (badOption) return reject(problems.badOption(badOption.message, badOption.option));
	if (obstacle !== undefined) return reject(problems.unreachable(url || 'missing', obstacle));
	return ok({ url, events });
}
