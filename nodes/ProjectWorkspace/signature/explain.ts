import { createHash } from 'node:crypto';

import type { Explanation } from './messages';
import { hmacsAllowed, isAmong, search, type SearchSpace } from './search';
import type { SecretKey } from './secretKeys';
import { settableTemplates } from './templates';

/** Why a recognized digest does not match, as far as trying can tell. The delivery stays rejected. */
export function explainMismatch(
	body: Buffer,
	space: SearchSpace,
	keys: readonly SecretKey[],
	url: string,
): Explanation | undefined {
	const budget = { hmacs: hmacsAllowed(body.length, 1) };
	const find = (tried: Buffer, tries: readonly string[]) => {
		const found = search(tried, { ...space, templates: tries, rareTemplates: [] }, keys, budget);
		return found.kind === 'match' ? found.scheme : undefined;
	};
	if (!space.templates.includes('{body}') && find(body, ['{body}'])) {
		return { reason: 'timestampNotSigned' };
	}
	const settable = find(body, settableTemplates(url));
	if (settable) return { reason: 'settable', template: settable.template };
	if (rebuilt(body).some((other) => find(other, space.templates))) return { reason: 'bodyChanged' };
	return keys.some(({ key }) => isPlainHash(body, space, key.export()))
		? { reason: 'plainHash' }
		: undefined;
}

const isPlainHash = (body: Buffer, { candidates }: SearchSpace, secret: Buffer) =>
	[
		[secret, body],
		[body, secret],
	].some((parts) => {
		const hash = createHash('sha256');
		for (const part of parts) hash.update(part);
		return isAmong(candidates, hash.digest());
	});

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
