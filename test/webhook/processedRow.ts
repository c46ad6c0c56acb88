interface Options {
	maxEntries?: number;
	/** Waits as the database does, after the row was read and before it is written. */
	afterRead?: () => Promise<void>;
}

/**
 * A row of n8n's table `processed_data`, used as n8n does: it is read, and then inserted or updated as a whole. So the
 * later of two updates undoes the other, and the later of two inserts throws.
 */
export class ProcessedRow {
	/** Undefined: n8n has not inserted it yet. */
	entries?: string[];

	async checkAndRecord(
		items: readonly string[],
		{ maxEntries, afterRead = async () => await Promise.resolve() }: Options = {},
	): Promise<{ added: string[]; processed: string[] }> {
		const read = this.entries;
		await afterRead();
		if (!read && this.entries) throw new Error('SQLITE_CONSTRAINT: UNIQUE constraint failed');

		const known = new Set(read);
		const added = items.filter((item) => !known.has(item));
		// n8n removes the oldest entries first.
		this.entries = [...(read ?? []), ...added].slice(-(maxEntries ?? Infinity));
		return { added, processed: items.filter((item) => known.has(item)) };
	}

	async remove(items: readonly string[]): Promise<void> {
		this.entries = this.entries?.filter((entry) => !items.includes(entry));
	}
}
