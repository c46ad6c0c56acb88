import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { readSignatureSettings } from '../../nodes/ProjectWorkspace/webhook/signatureSettings';
import { SECRET } from './delivery';

describe('the fields about signatures', () => {
	test('have defaults', () => {
		expect(readSignatureSettings({ signingSecret: SECRET })).toMatchObject({
			secrets: [SECRET],
			header: 'x-service-signature',
			signedContent: undefined,
			idHeader: undefined,
			timestampHeader: undefined,
			toleranceSeconds: 300,
		});
	});

	test('are read without what was pasted along', () => {
		const credential = {
			signingSecret: ' whsec_made_up_1 \n',
			previousSigningSecret: '\u200bmade_up_2',
			signatureHeader: ' X-Signature ',
			signature: { format: { signedContent: '{body}', idHeader: 'X-ID', tolerance: 60 } },
		};
		expect(readSignatureSettings(credential)).toMatchObject({
			secrets: ['whsec_made_up_1', 'made_up_2'],
			header: 'x-signature',
			signedContent: '{body}',
			idHeader: 'x-id',
			toleranceSeconds: 60,
		});
	});

	test.each<[ICredentialDataDecryptedObject, string]>([
		[{ signingSecret: 'whsec_1234567' }, "'Signing Secret' must be at least 8 characters"],
		[{ previousSigningSecret: '1234567' }, "'Previous Signing Secret' must be at least 8"],
		[{ signatureHeader: 'X-Signature: v1' }, "'Signature Header' must be the name of a header"],
		[
			{ signature: { format: { signedContent: null } } },
			"'Signed Content' must be a text, but its expression",
		],
		[{ signature: { format: { idHeader: 'a b' } } }, "'Signed ID Header' must be"],
		[{ signature: { format: { signedContent: '{timestamp}' } } }, 'must contain {body} once'],
		...[null, 0].map((tolerance): [ICredentialDataDecryptedObject, string] => [
			{ signature: { format: { tolerance } } },
			"'Timestamp Tolerance' must be",
		]),
		[{ signingSecret: '' }, 'The credential has no signing secret'],
		...[{ current: SECRET }, [SECRET], 12_345_678, true].flatMap(
			(secret): Array<[ICredentialDataDecryptedObject, string]> => [
				[{ signingSecret: secret }, "'Signing Secret' must be a text"],
				[{ previousSigningSecret: secret }, "'Previous Signing Secret' must be a text"],
			],
		),
	])('%j is rejected', (fields, message) => {
		expect(() => readSignatureSettings({ signingSecret: SECRET, ...fields })).toThrow(message);
	});
});
