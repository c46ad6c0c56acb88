import {
	algorithmByWord,
	readBase64,
	readDigest,
	readHex,
} from '../../nodes/ProjectWorkspace/old/signature/encodings';
import { digests as d } from './knownAnswers';

test.each([
	['sha256', 'sha256'],
	['SHA-384', 'sha384'],
	['HMAC-SHA256', 'sha256'],
	['hmac_sha512', 'sha512'],
	['HS256', 'sha256'],
	['hs512', 'sha512'],
	['hmac1', 'weak'],
	['HMAC-MD5', 'weak'],
	['sha-1', 'weak'],
	['sha', 'weak'],
	['sha224', 'weak'],
	['none', 'weak'],
	['384', undefined],
	['1', undefined],
	['v1', undefined],
	['signature', undefined],
	['hssha256', undefined],
	['xhmacsha256', undefined],
])('the word %s names %s', (word, algorithm) => {
	expect(algorithmByWord(word)).toBe(algorithm);
});

test('hex is read completely or not at all', () => {
	expect(readHex('00fF')).toEqual(Buffer.from([0, 255]));
	for (const text of ['', 'abc', 'xab', 'abx', 'ab cd']) expect(readHex(text)).toBeUndefined();
});

test('base64 must equal the encoded bytes, with or without padding', () => {
	for (const text of ['QQ==', 'QQ']) expect(readBase64(text)).toEqual(Buffer.from('A'));
	for (const text of ['', '=', 'QQ=', 'QR', 'Q Q=', 'QQ==='])
		expect(readBase64(text)).toBeUndefined();
});

test('digests are recognized from the shortest that is too weak to the longest', () => {
	const md5 = Buffer.alloc(16, 1).toString('base64').replace('==', '');
	expect(readDigest(md5)).toBe('weak');
	expect(readDigest('a'.repeat(56))).toBe('weak');
	expect(readDigest(md5.slice(1))).toBeUndefined();
	const longest = Buffer.from(d.sha512).toString('base64');
	expect(readDigest(longest)).toMatchObject({ algorithm: 'sha512', encoding: 'base64 of hex' });
});
