import type { INodeTypeDescription } from 'n8n-workflow';

import { paragraphs } from '../html';

const FIRST_POLL =
	"The first poll only remembers the records and does not start the workflow, unless 'Start With Existing Records' is on. Every later poll starts it with the records that are new, changed or removed since the poll before.";

const TESTING =
	'<b>Fetch Test Event</b> shows up to ten records of the list, as this trigger returns them. They are real, but not necessarily changed. Testing does not affect what the polls remember.';

/** n8n's own texts promise "a single mock event", and that the first poll starts the workflow. */
export const pollingTexts = {
	triggerPanel: {
		header: 'Find changes in Project Workspace',
		executionsHelp: {
			inactive: paragraphs(
				TESTING,
				`<b>Once you're happy with your workflow</b>, publish (activate) it. ${FIRST_POLL} These executions show up in the executions list.`,
			),
			active: paragraphs(
				TESTING,
				`<b>This n8n workflow is active</b>: n8n reads the list regularly. ${FIRST_POLL} You can see these executions in the <a data-key="executions">executions list</a>.`,
			),
		},
		activationHint: {
			inactive:
				'Publish (activate) this n8n workflow to check for changes regularly. The first poll only remembers the records.',
			active:
				'This n8n workflow is active: n8n checks for changes regularly. These executions do not show up here.',
		},
	},
	activationMessage:
		'n8n now checks for changes regularly. The first poll only remembers the records. Later polls start this n8n workflow with what is new, changed or removed.',
} satisfies Partial<INodeTypeDescription>;
