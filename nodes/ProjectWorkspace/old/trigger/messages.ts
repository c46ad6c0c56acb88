import type { Problem } from '../result';

const WHERE_SECRETS_ARE =
	'You find it in the service under account settings → Webhooks, next to the webhook you added.';

/**
 * Why the trigger cannot be activated. When a workflow is published, n8n shows the message only, so the message says
 * what to do.
 */
export const problems = {
	noSecret: () => ({
		message: "The credential has no signing secret: fill in 'Signing Secret'",
		description: `Copy the signing secret into 'Signing Secret' in the credential. ${WHERE_SECRETS_ARE} If you have not added it yet, copy the production URL from this node and add a webhook with it first.`,
	}),
	unusableSecret: (field: string) => ({
		message: `'${field}' in the credential is too short or no secret: enter the whole secret`,
		description: `It contains fewer than 8 bytes, or only a prefix, quotation marks, spaces or a word such as undefined, so anyone could sign with it. Copy the whole secret from the service (account settings → Webhooks) into '${field}' in the credential.`,
	}),
	badHeader: () => ({
		message:
			"'Signature Header' in the credential is not the name of a header: enter one such as X-Service-Signature",
		description:
			"Change 'Signature Header' in the credential. A name has no spaces and no accents.",
	}),
	unknownEvent: (event: string) => ({
		message: `'Events' has "${event}", which is no event of the service: select events from the list`,
		description: "Select events in 'Events', or correct the expression there.",
	}),
	noEvents: () => ({
		message: "No events are selected: select at least one in 'Events'",
		description: "Select at least one event in 'Events'.",
	}),
	/** n8n would run the workflow with an empty item for each duplicate, and on the first output for each event. */
	alwaysOutputData: () => ({
		message:
			"With 'Always Output Data' in the node settings, duplicates would start the workflow with an empty item: turn it off",
		description: "Turn off 'Always Output Data' in the settings of this node.",
	}),
	unreachable: (url: string, obstacle: string) => ({
		message: `The service cannot reach the webhook URL, because ${obstacle}: set N8N_WEBHOOK_URL in n8n to a public address`,
		description: `The URL is ${url}. Set the environment variable N8N_WEBHOOK_URL (in n8n 1: WEBHOOK_URL) to a public address, or use a tunnel. Then publish (activate) this n8n workflow again.`,
	}),
	encodedName: (url: string) => ({
		message:
			"n8n cannot find the webhook URL, because it contains this node's name with encoded characters: rename the node to letters and hyphens only",
		description: `The URL is ${url}. Rename the node, e.g. to project-workspace-trigger, and save the n8n workflow. Then copy the new URL.`,
	}),
} satisfies Record<string, (...details: string[]) => Problem>;

const SET_PUBLIC_URL =
	'set the environment variable N8N_WEBHOOK_URL (in n8n 1: WEBHOOK_URL) to a public address';

/** For n8n's log, when a workflow is published. */
export const warnings = {
	loopback: () =>
		`The webhook URL only works on this machine: the sandbox can reach it, but the real service cannot. To receive real events, ${SET_PUBLIC_URL}.`,
	notPublic: (because: string) =>
		`The service may not be able to reach the webhook URL, because ${because}. If a relay or tunnel with its own public URL forwards deliveries to it, add the URL of the relay in the service. Otherwise, ${SET_PUBLIC_URL}.`,
} satisfies Record<string, (because: string) => string>;

/** The response to a delivery without a valid signature. */
export const NOT_VERIFIED = 'The delivery could not be verified';

/** The response to a delivery that could not be checked. */
export const NOT_CHECKED = 'The delivery could not be checked at the moment. Send it again.';

/** Why a delivery is rejected before its signature is checked. */
export const rejections = {
	noBody:
		'The body could not be read, so the signature cannot be checked. Deliveries must be plain POST requests with a JSON body.',
	noSettings:
		"The credential or the options of the trigger could not be read, so the signature cannot be checked, and the sender was asked to send the delivery again. If n8n's database works, open the node, choose the credential again and save the n8n workflow.",
};

const SET_THE_FIELD =
	"If it is one of the events you selected, set 'Event Field' under 'Options' to the field that contains its name, or to header.X-Event for a header.";

/** Why a verified delivery, or one event of a batch, does not start the workflow. */
export const ignored = {
	notSelected: (name: string, where: string) =>
		`The event ${name} (found in ${where}) does not start the n8n workflow, because it is not selected in 'Events'.`,
	unknown: (name: string, where: string) =>
		`The event "${name}" (found in ${where}) does not start the n8n workflow, because it is not a documented event. To start on it, turn on 'Start on Other Events' under 'Options'. ${SET_THE_FIELD}`,
	unnamed: (_, field) =>
		`The event does not start the n8n workflow, because no event name was found in ${field ? `${field}, which is set in 'Event Field'` : 'the payload or the headers'}. ${SET_THE_FIELD} To start on all events without a name, turn on 'Start on Other Events'.`,
	filtered: (name: string) =>
		`${name === '' ? 'The event' : `The event ${name}`} does not start the n8n workflow, because it does not match 'Filters'.`,
	duplicate: () => 'This delivery was already received, so it did not start the workflow again.',
} satisfies Record<string, (name: string, where: string) => string>;

/** The response to a verified delivery beyond a bound. @param what such as `more than 200 levels` */
export const tooLarge = (what: string) =>
	`The delivery has ${what}, which is too much to read, so it did not start the n8n workflow. Set up the service to send less in one delivery.`;

/** For the test URL: what would happen at the production URL. */
export const eventFound = (name: string, where: string) =>
	`${name === '' ? 'No event name was found' : `The event "${name}" was found in ${where}`}. In production, it starts the n8n workflow, unless it is a duplicate.`;

/** For the test URL. @param message which filter cannot compare which value */
export const passesFilter = (message: string) =>
	`${message}, so it lets such a delivery through. Change 'Value' or 'Condition' under 'Filters'.`;

export const NOT_STARTED =
	'The delivery was accepted, but the n8n workflow did not start in time. Send it again: it will run at most once.';

export const NOT_RECORDED =
	'The delivery could not be recorded, so a duplicate may start the n8n workflow again.';
