import type { IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { CREDENTIAL, isLoopback } from '../client/connection';
import { asHtml } from '../html';
import { readFilter } from '../parameters/filters';
import { triggerReader } from '../parameters/reader';
import { ok, reject } from '../result';
import { problems, warnings } from './messages';
import { obstacleTo } from './obstacle';
import { readTriggerOptions, readSelectedEvents } from './options';
import { findUnusableSecret, readSecrets } from './verifyRequest';

/** The service has no endpoint to register a webhook, so there is only something to check. */
export const subscription = {
	/** n8n then calls `create`. */
	async checkExists(this: IHookFunctions): Promise<boolean> {
		return false;
	},

	async create(this: IHookFunctions): Promise<boolean> {
		const checked = await checkSettings(this);
		if (!checked.ok) {
			const { message, description } = checked.problem;
			throw new NodeOperationError(this.getNode(), asHtml(message), {
				description: asHtml(description),
			});
		}
		const { url, warning } = checked.value;
		if (warning !== undefined) this.logger.warn(warning, { url });
		return true;
	},

	async delete(this: IHookFunctions): Promise<boolean> {
		return true;
	},
};

/** The webhook URL and a warning, or why the trigger cannot work. */
async function checkSettings(context: IHookFunctions) {
	const events = readSelectedEvents(context.getNodeParameter('events', []));
	const credential = await context.getCredentials(CREDENTIAL);
	const badSecret = findUnusableSecret(credential);
	const options = readTriggerOptions(context.getNodeParameter('options', {}));
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
	return ok({ url, warning: isLoopback(url) ? warnings.loopback() : warning });
}
