import type { IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { isLoopback } from '../client/connection';
import { asHtml } from '../html';
import { ok, reject } from '../result';
import { LOOPBACK, problems } from './messages';
import { obstacleTo } from './obstacle';
import { readOptions, readSelectedEvents } from './options';
import { findUnusableSecret, readSecrets } from './verifyRequest';

/** Saved in the workflow's static data. The service has no endpoint to register a webhook. */
const FIELD = 'subscription';

export const subscription = {
	/** False with settings that cannot work: n8n then calls `create`, which reports why. */
	async checkExists(this: IHookFunctions): Promise<boolean> {
		const expected = await readSubscription(this);
		const saved = this.getWorkflowStaticData('node')[FIELD];
		return expected.ok && JSON.stringify(saved) === JSON.stringify(expected.value);
	},

	async create(this: IHookFunctions): Promise<boolean> {
		const expected = await readSubscription(this);
		if (!expected.ok) {
			const { message, description } = expected.problem;
			throw new NodeOperationError(this.getNode(), asHtml(message), {
				description: asHtml(description),
			});
		}
		if (isLoopback(expected.value.url)) this.logger.warn(LOOPBACK, { url: expected.value.url });
		this.getWorkflowStaticData('node')[FIELD] = expected.value;
		return true;
	},

	async delete(this: IHookFunctions): Promise<boolean> {
		delete this.getWorkflowStaticData('node')[FIELD];
		return true;
	},
};

/** The webhook URL and the selected events, or why the trigger cannot work. */
async function readSubscription(context: IHookFunctions) {
	const events = readSelectedEvents(context.getNodeParameter('events', []));
	const credential = await context.getCredentials('projectWorkspaceApi');
	const badSecret = findUnusableSecret(credential);
	const options = readOptions(context.getNodeParameter('options', {}));
	const url = context.getNodeWebhookUrl('default') ?? '';
	const obstacle = obstacleTo(url, String(credential.baseUrl ?? '').trim());
	if (readSecrets(credential).secrets.length === 0) return reject(problems.noSecret());
	if (badSecret !== undefined) return reject(problems.unusableSecret(badSecret));
	if (events.length === 0) return reject(problems.noEvents());
	if (!options.ok) return options;
	if (obstacle !== undefined) return reject(problems.unreachable(url, obstacle));
	return ok({ url, events });
}
