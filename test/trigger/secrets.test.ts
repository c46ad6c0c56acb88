import {
	findUnusableSecret,
	readSecrets,
} from '../../nodes/ProjectWorkspace/trigger/verifyRequest';

describe('secrets', () => {
	test('are read with what pasting adds, and without empty ones', () => {
		expect(
			readSecrets({ signingSecret: ' a\n', previousSigningSecret: '', signatureHeader: 'X-S: ' }),
		).toMatchObject({ header: 'X-S', secrets: ['a'] });
		expect(readSecrets({})).toMatchObject({ header: 'X-Service-Signature', secrets: [] });
	});

	test.each(['whsec_', '"whsec_"', '""', "''", 'whsec_==', 'ac_live_', '••••••', '\u200b'])(
		'that are none are found: %j',
		(secret) => {
			for (const [field, label] of [
				['signingSecret', 'Signing Secret'],
				['previousSigningSecret', 'Previous Signing Secret'],
			] as const) {
				expect(findUnusableSecret({ signingSecret: 'good', [field]: secret })).toBe(label);
			}
		},
	);

	test('that are there, or not needed, can be used', () => {
		expect(findUnusableSecret({})).toBeUndefined();
		expect(
			findUnusableSecret({ signingSecret: 'whsec_a', previousSigningSecret: '' }),
		).toBeUndefined();
	});
});

test('the API key and the secrets are hidden in what a delivery brings', () => {
	const { hide } = readSecrets({
		apiKey: 'ac_live_made/up',
		signingSecret: '"whsec_bWFkZSB1cA=="',
		previousSigningSecret: 'v1,whsec_b2xkZXI=',
	});
	const text =
		'{"a":"ac_live_made\\/up","b":"whsec_bWFkZSB1cA%3D%3D","c":"whsec_b2xkZXI=","d":"ac_live"}';
	expect(hide(text)).toBe(
		'{"a":"[API key hidden]","b":"[signing secret hidden]","c":"[signing secret hidden]","d":"ac_live"}',
	);
});
