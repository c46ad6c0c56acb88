/** What the command of the tests started; see scripts/test-n8n.mjs. */
export interface Place {
	n8nUrl: string;
	major: '1' | '2';
	/** The cookie of n8n's owner, who logs in once: n8n accepts a few logins a minute. */
	session: string;
	sandboxOrigin: string;
	credentialId: string;
	/** The checkout. */
	root: string;
	/** The Node that runs the launcher, which can be older than the one that runs n8n. */
	launcherNode: string;
	/** For the browser tests: the path of Chromium, and the folder for pictures. */
	browser?: { chromium: string; pictures: string };
	/** For the tests in queue mode: the webhook process, and the two workers. */
	queue?: { webhookUrl: string; workers: Array<{ pid: number; log: string }> };
}

const environment = process.env.PROJECT_WORKSPACE_PLACE;
if (!environment) {
	throw new Error('These tests need n8n: npm run test:e2e, test:browser or test:queue.');
}

export const place: Place = JSON.parse(environment);
