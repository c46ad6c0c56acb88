/** The links in a `Link` header (RFC 8288) by their relation: `<https://…>; rel="next"`. */
export function readLinkHeader(header: string): Map<string, string> {
	const links = new Map<string, string>();
	for (const [, url = '', parameters = ''] of header.matchAll(/<([^<>]*)>([^<>]*)/g)) {
		const relations = /;\s*rel\s*=\s*"?([^";,]+)/i.exec(parameters)?.[1] ?? '';
		for (const relation of relations.toLowerCase().trim().split(/\s+/)) {
			if (!links.has(relation)) links.set(relation, url.trim());
		}
	}

	return links;
}

/**
 * A link from a page as an absolute URL, or undefined if it is none. Any path is followed, because some services link to
 * another one (Salesforce). Whether the key may be sent there is decided where the request is sent.
 * @param base what the service puts in front of relative links (Confluence's `_links.base`)
 */
export function followLink(link: string, pageUrl: string, base?: string): string | undefined {
	const isRelative = base !== undefined && link.startsWith('/');
	const isBased = isRelative && !isSamePath(link, new URL(pageUrl));
	const address = isBased ? base.replace(/\/$/, '') + link : link;
	if (!URL.canParse(address, pageUrl)) return undefined;

	const url = new URL(address, pageUrl);
	url.hash = '';
	return url.href;
}

/** Whether a relative link leads to the list even without what the service puts in front of it. */
const isSamePath = (link: string, { origin, pathname }: URL): boolean =>
	URL.canParse(link, origin) && new URL(link, origin).pathname === pathname;
