import {
	findUnusableSecret,
	readSecrets,
	SecretsCache,
} from '../../nodes/ProjectWorkspace/trigger/secrets';

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

	test('are read once for deliveries that arrive together, and again after it did not work', async () => {
		const cache = new SecretsCache();
		let reads = 0;
		const read = async () => {
			reads++;
			if (reads === 1) throw new Error('no credential');
			return { header: 'h', secrets: [String(reads)], hide: String };
		};
		const both = await Promise.allSettled([cache.get('a', 5, 0, read), cache.get('a', 5, 0, read)]);
		expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		expect(reads).toBe(1);
		expect((await cache.get('a', 5, 0, read)).secrets.secrets).toEqual(['2']);
	});

	test('are read again when they are too old, and for another owner', async () => {
		const cache = new SecretsCache();
		let reads = 0;
		const read = async () => ({ header: 'h', secrets: [String(++reads)], hide: String });
		const get = async (owner: string, age: number, now: number) =>
			(await cache.get(owner, age, now, read)).secrets.secrets;
		expect(await get('a', 5000, 0)).toEqual(['1']);
		expect(await get('a', 5000, 4999)).toEqual(['1']);
		expect(await get('b', 5000, 4999)).toEqual(['2']);
		expect(await get('a', 1000, 4999)).toEqual(['3']);
		expect(await get('a', 5000, 10_000)).toEqual(['4']);
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
