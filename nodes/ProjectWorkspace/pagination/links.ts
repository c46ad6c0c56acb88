import { UserError } from '../errors';

/**
 * The links in a `Link` header (RFC 8288) by their relation: `<https://…>; rel="next"`. Sentry always links a next page,
 * and `results="false"` says that it has no records.
 */
export function readLinkHeader(header: string): Map<string, string> {
	const links = new Map<string, string>();
	for (const [, url = '', parameters = ''] of header.matchAll(/<([^<>]*)>([^<>]*)/g)) {
		const relations = /;\s*rel\s*=\s*"?([^";,]+)/i.exec(parameters)?.[1] ?? '';
		if (/;\s*results\s*=\s*"?false/i.test(parameters)) continue;
		for (const relation of relations.toLowerCase().trim().split(/\s+/)) {
			if (!links.has(relation)) links.set(relation, url.trim());
		}
	}
	return links;
}

/**
 * A link from a page as an absolute URL. The key is only sent to the origin of the page, and any path of it is accepted,
 * because some services link to another one (Salesforce).
 * @param base what the service puts in front of relative links (Confluence's `_links.base`)
 */
export function followLink(link: string, pageUrl: string, base?: string): string | UserError {
	const from = new URL(pageUrl);
	const isRelative = base !== undefined && link.startsWith('/');
	const address = isRelative && !isSamePath(link, from) ? base.replace(/\/$/, '') + link : link;
	if (!URL.canParse(address, pageUrl)) return badLink('it is not a valid URL');

	const to = new URL(address, pageUrl);
	if (to.username !== '' || to.password !== '') {
		return badLink('it contains a username or password');
	}
	if (to.origin !== from.origin) {
		return badLink(`it leads to another origin (${to.protocol}//${to.host})`);
	}
	to.hash = '';
	return to.href;
}

/** Whether a relative link leads to the list even without what the service puts in front of it. */
const isSamePath = (link: string, { origin, pathname }: URL): boolean =>
	URL.canParse(link, origin) && new URL(link, origin).pathname === pathname;

const badLink = (why: string): UserError =>
	new UserError(
		`The link to the next page was not followed: ${why}`,
		"The API key is only sent to the address in 'Base URL' in the credential. Check that the service links to the same address. If its pages are numbered, set 'Pagination' in the credential under 'List Settings' to 'Page Number'.",
		{ code: 'nextLink' },
	);
