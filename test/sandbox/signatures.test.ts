import { layouts, sign } from '../../sandbox';

/*
 * Known answers by openssl, such as
 *   openssl dgst -sha256 -hmac made-up-secret -hex body.json
 *   (printf '1893456000.'; cat body.json) | openssl dgst -sha256 -hmac made-up-secret -hex
 */
const body = '{"id":"evt_1","event":"task.created"}';
const signed = { id: 'evt_1', body, time: 1_893_456_000_000 };
const secret = 'made-up-secret';

const hex = 'ae02941ce97cd103f50451bdd75d85fbf8899658af2153a1c51092da195a18b6';
const sha384 =
	'd5879f2be17843ec4318d26ca4a58741da13147fa5a5a26cf14a2b8116e3700c5e7cd1b39bcc21f8e5e1f4a82021fdf7';
const sha512 =
	'f61aa9997f7b579d0e9c0ac8f68d14c0a36e6fea8f6fdd97dcdd4643efe3e885707eac644f9b86f4ebf9f9981e5015f8691adc3dac7e4c4ea0d7cfe7c7fb4c67';
const timed = '7ab4baa877954eefb14af808229400bab1d87021345b66e3eb6738dec3ea3345';

describe('signature layouts', () => {
	test.each([
		['sha256Hex', `sha256=${hex}`],
		['hex', hex],
		['v1Hex', `v1=${hex}`],
		['base64', 'rgKUHOl80QP1BFG9112F+/iJllivIVOhxRCS2hlaGLY='],
		['sha256Base64', 'sha256=rgKUHOl80QP1BFG9112F+/iJllivIVOhxRCS2hlaGLY='],
		['base64url', 'rgKUHOl80QP1BFG9112F-_iJllivIVOhxRCS2hlaGLY'],
		['sha384Hex', `sha384=${sha384}`],
		['sha512Hex', `sha512=${sha512}`],
		['sha512PlainHex', sha512],
		[
			'sha512Base64',
			'9hqpmX97V50OnArI9o0UwKNub+qPb92X3N1GQ+/j6IVwfqxkT5uG9Ov5+ZgeUBX4aRrcPax+TE6g18/nx/tMZw==',
		],
		['timestamped', `t=1893456000,v1=${timed}`],
		[
			'timestampedMilliseconds',
			't=1893456000000,v1=6dc7d8dffd4db72abe34e4cc6762b299397cb2b0f0f09da5eeb43f8b540289ec',
		],
		['timestampHeader', timed],
		['versioned', 'v0=7eaea8029217ed9e089d0850d22f99766c45d21546c73068dbf07bb1d08da37a'],
		['standard', 'v1,wfvQfLTTAxo0aj4RU8Eb8r43JYyjsPvhvSUX7HNfnqE='],
	] as const)('%s is signed as by openssl', (name, value) => {
		expect(sign(layouts[name], [secret], signed).value).toBe(value);
	});

	test('a secret can be decoded from base64 after its prefix', () => {
		const encoded = 'whsec_ZGVjb2RlZCBtYWRlLXVwIGtleSAxMjM0';
		expect(sign(layouts.standardDecodedSecret, [encoded], signed).value).toBe(
			'v1,yvDvb5lziMMI+IydT0zLr41nXxpEUeAO/bxL6tWHNgk=',
		);
	});

	test('two secrets result in two signatures in one header', () => {
		const both = [secret, 'older-made-up-secret'];
		expect(sign(layouts.standard, both, signed).value).toBe(
			'v1,wfvQfLTTAxo0aj4RU8Eb8r43JYyjsPvhvSUX7HNfnqE= v1,vpIpwEZ0yR5MBS3LqKCQvOCJhwK09gd+nMYf+mcjG8Q=',
		);
		expect(sign(layouts.timestamped, both, signed).value).toBe(
			`t=1893456000,v1=${timed},v1=ff37ebb6fb6f6fcdcffda225b8765127b76d9e5941aeee0f2f1b88cfc948c7d5`,
		);
	});

	test('some layouts send the time in another header', () => {
		const headers = { 'X-Service-Timestamp': '1893456000' };
		expect(sign(layouts.timestampHeader, [secret], signed).headers).toEqual(headers);
		expect(sign(layouts.standard, [secret], signed).headers).toEqual(headers);
		expect(sign(layouts.hex, [secret], signed).headers).toEqual({});
	});

	test('braces in a body are not replaced', () => {
		// printf '{"a":"{timestamp} {id}"}' | openssl dgst -sha256 -hmac made-up-secret -hex
		const braces = { ...signed, body: '{"a":"{timestamp} {id}"}' };
		expect(sign(layouts.hex, [secret], braces).value).toBe(
			'319987c66c639566f506b01fee65b21eddb3e60a00fd72db7a48d20515f2af00',
		);
	});
});
