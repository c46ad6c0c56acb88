import { ExecuteContext } from 'n8n-core';
import {
	createRunExecutionData,
	type ICredentialDataDecryptedObject,
	type IDataObject,
} from 'n8n-workflow';

import { ProjectWorkspace } from '../../nodes/ProjectWorkspace/ProjectWorkspace.node';
import { OneCredential } from '../node/credentials';
import { nodeOf, surround } from '../node/workflow';

/** What a node gets that is executed with these items, with n8n-core's own request helper. */
export function executeContext(
	credential: ICredentialDataDecryptedObject,
	items: IDataObject[] = [{}],
	signal?: AbortSignal,
) {
	const stored = new OneCredential(credential);
	const node = nodeOf('ours', {});
	const types = { ours: new ProjectWorkspace() };
	const { workflow, data } = surround({ nodes: [node], types, stored });
	const input = items.map((json) => ({ json }));
	const context = new ExecuteContext(
		workflow,
		node,
		data,
		'manual',
		createRunExecutionData(),
		0,
		input,
		{ main: [input] },
		{ data: { main: [input] }, node: node, source: null },
		[],
		signal,
	);
	return { context, stored };
}
