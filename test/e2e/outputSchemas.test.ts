import { place } from './place';

const schema = async (path: string) => {
	const response = await fetch(`${place.n8nUrl}/schemas/n8n-nodes-project-workspace.${path}.json`);
	return response.ok ? ((await response.json()) as { properties?: object }) : undefined;
};

it.each([
	['projectWorkspace/1.0.0/task/delete', ['id', 'deleted']],
	['projectWorkspace/1.0.0/user/remove', ['id', 'removed']],
	['projectWorkspacePollingTrigger/1.0.0/user', ['_change', 'id']],
])('n8n serves the output schema %s', async (path, fields) => {
	expect(Object.keys((await schema(path))?.properties ?? {})).toEqual(fields);
});

// The fields of records are not documented.
it('n8n has no output schema of a list', async () => {
	expect(await schema('projectWorkspace/1.0.0/task/getAll')).toBeUndefined();
});
