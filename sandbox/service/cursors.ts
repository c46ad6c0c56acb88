/** Cursors are opaque to the caller: only the service reads them. */
const MARK = 'after:';

export function encodeCursor(sequence: number): string {
	return Buffer.from(`${MARK}${sequence}`).toString('base64url');
}

export function decodeCursor(cursor: string): number | undefined {
	const text = Buffer.from(cursor, 'base64url').toString();
	const sequence = Number(text.slice(MARK.length));
	return text.startsWith(MARK) && Number.isSafeInteger(sequence) ? sequence : undefined;
}
