import type { Explanation } from './messages';
import { hmacsAllowed, search, type SearchSpace } from './search';
import type { SecretKey } from './secretKeys';
import { detectedTemplates, settableTemplates } from './templates';

/** Looks for the reason why a recognized digest does not match. The delivery stays rejected. */
export function explainMismatch(
	body: Buffer,
	space: SearchSpace,
	keys: readonly SecretKey[],
	url: string,
): Explanation | undefined {
	const budget = { hmacs: 2 * hmacsAllowed(body.length, 1) };
	const find = (tried: Buffer, templates: readonly string[]) =>
		search(tried, { ...space, templates }, keys, budget)?.scheme;
	if (find(body, ['{body}'])) return { reason: 'timestampNotSigned' };
	// A template that is set may be the wrong one.
	const detected = space.templates.length === 1 ? detectedTemplates : [];
	const settable = find(body, [...detected, ...settableTemplates(url)]);
	if (settable) return { reason: 'settable', template: settable.template };
	const isChanged = rebuilt(body).some((other) => find(other, space.templates));
	return isChanged ? { reason: 'bodyChanged' } : undefined;
}

const MAX_REBUILT_BYTES = 256 * 1024;

/** The body as the service may have sent it, before a proxy parsed and rewrote it. */
function rebuilt(body: Buffer): Buffer[] {
	if (body.length > MAX_REBUILT_BYTES) return [];
	const text = body.toString();
	const texts = [text.trim(), `${text}\n`, text.replaceAll('\r\n', '\n'), ...reformatted(text)];
	return [...new Set(texts)].filter((one) => one !== text).map((one) => Buffer.from(one));
}

function reformatted(text: string): string[] {
	try {
		const json: unknown = JSON.parse(text);
		return ['', 2, 4, '\t'].map((indent) => JSON.stringify(json, null, indent));
	} catch {
		return [];
	}
}
