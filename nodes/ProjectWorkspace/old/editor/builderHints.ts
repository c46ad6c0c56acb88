import type { IBuilderHint } from 'n8n-workflow';

/** Hints for n8n's AI workflow builder; n8n 1 ignores them. */

const PACKAGE = 'n8n-nodes-project-workspace';

const action = {
	nodeType: `${PACKAGE}.projectWorkspace`,
	relationHint: 'Reads and writes users, projects, tasks and workflows',
};
const trigger = {
	nodeType: `${PACKAGE}.projectWorkspaceTrigger`,
	relationHint: 'Starts a workflow as soon as an event occurs, by webhook',
};
const polling = {
	nodeType: `${PACKAGE}.projectWorkspacePollingTrigger`,
	relationHint: 'Starts a workflow on new, changed and removed records, without a webhook',
};

export const actionHint: IBuilderHint = {
	searchHint:
		"To write records that may already exist, use operation 'upsert' instead of a search and a branch. To count records, use operation 'getAll' with output 'count' and 'countBy' instead of counting items. The fields of records are not documented: only use names that the user or a record shows.",
	relatedNodes: [trigger, polling],
};

export const triggerHint: IBuilderHint = {
	searchHint:
		"Only for the events listed in 'events', and only if the service can reach this n8n. For other changes, such as deleted tasks, use the polling trigger. The user enters the webhook URL and the signing secret.",
	relatedNodes: [polling, action],
};

export const pollingHint: IBuilderHint = {
	searchHint:
		"For changes that have no webhook event, or if the service cannot reach this n8n. Each item is the record with '_change', whose 'type' is 'new', 'changed' or 'removed'. A removed record only has its ID.",
	relatedNodes: [trigger, action],
};
