/** Written in capitals by everybody. */
const INITIALS = new Set(['id', 'url', 'uuid', 'api']);

/**
 * Names of fields as labels of the editor: `due_date` and `dueDate` become "Due Date". Where two names
 * would get one label, both stay as the service writes them.
 */
export function fieldTitles(names: readonly string[]): Map<string, string> {
	const titles = names.map((name) => [name, titleOf(name)] as const);
	const isTaken = (title: string) => titles.filter((other) => other[1] === title).length > 1;
	return new Map(titles.map(([name, title]) => [name, isTaken(title) ? name : title]));
}

function titleOf(name: string): string {
	const words = name
		.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
		.split(/[-_\s]+/)
		.filter((word) => word !== '');
	return words.length === 0 ? name : words.map(capitalised).join(' ');
}

const capitalised = (word: string) =>
	INITIALS.has(word.toLowerCase())
		? word.toUpperCase()
		: `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
