import { jsonParse } from 'n8n-workflow';

import { limits } from './limits';
import { search, type SearchSpace } from './search';
import type { Reason } from './types';

/** Why a recognised digest does not match, as far as trying can tell. The delivery stays refused. */
export function explainMismatch(
	body: Buffer,
	space: SearchSpace,
	secrets: readonly string[],
): Reason | undefined {
	const fits = (tried: Buffer, contents = space.contents, keys = secrets) =>
		search(tried, { ...space, contents }, { secrets: keys }).kind === 'match';
	const bodyOnly = { template: '{body}' };
	const timeAsked = space.contents.every(({ template }) => template !== bodyOnly.template);
	if (timeAsked && fits(body, [bodyOnly])) return 'timestampNotSigned';
	const trimmed = secrets.map((secret) => secret.trim());
	if (trimmed.join('\n') !== secrets.join('\n') && fits(body, space.contents, trimmed)) {
		return 'secretHasSpaces';
	}
	return rebuilt(body).some((other) => fits(other)) ? 'bodyChanged' : undefined;
}

/** The body as it may have been before something on the way parsed and rewrote it. */
function rebuilt(body: Buffer): Buffer[] {
	if (body.length > limits.rebuiltBytes) return [];
	const text = body.toString();
	const texts = [text.trim(), `${text}\n`, text.replaceAll('\r\n', '\n')];
	const parsed = jsonParse<unknown>(text, { fallbackValue: undefined });
	if (parsed !== undefined) {
		texts.push(JSON.stringify(parsed), JSON.stringify(parsed, null, 2));
		texts.push(JSON.stringify(parsed, null, 4), JSON.stringify(parsed, null, '\t'));
	}
	return [...new Set(texts)].filter((one) => one !== text).map((one) => Buffer.from(one));
}
