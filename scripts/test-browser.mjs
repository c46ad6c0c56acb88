import './launch/temporary-state.mjs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './launch/command.mjs';
import { LaunchError } from './launch/messages.mjs';
import { root, stateFolder } from './launch/paths.mjs';
import { testRealN8n } from './launch/real-n8n.mjs';

const PLACES = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser on this machine; none is downloaded. */
function chromiumPath() {
	const { CHROMIUM: named } = process.env;
	const found = (named ? [named] : PLACES).find((path) => existsSync(path));
	if (found) return found;
	const program = `Chromium${named ? ` at ${named}` : ''}`;
	const elsewhere = 'set CHROMIUM to the path of a Chromium or Chrome';
	const need = 'these tests need it';
	throw new LaunchError('programMissing', { program, need, debian: 'chromium', elsewhere });
}

/**
 * `npm run test:browser`: Chromium drives n8n's editor. `npm run test:browser -- pictures` updates the screenshots in
 * docs/pictures. Arguments are passed to jest.
 */
await runCommand(() => {
	const chromium = chromiumPath();
	const isPictures = process.argv.includes('pictures');
	const only = ['--testMatch', '<rootDir>/test/browser/pictures.ts'];
	const pictures = isPictures ? join(root, 'docs', 'pictures') : join(stateFolder, 'logs');
	return testRealN8n({
		name: isPictures ? 'Pictures' : 'Browser tests',
		args: isPictures ? only : [],
		env: {
			PROJECT_WORKSPACE_TESTS: 'browser',
			PROJECT_WORKSPACE_BROWSER: JSON.stringify({ chromium, pictures }),
		},
	});
});
