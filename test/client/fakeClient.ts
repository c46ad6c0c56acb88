import type { Client } from '../../nodes/ProjectWorkspace/client/connect';
import { redactorOf } from '../../nodes/ProjectWorkspace/client/redact';

/** A client whose requests are answered by `send`, one at a time. */
export const clientThat = (send: Client['send']): Client => ({
	baseUrl: 'https://api.example.com/v1',
	fingerprint: 'made up',
	parallel: 1,
	maxInFlight: 1,
	hide: redactorOf({ apiKey: 'ac_test_made_up', headers: {}, signingSecrets: [] }),
	longestWait: () => 0,
	send,
});
