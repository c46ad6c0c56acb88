import { join } from 'node:path';
import { chromiumPath } from './launch/chromium.mjs';
import { runCommand } from './launch/command.mjs';
import { root } from './launch/paths.mjs';
import { testRealN8n } from './launch/real-n8n.mjs';

/** `npm run pictures`: takes the README's pictures again, from the real editor, light and dark. */
await runCommand(() => {
	const chromium = chromiumPath();
	return testRealN8n({
		name: 'Pictures',
		config: 'jest.browser.config.js',
		more: ['--testMatch', '<rootDir>/test/browser/pictures.ts', ...process.argv.slice(2)],
		log: 'pictures',
		env: () => ({
			PROJECT_WORKSPACE_BROWSER: JSON.stringify({
				chromium,
				pictures: join(root, 'docs', 'pictures'),
			}),
		}),
	});
});
