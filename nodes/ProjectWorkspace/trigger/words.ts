/** What a person is told when the trigger cannot be activated: what happened, then what to do. */
export interface Problem {
	message: string;
	description: string;
}

const WHERE_SECRETS_ARE =
	'It stands in the account settings of the service, section Webhooks, beside the webhook that you added there.';

/** n8n shows the message alone where a workflow is published, so that says what to do as well. */
export const problems = {
	noSecret: () => ({
		message:
			"The credential has no signing secret to verify deliveries with: fill in its 'Signing Secret'",
		description: `Copy the signing secret into 'Signing Secret' of the credential. ${WHERE_SECRETS_ARE} If the webhook is not there yet: copy the production URL from this node first, and add it there.`,
	}),
	noEvents: () => ({
		message: "No event is chosen to start this n8n workflow: choose at least one in 'Events'",
		description: "Choose at least one event in 'Events'.",
	}),
	badPins: (words: string, option: string) => ({
		message: words,
		description: `Change '${option}' under 'Options', or remove it: the signature is usually recognized without.`,
	}),
	unreachable: (url: string, obstacle: string) => ({
		message: `The service can never reach the webhook URL, as ${obstacle}: set WEBHOOK_URL of n8n to a public address`,
		description: `The URL is ${url}. Set the environment variable WEBHOOK_URL of n8n to an address that can be reached from outside, or use a tunnel, and publish (activate) this n8n workflow again.`,
	}),
} satisfies Record<string, (...details: string[]) => Problem>;

/** The one thing that a sender without a valid signature learns. */
export const REFUSED = 'The delivery could not be verified';

/** Reasons of our own; the others come from the signature check. */
export const refusals = {
	noBody:
		'The body could not be read, so the signature cannot be checked. Deliveries must be plain POST requests with a JSON body.',
	noSettings:
		'The credential or the options of the trigger could not be read, so the signature cannot be checked. Open the node, choose the credential again and save the n8n workflow.',
};

const PIN_THE_FIELD =
	"If it is one of the events that this trigger is for, set 'Event Field' under 'Options' to the field or the header that names it.";

/** Why a verified delivery started nothing. */
export const ignored = {
	notChosen: (name: string) => `The event ${name} is not among those chosen in 'Events'.`,
	unknown: (name: string) =>
		`The event "${name}" is none of the documented ones. To start the n8n workflow with it, turn on 'Start on Other Events' under 'Options'. ${PIN_THE_FIELD}`,
	unnamed: () =>
		`Neither the payload nor a header names the event, and not all events are chosen. ${PIN_THE_FIELD} To start the n8n workflow anyway, turn on 'Start on Other Events'.`,
	repeated: () => 'This delivery was received before, so it starts nothing.',
};

export const NOT_STARTED =
	'The delivery was accepted, but the n8n workflow did not begin in time. Send it again: it runs at most once.';

export const NOT_ON_RECORD =
	'The delivery could not be put on record, so a repetition of it may start the n8n workflow again.';

export const LOOPBACK =
	'The webhook URL works on this machine only: the sandbox can reach it, the real service cannot. Set the environment variable WEBHOOK_URL to a public address for that.';
