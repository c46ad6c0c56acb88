/** Where requests go: an address is built from the base URL, or is a link of the service at its origin. */
import { UserError } from '../errors';
import type { Failure } from './failure';
import type { ApiRequest } from './types';

/** `https://host/path/v1`: with the version at its end, without a slash after it. */
export function readBaseUrl(text: string): string {
	const isUrl = /^https?:\/\/[^\s?#]+$/i.test(text) && URL.canParse(text);
	if (!isUrl || hasLogin(new URL(text))) {
		throw badBaseUrl(
			'must be a full URL, e.g. https://api.example.com/v1, and must not contain a username, a password, ? or #',
		);
	}

	const { origin, pathname } = new URL(text);
	const path = pathname.replace(/\/+/g, '/').replace(/\/$/, '');
	const beforeVersion = path.replace(/\/v1$/i, '');
	// Not quoted, because a key may be in it.
	if (/\/v\d+(\/|$)/i.test(beforeVersion)) throw badBaseUrl('must end with /v1');
	return `${origin}${beforeVersion}/v1`;
}

const badBaseUrl = (reason: string) =>
	new UserError(
		`'Base URL' ${reason}`,
		"Change 'Base URL' in the credential. The node adds the rest of the path and authenticates with the API key.",
	);

/** Below the base URL, or a link of the service. */
export function urlOf(baseUrl: string, { path, query, url }: ApiRequest): string {
	if (url !== undefined) return url;

	const pairs = Object.entries(query).map((pair) => pair.map(encoded).join('='));
	return pairs.length > 0 ? `${baseUrl}${path}?${pairs.join('&')}` : baseUrl + path;
}

/** Half a character, which is left where an expression cuts an emoji, cannot be sent. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

/** The key is only sent to the origin of the base URL. */
export function refusalOf(url: string, baseUrl: string): Failure | undefined {
	const to = new URL(url);
	if (hasLogin(to)) return { cause: 'otherOrigin', detail: 'it contains a username or password' };
	if (to.origin === new URL(baseUrl).origin) return undefined;
	return { cause: 'otherOrigin', detail: `it leads to ${to.origin}` };
}

const hasLogin = ({ username, password }: URL) => username !== '' || password !== '';
