/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import type { SQLOutputValue } from 'node:sqlite';

/** Readers of database rows, so that a column of another type is an error and not a surprise. */
export type Row = Record<string, SQLOutputValue>;

export function text(row: Row, column: string): string {
	const value = row[column];
	if (typeof value !== 'string') throw new TypeError(`column ${column} holds no text`);
	return value;
}

export function number(row: Row, column: string): number {
	const value = row[column];
	if (typeof value !== 'number') throw new TypeError(`column ${column} holds no number`);
	return value;
}

export function textOrNull(row: Row, column: string): string | null {
	return row[column] === null ? null : text(row, column);
}

export function numberOrNull(row: Row, column: string): number | null {
	return row[column] === null ? null : number(row, column);
}
