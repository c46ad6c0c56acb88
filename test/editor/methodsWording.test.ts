import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { getFields } from '../../nodes/ProjectWorkspace/editor/resourceMapping';
import { projectWorkspaceApiTest } from '../../nodes/ProjectWorkspace/editor/credentialTest';
import { expectSaid } from '../wording/rules';

test('a workflow without known fields says what to do instead', async () => {
	const chosen: Record<string, string> = { resource: 'workflow', operation: 'trigger' };
	const context = { getCurrentNodeParameter: (name: string) => chosen[name] };
	const { emptyFieldsNotice = '' } = await getFields.call(context as ILoadOptionsFunctions);
	expect(emptyFieldsNotice).toMatch(/'Additional Fields', or set 'Specify Body' to 'JSON'\.$/);
	expectSaid(emptyFieldsNotice);
});

type TestContext = ThisParameterType<typeof projectWorkspaceApiTest>;

test.each([
	[200, 'http://example.com', 'other_key'],
	[401, 'https://example.com', 'ac_test_x'],
	[404, 'https://example.com', 'ac_test_x'],
	[429, 'https://example.com', 'ac_test_x'],
	[200, 'example.com', 'ac_test_x'],
	[200, 'https://example.com', ''],
])(
	'the credential test says on %i at %s with "%s" what to change, in sentences',
	async (...given) => {
		const [statusCode, baseUrl, apiKey] = given;
		const request = async () => ({ statusCode, headers: {}, body: '{}' });
		const context = { helpers: { request } } as unknown as TestContext; // it uses nothing else
		const { message } = await projectWorkspaceApiTest.call(context, {
			id: '1',
			name: 'Test',
			type: 'projectWorkspaceApi',
			data: { apiKey, baseUrl },
		});
		expectSaid(message);
	},
);
