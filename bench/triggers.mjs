import { createHmac, randomUUID } from 'node:crypto';

/**
 * The triggers that are compared: ours, one of n8n's that also verifies signatures, and one that checks nothing.
 *
 * @typedef {object} Trigger
 * @property {string} name
 * @property {Record<string, unknown>} node
 * @property {{ type: string, data: Record<string, unknown> }} [credential]
 * @property {(body: string, secret: string) => Record<string, string>} headers
 */

/** @param {string} body @param {string} secret */
const sha256 = (body, secret) =>
	`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

export const SECRET = 'made-up-signing-secret';

/**
 * @param {{ baseUrl: string, githubUrl: string }} places
 * @returns {Record<'ours' | 'github' | 'webhook', Trigger>}
 */
export const triggers = ({ baseUrl, githubUrl }) => ({
	ours: {
		name: 'Project Workspace Trigger',
		node: {
			type: 'n8n-nodes-project-workspace.projectWorkspaceTrigger',
			typeVersion: 1.1,
			parameters: { events: ['task.created'], options: {} },
		},
		credential: {
			type: 'projectWorkspaceApi',
			data: { apiKey: 'ac_test_made_up_0001', baseUrl, plan: 'pro', signingSecret: SECRET },
		},
		headers: (body, secret) => ({ 'x-service-signature': sha256(body, secret) }),
	},
	github: {
		name: 'GitHub Trigger (verifies, keeps no record)',
		node: {
			type: 'n8n-nodes-base.githubTrigger',
			typeVersion: 1,
			parameters: {
				owner: { __rl: true, mode: 'name', value: 'example' },
				repository: { __rl: true, mode: 'name', value: 'example' },
				events: ['*'],
				options: {},
			},
		},
		credential: {
			type: 'githubApi',
			data: { server: githubUrl, user: 'example', accessToken: 'made-up' },
		},
		headers: (body, secret) => ({
			'x-hub-signature-256': sha256(body, secret),
			'x-github-event': 'issues',
			'x-github-delivery': randomUUID(),
		}),
	},
	webhook: {
		name: 'Webhook (checks nothing)',
		node: {
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			parameters: { httpMethod: 'POST', path: 'bench', options: {} },
		},
		headers: () => ({}),
	},
});
