import { hmacsAllowed, search, type SearchSpace } from './search';
import type { SecretKey } from './secretKeys';

/** Why a recognized digest does not match, as far as trying can tell. The delivery stays rejected. */
export function explainMismatch(
	body: Buffer,
	space: SearchSpace,
	keys: readonly SecretKey[],
): 'timestampNotSigned' | 'bodyChanged' | undefined {
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
