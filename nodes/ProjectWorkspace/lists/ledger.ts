import type { Reading } from './reading';
import type { Progress } from './nextPage/route';
import type { ListOutcome, ListOverrides, ListReport, PageTarget } from './types';
import { NO_WAY_ON, refuse, WHOLE_ANSWER } from './wording';

/** What has been read so far: the counts that decide how to go on, and the report at the end. */
export interface Ledger {
	progress: Progress;
	records: () => number;
	/** The largest page so far: a server's own page size shows in its answers. */
	pageSize: () => number;
	emptyInARow: () => number;
	enter: (reading: Reading, fresh: number, kept: number) => void;
	follow: (label: string) => void;
	noteOnce: (note: string) => void;
	report: (limited?: ListReport['limited']) => ListReport;
	close: (
		statedEnd: boolean,
		overrides: ListOverrides,
		last: PageTarget | undefined,
	) => ListOutcome;
}

export function createLedger(): Ledger {
	const progress: Progress = { pages: 0, received: 0 };
	const notes = new Set<string>();
	let records = 0;
	let repeated = 0;
	let largest = 0;
	let empty = 0;
	let total: number | undefined;
	let place = WHOLE_ANSWER;
	let pagination: string | undefined;

	const report = (limited?: ListReport['limited']): ListReport => ({
		recordsPath: place,
		pagination: pagination ?? NO_WAY_ON,
		pages: progress.pages,
		records,
		repeated,
		total,
		limited,
		notes: [
			...notes,
			...(repeated > 0
				? [`Records that came again on a later page were left out: ${repeated}.`]
				: []),
		],
	});

	return {
		progress,
		records: () => records,
		pageSize: () => Math.max(1, largest),
		emptyInARow: () => empty,
		enter: ({ records: answered, path, stated, note }, fresh, kept) => {
			progress.pages += 1;
			progress.received += answered.length;
			records += kept;
			repeated += answered.length - fresh;
			largest = Math.max(largest, answered.length);
			empty = answered.length === 0 ? empty + 1 : 0;
			if (path.length > 0) place = path.join('.');
			if (note !== undefined) notes.add(note);
			if (stated.total === undefined) return;
			if (total !== undefined && total !== stated.total && !stated.totalIsCount) {
				notes.add('The stated total changed while the list was read.');
			}
			total = stated.totalIsCount ? Math.max(total ?? 0, stated.total) : stated.total;
		},
		follow: (label) => {
			pagination = label;
		},
		noteOnce: (note) => notes.add(note),
		report,
		close: (statedEnd, { ignoreTotal }, last) => {
			const { received } = progress;
			if (total !== undefined && total > received && !ignoreTotal) {
				if (!statedEnd) {
					const position = last && { target: last, cursor: String(received) };
					return {
						kind: 'refused',
						refusal: refuse.short(total, received, position),
						report: report(),
					};
				}
				notes.add(
					`The service says that this is the end, but also that there are ${total} records.`,
				);
			}
			if (pagination === undefined) {
				pagination = statedEnd ? 'none, the service says that this is all' : NO_WAY_ON;
				if (!statedEnd) {
					notes.add('No sign of further pages was found.');
				}
			}
			return { kind: 'done', report: report() };
		},
	};
}
