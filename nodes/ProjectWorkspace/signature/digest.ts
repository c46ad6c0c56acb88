import { algorithmOfLength, weakTitleOfLength } from './algorithms';
import { encodings, type EncodingName } from './encodings';
import type { Algorithm, PinnableEncoding } from './types';

export type DigestReading =
	| { kind: 'digest'; bytes: Buffer; algorithm: Algorithm; encoding: EncodingName }
	/** As long as a digest that is not strong enough. */
	| { kind: 'weak'; title: string };

/** Reads a text as a digest. An encoding that is pinned is the only one. */
export function readDigest(text: string, pinned?: PinnableEncoding): DigestReading | undefined {
	// MD5 in base64 without padding is the shortest that is recognised, SHA-512 in base64 of hex the longest.
	if (text.length < 22 || text.length > 172) return undefined;
	let weak: DigestReading | undefined;
	for (const encoding of encodings) {
		if (pinned && encoding.pin !== pinned) continue;
		const bytes = encoding.read(text);
		if (!bytes) continue;
		const algorithm = algorithmOfLength(bytes.length);
		if (algorithm) return { kind: 'digest', bytes, algorithm, encoding: encoding.name };
		const title = weakTitleOfLength(bytes.length);
		if (title) weak ??= { kind: 'weak', title };
	}
	return weak;
}
