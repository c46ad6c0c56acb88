/**
 * @typedef {object} Table
 * @property {string} title
 * @property {string[]} head
 * @property {string[][]} rows
 * @property {string[]} [notes]
 */

/** @param {Table} table */
export function textTable({ title, head, rows, notes = [] }) {
	return [title, ...lines(head, rows), ...notes].join('\n');
}

/** @param {Table} table */
export function markdownTable({ title, head, rows, notes = [] }) {
	return [`## ${title}`, '', ...lines(head, rows), '', ...notes.flatMap((n) => [n, ''])].join('\n');
}

/**
 * @param {string[]} head
 * @param {string[][]} rows
 */
function lines(head, rows) {
	const width = head.map((title, column) =>
		Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
	);
	/** @param {string[]} cells */
	const line = (cells) => `| ${cells.map((cell, c) => cell.padEnd(width[c] ?? 0)).join(' | ')} |`;
	return [line(head), line(width.map((n) => '-'.repeat(n))), ...rows.map(line)];
}
