/**
 * The nodes that are compared, as n8n's JSON.
 *
 * @typedef {Record<string, unknown>} Node
 *
 * @typedef {{ id: string, name: string }} Credential
 *
 * @typedef {{ ours: Credential, bearer: Credential }} Credentials the same API key for both nodes
 */

const byId = (/** @type {string} */ value) => ({ __rl: true, mode: 'id', value });

/** @param {Credential} credential @param {Record<string, unknown>} parameters */
const ours = (credential, parameters) => ({
	type: 'n8n-nodes-project-workspace.projectWorkspace',
	typeVersion: 1,
	parameters,
	credentials: { projectWorkspaceApi: credential },
});

/** @param {Credential} credential @param {string} url @param {Record<string, unknown>} [options] */
const http = (credential, url, options = {}) => ({
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.5,
	parameters: {
		url,
		authentication: 'genericCredentialType',
		genericAuthType: 'httpBearerAuth',
		options,
	},
	credentials: { httpBearerAuth: credential },
	onError: 'continueRegularOutput',
});

/** One user for each item. @param {Credentials} credentials */
export const getUser = (credentials) =>
	ours(credentials.ours, { resource: 'user', operation: 'get', userId: byId('={{ $json.id }}') });

/** @param {Credentials} credentials @param {string} baseUrl @param {Record<string, unknown>} [options] */
export const getUserByHttp = (credentials, baseUrl, options) =>
	http(credentials.bearer, `=${baseUrl}/users/{{ $json.id }}`, options);

/** The whole list of tasks. @param {Credentials} credentials */
export const getTasks = (credentials) =>
	ours(credentials.ours, { resource: 'task', operation: 'getAll', returnAll: true });

/** How a person sets up pagination in HTTP Request. */
const PAGES = {
	page: {
		parameters: { parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }] },
		completeExpression: '={{ $response.body.page >= $response.body.total_pages }}',
	},
	cursor: {
		parameters: {
			parameters: [{ type: 'qs', name: 'cursor', value: '={{ $response.body.next_cursor }}' }],
		},
		completeExpression: '={{ !$response.body.next_cursor }}',
	},
};

/** @param {Credentials} credentials @param {string} baseUrl @param {keyof typeof PAGES} style */
export const getTasksByHttp = (credentials, baseUrl, style) =>
	http(credentials.bearer, `${baseUrl}/tasks`, {
		pagination: {
			pagination: {
				paginationMode: 'updateAParameterInEachRequest',
				paginationCompleteWhen: 'other',
				...PAGES[style],
			},
		},
	});
