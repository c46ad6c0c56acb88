import { existsSync } from 'node:fs';
import { LaunchError } from './messages.mjs';

const PLACES = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser on this machine; none is downloaded. */
export function chromiumPath() {
	const named = process.env.CHROMIUM;
	const found = (named ? [named] : PLACES).find((path) => existsSync(path));
	if (!found) throw new LaunchError('noChromium', { where: named ? ` at ${named}` : '' });
	return found;
}
