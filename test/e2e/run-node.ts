import type { INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { n8n } from './n8n';
import { place } from './place';
import { chain, manualTrigger, node, OURS } from './workflows';

const TRIGGER = 'Start';
const NODE = 'Project Workspace';

export interface NodeRun {
	resource: string;
	operation: string;
	parameters?: INodeParameters;
	/** Pinned on the trigger; by default one empty item. */
	items?: INodeExecutionData[];
	onError?: INode['onError'];
	/** By default that of the sandbox. */
	credentialId?: string;
	/** By default a minute. */
	withinMs?: number;
}

export const byId = (value: string) => ({ __rl: true as const, mode: 'id', value });

/** Runs a workflow with a manual trigger and the node. */
export async function runNode(run: NodeRun) {
	const { resource, operation, parameters, items = [{ json: {} }], onError, withinMs } = run;
	const { credentialId = place.credentialId } = run;
	const own = node(NODE, OURS, {
		parameters: { resource, operation, ...parameters },
		credentials: { projectWorkspaceApi: { id: credentialId, name: 'Under test' } },
		...(onError ? { onError } : {}),
	});
	const nodes = [manualTrigger(TRIGGER), own];
	const id = await n8n.create(chain(`${resource}: ${operation}`, nodes, { [TRIGGER]: items }));
	const execution = await n8n.run(id, TRIGGER, withinMs);
	const [regular = [], rejected = []] = execution.outputs(NODE);
	return { ...execution, regular, rejected };
}

/** The index of the input item of an output item, in any of n8n's forms. */
export function pairedTo({ pairedItem }: INodeExecutionData): number | undefined {
	if (typeof pairedItem === 'number') return pairedItem;
	return Array.isArray(pairedItem) ? pairedItem[0]?.item : pairedItem?.item;
}
