import { config } from '@n8n/node-cli/eslint';

/** n8n's rules, without those about what a node may reach at run time: the sandbox is a server and never ships. */
export default [
	// It only says that these files are modules.
	{ ignores: ['package.json'] },
	...config,
	{
		files: ['**/*.ts'],
		rules: {
			'@n8n/community-nodes/no-hardcoded-secrets': 'off',
			'@n8n/community-nodes/no-restricted-globals': 'off',
			'@n8n/community-nodes/no-restricted-imports': 'off',
			'@n8n/community-nodes/require-node-api-error': 'off',
		},
	},
];
