/**
 * Reads a Link header (RFC 8288): `<url>; rel="next"; results="true", <url>; rel=last`.
 * Commas and semicolons inside `<…>` or quotes do not separate. A relation is kept once, the first.
 */
export function readLinkHeader(header: string): Map<string, string> {
	const links = new Map<string, string>();
	// No nested repetition: one pass, so a hostile header costs no more than its length.
	const link = /<([^>]*)>((?:[^,"]|"[^"]*")*)/g;
	for (const [, url = '', parameters = ''] of header.matchAll(link)) {
		const values = readParameters(parameters);
		// Sentry always links a next page and says by `results` whether it holds anything:
		// https://docs.sentry.io/api/pagination
		if (values.get('results') === 'false') continue;
		for (const relation of (values.get('rel') ?? '').toLowerCase().split(/\s+/)) {
			if (relation !== '' && !links.has(relation)) links.set(relation, url.trim());
		}
	}
	return links;
}

function readParameters(text: string): Map<string, string> {
	const values = new Map<string, string>();
	for (const [, name = '', quoted, plain] of text.matchAll(
		/;\s*([\w*-]+)\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/g,
	)) {
		const key = name.toLowerCase();
		if (!values.has(key)) values.set(key, quoted ?? plain ?? '');
	}
	return values;
}
