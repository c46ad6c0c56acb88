/** A time in words that sort, with its zone, for a page that knows nothing of its reader's. */
export function timeOf(milliseconds: number): string {
	return new Date(milliseconds)
		.toISOString()
		.replace('T', ' ')
		.replace(/\.\d+Z$/, ' UTC');
}
