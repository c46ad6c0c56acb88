import { join } from 'node:path';
import { chromiumPath } from './launch/chromium.mjs';
import { runCommand } from './launch/command.mjs';
import { testRealN8n } from './launch/real-n8n.mjs';

/** `npm run test:browser`: Chromium drives n8n's editor; what is given after `--` goes to jest. */
await runCommand(() => {
	const chromium = chromiumPath();
	return testRealN8n({
		name: 'Browser tests',
		config: 'jest.browser.config.js',
		more: process.argv.slice(2),
		log: 'test-browser',
		env: (state) => ({
			PROJECT_WORKSPACE_BROWSER: JSON.stringify({ chromium, pictures: join(state, 'logs') }),
		}),
	});
});
