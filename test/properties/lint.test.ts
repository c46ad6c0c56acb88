import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { Linter } from 'eslint';

const folder = join(__dirname, '../../nodes/ProjectWorkspace/properties');

/** What n8n's node CLI lints with is installed as its dependencies. */
const fromCli = createRequire(require.resolve('@n8n/node-cli/eslint'));
const { parser } = fromCli('typescript-eslint') as { parser: Linter.Parser };
const plugin = fromCli('eslint-plugin-n8n-nodes-base') as NonNullable<
	Linter.Config['plugins']
>[string];

const RULE = 'n8n-nodes-base/node-param-display-name-miscased';

/** The label of a property, which its name and type follow. */
const LABEL = /displayName:\s+'[^']+'(?=,\s+name: '(?!list|id)\w+',\s+type: '(?!notice))/g;

test.each(readdirSync(folder))("n8n's lint reads every property in %s", (name) => {
	const source = readFileSync(join(folder, name), 'utf8');
	const found = new Linter().verify(
		source.replace(LABEL, "displayName: 'limit count'"),
		[
			{
				files: ['**/*.ts'],
				languageOptions: { parser },
				plugins: { 'n8n-nodes-base': plugin },
				rules: { [RULE]: 'error' },
			},
		],
		{ filename: name },
	);
	const labels = [...source.matchAll(LABEL)];
	expect(found.map(({ ruleId }) => ruleId)).toEqual(labels.map(() => RULE));
	// The labels in record.ts are the names of the resources.
	expect(labels.length > 0 || ['index.ts', 'record.ts'].includes(name)).toBe(true);
});
