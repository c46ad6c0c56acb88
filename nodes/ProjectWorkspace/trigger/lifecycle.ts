import type { IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { CREDENTIAL, isLoopback } from '../client/connection';
import { asHtml } from '../html';
import { readFilter } from '../parameters/filters';
import { triggerReader } from '../parameters/reader';
import { ok, reject } from '../result';
import { problems, warnings } from './messages';
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
		if (!expected.ok) return false;
		const { url, events } = expected.value;
		return JSON.stringify(saved) === JSON.stringify({ url, events });
	},

	async create(this: IHookFunctions): Promise<boolean> {
		const expected = await readSubscription(this);
		if (!expected.ok) {
			const { message, description } = expected.problem;
			throw new NodeOperationError(this.getNode(), asHtml(message), {
				description: asHtml(description),
			});
		}
		const { url, events, warning } = expected.value;
		if (warning !== undefined) this.logger.warn(warning, { url });
		this.getWorkflowStaticData('node')[FIELD] = { url, events };
		return true;
	},

	async delete(this: IHookFunctions): Promise<boolean> {
		delete this.getWorkflowStaticData('node')[FIELD];
		return true;
	},
};

/** The webhook URL, the selected events and a warning, or why the trigger cannot work. */
async function readSubscription(context: IHookFunctions) {
	const events = readSelectedEvents(context.getNodeParameter('events', []));
	const credential = await context.getCredentials(CREDENTIAL);
	const badSecret = findUnusableSecret(credential);
	const options = readOptions(context.getNodeParameter('options', {}));
	const url = context.getNodeWebhookUrl('default') ?? '';
	const obstacle = obstacleTo(url, String(credential.baseUrl ?? '').trim());
	const { secrets, format } = readSecrets(credential);
	if (secrets.length === 0) return reject(problems.noSecret());
	if (badSecret !== undefined) return reject(problems.unusableSecret(badSecret));
	if (events.length === 0) return reject(problems.noEvents());
	if (context.getNode().alwaysOutputData) return reject(problems.alwaysOutputData());
	if (!format.ok) return format;
	if (!options.ok) return options;
	const filter = readFilter(triggerReader(context));
	if (!filter.ok) return filter;
	if (obstacle?.isFinal) return reject(problems.unreachable(url, obstacle.because));
	// Without a webhook ID, n8n puts the node's name into the URL, encoded, and looks for it decoded.
	const name = encodeURIComponent(context.getNode().name.toLowerCase());
	if (name.includes('%') && url.includes(`/${name}/`)) return reject(problems.encodedName(url));
	const warning = obstacle ? warnings.notPublic(obstacle.because) : undefined;
	return ok({ url, events, warning: isLoopback(url) ? warnings.loopback() : warning });
}
