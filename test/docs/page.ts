import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const repository = join(__dirname, '../..');

/** A Markdown page of the repository, and its tables as cells without their heads. */
export function page(path: string) {
	const text = readFileSync(join(repository, path), 'utf8');
	/** The first table after a text. */
	const tableAfter = (before: string): string[][] => {
		const at = text.indexOf(before);
		if (at < 0) throw new Error(`${path} does not contain: ${before}`);
		const [, table = ''] = /((?:^\|.*\n)+)/m.exec(text.slice(at)) ?? [];
		const rows = table.trimEnd().split('\n').slice(2);
		return rows.map((row) =>
			row
				.split('|')
				.slice(1, -1)
				.map((cell) => cell.trim()),
		);
	};
	return { text, tableAfter };
}
