import { requestsPerMinute } from '../../nodes/ProjectWorkspace/client/plan';

test.each([
	[{ plan: 'pro' }, 1_000],
	[{ plan: 'enterprise' }, 10_000],
	[{ plan: 'custom', requestsPerMinute: 250 }, 250],
	[{ plan: 'custom', requestsPerMinute: '90.7' }, 90],
	[{ plan: 'custom', requestsPerMinute: 0 }, 1_000],
	[{ plan: 'custom' }, 1_000],
	[{}, 1_000],
])('%j allows %i requests a minute', (credential, expected) => {
	expect(requestsPerMinute(credential)).toBe(expected);
});
