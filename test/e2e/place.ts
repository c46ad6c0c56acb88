/** What `npm run test:e2e` started. */
export interface Place {
	n8nUrl: string;
	/** The major version that PROJECT_WORKSPACE_N8N asked for. */
	major: '1' | '2';
	/** The cookie of n8n's owner, who logs in once: n8n accepts a few logins a minute. */
	session: string;
	sandboxOrigin: string;
	credentialId: string;
	/** The checkout. */
	root: string;
	/** The Node that runs the launcher, which can be older than the one that runs n8n. */
	launcherNode: string;
}

const environment = process.env.PROJECT_WORKSPACE_E2E;
if (!environment)
	throw new Error('These tests need a running n8n: run them with npm run test:e2e.');

export const place: Place = JSON.parse(environment);
