import { readSecrets } from '../../nodes/ProjectWorkspace/trigger/verifyRequest';

describe('secrets', () => {
	test('are trimmed, and empty ones are left out', () => {
		expect(
			readSecrets({ signingSecret: ' a\n', previousSigningSecret: '', signatureHeader: 'X-S: ' }),
		).toMatchObject({ header: 'X-S', secrets: ['a'] });
		expect(readSecrets({})).toMatchObject({ header: 'X-Service-Signature', secrets: [] });
	});

	// `test/signature/secretKeys.test.ts` has all values that are no secrets.
	test.each([
		['signingSecret', 'Signing Secret'],
		['previousSigningSecret', 'Previous Signing Secret'],
	])('that are none are found: %s', (field, label) => {
		expect(readSecrets({ signingSecret: 'a good secret', [field]: '"whsec_"' }).unusable).toBe(
			label,
		);
		expect(readSecrets({ signingSecret: 'a good secret', [field]: ' ' }).unusable).toBeUndefined();
		expect(readSecrets({ [field]: 'whsec_a' }).unusable).toBe(label);
		expect(readSecrets({ [field]: 'eight by' }).unusable).toBeUndefined();
	});
});

test('the API key and the secrets are hidden in a delivery', () => {
	const { hide } = readSecrets({
		apiKey: '"Bearer ac_live_made/up',
		signingSecret: '"whsec_bWFkZSB1cA=="',
		previousSigningSecret: 'v1,whsec_b2xkZXI=',
	});
	const text =
		'{"a":"ac_live_made\\/up","b":"whsec_bWFkZSB1cA%3D%3D","c":"whsec_b2xkZXI=","d":"ac_live"}';
	expect(hide.inMessages(text)).toBe(
		'{"a":"[API key hidden]","b":"[signing secret hidden]","c":"[signing secret hidden]","d":"ac_live"}',
	);
});
