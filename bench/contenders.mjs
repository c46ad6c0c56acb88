/**
 * The nodes that are compared, as n8n's JSON.
 *
 * @typedef {object} Wanted
 * @property {{ id: string, name: string }} credential
 * @property {string} baseUrl
 *
 * @typedef {Record<string, unknown>} NodeJson
 */

export const NAMES = { ours: 'Project Workspace', http: 'HTTP Request' };

/** @typedef {keyof typeof NAMES} Who */

export const everyone = /** @type {Who[]} */ (Object.keys(NAMES));

/**
 * @param {Wanted} wanted
 * @param {Record<string, unknown>} parameters
 */
export const ours = ({ credential }, parameters) => ({
	type: 'n8n-nodes-project-workspace.projectWorkspace',
	typeVersion: 1,
	parameters,
	credentials: { projectWorkspaceApi: credential },
});

/**
 * HTTP Request with its default settings and the same credential.
 *
 * @param {Wanted} wanted
 * @param {string} url
 * @param {Record<string, unknown>} [more]
 */
export const httpRequest = ({ credential }, url, more = {}) => ({
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.5,
	parameters: {
		url,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'projectWorkspaceApi',
		options: {},
		...more,
	},
	credentials: { projectWorkspaceApi: credential },
});

/** @type {Record<Who, (wanted: Wanted, more?: Record<string, unknown>) => NodeJson>} One user for each item. */
export const getUser = {
	ours: (wanted) =>
		ours(wanted, {
			resource: 'user',
			operation: 'get',
			userId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
		}),
	http: (wanted, more) => httpRequest(wanted, `=${wanted.baseUrl}/users/{{ $json.id }}`, more),
};

const PAGES = {
	page: {
		parameters: {
			parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }],
		},
		completeExpression: '={{ $response.body.page >= $response.body.total_pages }}',
	},
	cursor: {
		parameters: {
			parameters: [{ type: 'qs', name: 'cursor', value: '={{ $response.body.next_cursor }}' }],
		},
		completeExpression: '={{ !$response.body.next_cursor }}',
	},
};

/** @typedef {keyof typeof PAGES} Style */

/** @type {Record<Who, (wanted: Wanted, resource?: 'task' | 'user', style?: Style) => NodeJson>} A whole list; the pagination of HTTP Request is set up. */
export const everyRecord = {
	ours: (wanted, resource = 'task') =>
		ours(wanted, { resource, operation: 'getAll', returnAll: true }),
	http: (wanted, resource = 'task', style = 'page') =>
		httpRequest(wanted, `${wanted.baseUrl}/${resource}s`, {
			options: {
				pagination: {
					pagination: {
						paginationMode: 'updateAParameterInEachRequest',
						paginationCompleteWhen: 'other',
						...PAGES[style],
					},
				},
			},
		}),
};
