import type { Client } from '../../nodes/ProjectWorkspace/old/client/connect';
import { redactorOf } from '../../nodes/ProjectWorkspace/old/client/redact';
import { readServiceDetails } from '../../nodes/ProjectWorkspace/old/client/serviceDetails';

/** A credential in which nothing is set about the service. */
const detected = readServiceDetails(undefined);

/** A client whose requests are answered by `send`, one at a time. */
export function clientThat(send: Client['send']): Client {
	if (!detected.ok) throw new TypeError('Nothing is set, so nothing can be wrong.');
	return {
		baseUrl: 'https://api.example.com/v1',
		fingerprint: 'made up',
		service: detected.value,
		pagesAhead: 1,
		maxInFlight: 1,
		hide: redactorOf({ apiKey: 'ac_test_made_up', headers: {}, signingSecrets: [] }),
		longestWait: () => 0,
		send,
	};
}
