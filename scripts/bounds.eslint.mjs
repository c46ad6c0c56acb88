import { dirname } from 'node:path';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
// A dependency of n8n's node CLI, as which it is installed.
const { parser } = require(
	require.resolve('typescript-eslint', {
		paths: [dirname(require.resolve('@n8n/node-cli/eslint'))],
	}),
);

/** What one function that ships may ask of its reader, besides n8n's own rules: in strict mode those cannot be extended. */
export default [
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		languageOptions: { parser },
		linterOptions: { reportUnusedDisableDirectives: 'off' },
		rules: {
			complexity: ['error', 12],
			'max-depth': ['error', 3],
			'max-params': ['error', 4],
			'max-lines-per-function': ['error', { max: 60, skipComments: true, skipBlankLines: true }],
		},
	},
];
