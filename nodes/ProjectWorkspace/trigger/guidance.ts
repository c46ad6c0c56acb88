import type { INodeTypeDescription, TriggerPanelDefinition } from 'n8n-workflow';

/**
 * What a person reads who sets the trigger up. The service has no endpoint to register a webhook with, so the URL is
 * pasted by hand, and every text says which of n8n's two URLs is meant.
 */
const STEPS = [
	'Open Webhook URLs above, choose Production URL and copy it.',
	'In the service, open account settings → Webhooks, add a webhook and paste the URL.',
	"Copy the signing secret shown there into 'Signing Secret' of the credential.",
	"Choose 'Events' below, then publish (activate) this n8n workflow.",
];

/** n8n's notice shows links and lists with bullets, and drops every other tag. */
export const setUpNotice = `To set up, in this order:<ul>${STEPS.map((step) => `<li>${step}</li>`).join('')}</ul>`;

const WHICH_URL =
	'<b>Test URL</b>: works once after each click on the button above, and the delivery shows up here. <b>Production URL</b>: works as long as this n8n workflow is active, and deliveries show up in the executions list.';

const ONE_URL_ONLY =
	'<b>If the service allows only one URL</b>, keep the production URL there. To test, replace it by the test URL for a moment and put the production URL back afterwards, or publish this n8n workflow and open its executions: with "Copy to editor" such an execution becomes test data.';

const SECRETS =
	"If the service gives each URL a signing secret of its own, put the secret of the production URL into 'Signing Secret' of the credential and that of the test URL into 'Previous Signing Secret'.";

const REFUSALS =
	'A test delivery that is refused gets the reason in its answer, which account settings → Webhooks may show. For production deliveries, the reason is in the log of n8n.';

const paragraphs = (...texts: string[]) => texts.join('<br /><br />');

export const triggerPanel: TriggerPanelDefinition = {
	header: 'Pull in events from Project Workspace',
	executionsHelp: {
		inactive: paragraphs(
			WHICH_URL,
			'<b>While you build</b>, click the button, paste the test URL in the service under account settings → Webhooks, and make something happen, e.g. create a task.',
			ONE_URL_ONLY,
			SECRETS,
			REFUSALS,
			'<b>When you are done</b>, paste the production URL there and publish (activate) this n8n workflow.',
		),
		active: paragraphs(
			WHICH_URL,
			'This n8n workflow is active: deliveries to the production URL run it, and you find them in the <a data-key="executions">executions list</a>.',
			ONE_URL_ONLY,
			SECRETS,
			REFUSALS,
		),
	},
	activationHint: {
		inactive:
			'Once you have finished building, paste the production URL in the service (account settings → Webhooks) and publish (activate) this n8n workflow. It then runs without this button.',
		active:
			'This n8n workflow is active and runs without this button, as long as the production URL stands in the service (account settings → Webhooks).',
	},
};

export const waitingTexts = {
	eventTriggerDescription:
		'Waiting for a delivery to the test URL. It must stand in the service under account settings → Webhooks. If only one URL fits there, put the production URL back afterwards.',
	activationMessage:
		'Deliveries to the production URL now start this workflow. Check that this URL, and not the test URL, stands in the service under account settings → Webhooks.',
} satisfies Partial<INodeTypeDescription>;
