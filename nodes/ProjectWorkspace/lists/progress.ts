import { NO_PAGINATION, notes, WHOLE_RESPONSE } from './messages';
import { evidenceOf } from './nextPage/judge';
import type { Candidate, Walk } from './nextPage/types';
import type { Reading } from './reading';
import type { ListReport } from './types';

const atStart = (strategy?: Candidate): Walk => ({
	pages: 0,
	position: 0,
	distinct: 0,
	largest: 0,
	emptyInARow: 0,
	fresh: 0,
	isSaidEnd: false,
	isEndRefuted: false,
	isTotalOfPage: false,
	strategy,
	evidence: undefined,
});

export type ListProgress = ReturnType<typeof trackProgress>;

/** The walks through a list, and the report at the end. */
export function trackProgress() {
	const progress = {
		walk: atStart(),
		pages: 0,
		records: 0,
		enter,
		follow,
		isDoubtful,
		missing,
		startAgain,
		note,
		report,
	};
	const said = new Set<string>();
	let place = WHOLE_RESPONSE;
	let pagination: string | undefined;
	let repeated = 0;
	let total: number | undefined;
	let isTotalExact = false;
	let hasTotalChanged = false;

	/** @param fresh how many records are new to this walk; `kept`: how many are handed on */
	function enter(reading: Reading, { fresh, kept }: { fresh: number; kept: number }) {
		const { walk } = progress;
		const { length } = reading.records;
		progress.pages += 1;
		progress.records += kept;
		repeated += length - fresh;
		walk.pages += 1;
		walk.fresh = fresh;
		walk.distinct += fresh;
		walk.largest = Math.max(walk.largest, length);
		walk.position += length === 0 ? walk.largest : length;
		walk.emptyInARow = length === 0 ? walk.emptyInARow + 1 : 0;
		walk.isEndRefuted ||= walk.isSaidEnd && fresh > 0;
		walk.isSaidEnd = reading.totals.hasMore === false;
		if (reading.path.length > 0) place = reading.path.join('.');
		if (reading.note !== undefined) said.add(reading.note);
		// Past the end some services count nothing at all.
		if (length > 0 || walk.pages === 1) enterTotal(reading);
		if (fresh > 0 || walk.pages === 1) walk.evidence = evidenceOf(reading, walk);
	}

	function enterTotal({ totals, records: { length } }: Reading) {
		const { walk } = progress;
		if (totals.total === undefined) return;
		walk.isTotalOfPage ||=
			walk.pages > 1 && totals.total === length && totals.total < walk.distinct;
		const isExact = totals.totalIs === 'exact' && !walk.isTotalOfPage;
		hasTotalChanged ||= isExact && isTotalExact && total !== totals.total;
		total = totals.total;
		isTotalExact = isExact;
	}

	function follow(confirmed: Candidate) {
		pagination = confirmed.label;
		progress.walk.strategy = confirmed;
	}

	/** Records are missing, or may have been skipped because the list changed. */
	function isDoubtful(ignoreTotal: boolean): boolean {
		const { kind } = progress.walk.strategy?.strategy ?? {};
		const isCounted = kind === 'page' || kind === 'offset';
		const isWhole = isTotalExact && total === progress.records && !hasTotalChanged;
		if (isCounted && repeated > 0 && !isWhole) return true;
		return !ignoreTotal && (missing() !== undefined || (isTotalExact && hasTotalChanged));
	}

	/** The last total, where it is more than was read. */
	function missing(): number | undefined {
		return isTotalExact && total !== undefined && total > progress.records ? total : undefined;
	}

	function startAgain() {
		progress.walk = atStart(progress.walk.strategy);
		isTotalExact = false;
		repeated = 0;
		note(notes.walkedAgain);
	}

	function note(text: string) {
		said.add(text);
	}

	function report({ limited, proof }: Pick<ListReport, 'limited' | 'proof'> = {}): ListReport {
		const { pages, records } = progress;
		return {
			recordsPath: place,
			pagination: pagination ?? (proof === 'stated' ? notes.closed : NO_PAGINATION),
			pages,
			records,
			repeated,
			total,
			limited,
			proof,
			notes: [
				...said,
				...(proof === 'unpaged' ? [notes.noPagination] : []),
				...(hasTotalChanged ? [notes.totalChanged] : []),
				...(repeated > 0 ? [notes.repeated(repeated)] : []),
			],
		};
	}

	return progress;
}
