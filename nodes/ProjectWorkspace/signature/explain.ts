import { algorithms } from './encodings';
import { MOST_CANDIDATES, type Candidate, type HeaderReading } from './header';
import { findIds, findTimestamps } from './relatedHeaders';
import { hmacsAllowed, search, type SearchSpace } from './search';
import type { SecretKey } from './secretKeys';
import type { Delivery, Observed, Reason } from './types';

const SIGNATURE_NAME = /signature|hmac|-sign$|-sig$|-digest$/;
/** Headers whose names end alike and that contain something else. */
const NEVER_SIGNATURES = new Set(['content-digest', 'repr-digest', 'signature-input']);

/** What a person is told about a rejected delivery. */
export function observe(
	delivery: Delivery,
	header: string,
	value: string | undefined,
	{ candidates, timestamps }: HeaderReading,
): Observed {
	const elsewhere = (found: readonly unknown[]) =>
		found.length > 0 ? 'in another header' : undefined;
	return {
		header,
		characters: value?.length,
		digests: candidates.slice(0, MOST_CANDIDATES).map(describe),
		timestamp: timestamps.length
			? 'in the signature header'
			: elsewhere(findTimestamps(delivery, header)),
		id: elsewhere(findIds(delivery, header)),
		otherSignatures: Object.keys(delivery.headers)
			.filter((name) => name !== header && SIGNATURE_NAME.test(name) && !NEVER_SIGNATURES.has(name))
			.slice(0, 5)
			.map((name) => name.slice(0, 100)),
	};
}

function describe({ algorithm, encoding, prefix }: Candidate): string {
	const title = algorithms.find(({ name }) => name === algorithm)?.title;
	return `${title} in ${encoding}${prefix ? ` after "${prefix}"` : ''}`;
}

/** Why a recognized digest does not match, as far as trying can tell. The delivery stays rejected. */
export function explainMismatch(
	body: Buffer,
	space: SearchSpace,
	keys: readonly SecretKey[],
): Reason | undefined {
	const budget = { hmacs: hmacsAllowed(body.length, 1) };
	const matches = (tried: Buffer, templates = space.templates) =>
		search(tried, { ...space, templates }, keys, budget).kind === 'match';
	if (!space.templates.includes('{body}') && matches(body, ['{body}'])) return 'timestampNotSigned';
	return rebuilt(body).some((other) => matches(other)) ? 'bodyChanged' : undefined;
}

const MOST_REBUILT_BYTES = 256 * 1024;

/** The body as it may have been before something on the way parsed and rewrote it. */
function rebuilt(body: Buffer): Buffer[] {
	if (body.length > MOST_REBUILT_BYTES) return [];
	const text = body.toString();
	const texts = [text.trim(), `${text}\n`, text.replaceAll('\r\n', '\n')];
	const rewritten = ['', 2, 4, '\t'].map((indent) => reformatted(text, indent));
	texts.push(...rewritten.filter((one) => one !== undefined));
	return [...new Set(texts)].filter((one) => one !== text).map((one) => Buffer.from(one));
}

function reformatted(text: string, indent: string | number): string | undefined {
	try {
		return JSON.stringify(JSON.parse(text), null, indent);
	} catch {
		return undefined;
	}
}
