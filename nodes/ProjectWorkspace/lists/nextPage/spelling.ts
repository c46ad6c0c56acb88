/** `next_page_token`, `nextPageToken`, `Next-Page-Token` and `@odata.nextLink` lose only their style. */
export function normalise(key: string): string {
	return key.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/**
 * Spells a request parameter in the style of the key that was answered: a service that answers
 * `nextPageToken` takes `pageToken`, one that answers `next_page_token` takes `page_token`.
 * `=` stands for the answered key itself; a name that is not plain words is taken as written.
 */
export function spell(words: string, like: string): string {
	const key = like.replace(/^[^A-Za-z0-9]+/, '');
	if (words === '=') return key;
	if (!/^[a-z]+( [a-z]+)*$/.test(words)) return words;
	const parts = words.split(' ');
	if (key.includes('-')) return parts.join('-');
	if (/^[A-Z]/.test(key)) return parts.map(capitalise).join('');
	if (key.includes('_') || !/[A-Z]/.test(key)) return parts.join('_');
	return parts.map((part, index) => (index === 0 ? part : capitalise(part))).join('');
}

function capitalise(word: string): string {
	return word.charAt(0).toUpperCase() + word.slice(1);
}
