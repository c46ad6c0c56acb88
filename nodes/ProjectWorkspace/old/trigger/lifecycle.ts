import type { IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { CREDENTIAL, hostOf, isLoopback } from '../client/connection';
import { asHtml } from '../texts';
import { readFilter } from '../parameters/filters';
import { triggerReader } from '../parameters/reader';
import { ok, reject } from '../result';
import { isHeaderName } from '../signature/deliveryHeaders';
import { problems, warnings } from './messages';
import { EVENT_NAMES } from './names';
import { readTriggerOptions, readSelectedEvents } from './options';
import { readSecrets } from './verifyRequest';

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
	const options = readTriggerOptions(context.getNodeParameter('options', {}));
	const url = context.getNodeWebhookUrl('default') ?? '';
	const { header, secrets, unusable, format } = readSecrets(credential);
	const unknownEvent = events.find((event) => !EVENT_NAMES.some((name) => name === event));
	if (secrets.length === 0) return reject(problems.noSecret());
	if (unusable !== undefined) return reject(problems.unusableSecret(unusable));
	if (!isHeaderName(header)) return reject(problems.badHeader());
	if (events.length === 0) return reject(problems.noEvents());
	if (unknownEvent !== undefined) return reject(problems.unknownEvent(unknownEvent));
	if (context.getNode().alwaysOutputData) return reject(problems.alwaysOutputData());
	if (!format.ok) return format;
	if (!options.ok) return options;
	const filter = readFilter(triggerReader(context));
	if (!filter.ok) return filter;
	const never = whyNothingArrives(url);
	if (never !== undefined) return reject(problems.unreachable(url, never));
	// Without a webhook ID, n8n puts the node's name into the URL, encoded, and looks for it decoded.
	const name = encodeURIComponent(context.getNode().name.toLowerCase());
	if (name.includes('%') && url.includes(`/${name}/`)) return reject(problems.encodedName(url));
	const obstacle = obstacleTo(url, String(credential.baseUrl ?? '').trim());
	const warning = obstacle === undefined ? undefined : warnings.notPublic(obstacle);
	return ok({ url, warning: isLoopback(url) ? warnings.loopback() : warning });
}

/** RFC 6890 and its registries, over addresses as URL writes them. Loopback passes: the sandbox runs on this machine. */
const PRIVATE: readonly RegExp[] = [
	/^(0|10|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|198\.1[89])\./,
	/^\[(::\]|::ffff:|f[cd]|fe[89a-f])/,
];

/** Addresses that no machine has: for documentation, multicast and reserved ones. */
const NOBODYS: readonly RegExp[] = [
	/^(192\.0\.2|198\.51\.100|203\.0\.113|22[4-9]|2[345]\d)\./,
	/^\[(ff|2001:db8:)/,
];

/** Endings that no public name server answers for: RFC 6761, 6762, 8375, ICANN's .internal, and routers' habits. */
const LOCAL_NAME = /\.(local|internal|intranet|lan|home|home\.arpa|localdomain|corp|private)$/;

/** Why nothing can ever arrive at a webhook's URL, as the rest of a sentence; undefined if something can. */
export function whyNothingArrives(url: string): string | undefined {
	if (!/^https?:/i.test(url) || !URL.canParse(url)) return 'it is not a valid URL';
	const host = hostOf(url);
	const isNobodys = host.endsWith('.invalid') || NOBODYS.some((address) => address.test(host));
	return isNobodys ? `no machine can have the address ${host}` : undefined;
}

/**
 * Why the service cannot reach a webhook's URL, as the rest of a sentence, though a relay may; undefined if nothing is known.
 * A service that is at a private address itself reaches others there.
 */
export function obstacleTo(webhookUrl: string, serviceUrl = ''): string | undefined {
	const isPrivateService = URL.canParse(serviceUrl) && privacyOf(hostOf(serviceUrl)) !== undefined;
	return isLoopback(webhookUrl) || isPrivateService ? undefined : privacyOf(hostOf(webhookUrl));
}

function privacyOf(host: string): string | undefined {
	if (/^(\[|[\d.]+$)/.test(host)) {
		const isPublic = !PRIVATE.some((address) => address.test(host));
		return isPublic ? undefined : 'it is a private or reserved address';
	}
	if (!host.includes('.')) return `${host} is a host name without a domain`;
	const ending = LOCAL_NAME.exec(host)?.[1];
	return ending && `names ending in .${ending} only work inside a local network`;
}
