import { place } from './place';

const schema = async (path: string) => {
	const response = await fetch(`${place.n8nUrl}/schemas/n8n-nodes-project-workspace.${path}.json`);
	return response.ok ? ((await response.json()) as { properties?: object }) : undefined;
};

// As the editor asks for them.
it.each([
	['projectWorkspace/1.0.0/task/delete', ['deleted', 'id', '_result', '_preview']],
	['projectWorkspace/1.0.0/project/upsert', ['_result', '_changes', '_preview']],
	['projectWorkspacePollingTrigger/1.0.0/user', ['_change']],
	['projectWorkspaceTrigger/1.1.0', ['_delivery']],
])('n8n serves what %s adds to its output', async (path, fields) => {
	expect(Object.keys((await schema(path))?.properties ?? {})).toEqual(fields);
});

// Its records are the service's.
it('n8n has none for a list', async () => {
	expect(await schema('projectWorkspace/1.0.0/task/getAll')).toBeUndefined();
});
