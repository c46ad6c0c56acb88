import { ownName } from '../records/fields';
import type { ResponseField } from './responseFields';

/**
 * Parameters as they are spelled beside a field: `page_token` is `pageToken` for `nextPageToken`, and `=` the name of the
 * field. What is not in snake case, such as `page[after]`, stays as it is.
 */
export function inStyleOf(field: ResponseField, parameters: readonly string[]): string[] {
	const name = nameOf(field);
	const spelled = new Set<string>();
	for (const parameter of parameters) {
		if (parameter === '=') spelled.add(name);
		else if (/^[a-z_]+$/.test(parameter)) spelled.add(spell(parameter.split('_'), name));
		else spelled.add(parameter);
	}
	return [...spelled];
}

/** The words of its name: `nextPageToken` and `next_page_token` have the same. */
export const wordsOf = (field: ResponseField): string[] =>
	nameOf(field)
		.replace(/([a-z0-9])([A-Z])/g, '$1_$2')
		.toLowerCase()
		.split(/[^a-z0-9]+/)
		.filter(Boolean);

const nameOf = ({ path }: ResponseField): string =>
	ownName(path.at(-1) ?? '').replace(/^[^A-Za-z0-9$]+/, '');

/** In kebab, snake, Pascal or camel case, as this name. */
function spell(words: readonly string[], name: string): string {
	if (name.includes('-')) return words.join('-');
	if (/_|^[^A-Z]*$/.test(name)) return words.join('_');

	const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
	return /^[A-Z]/.test(name) ? pascal : pascal.charAt(0).toLowerCase() + pascal.slice(1);
}
