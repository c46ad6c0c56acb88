import { NO_PAGINATION, notes, WHOLE_RESPONSE } from './messages';
import { evidenceOf } from './nextPage/judge';
import { describeCandidate } from './nextPage/follow';
import type { Walk } from './nextPage/types';
import type { WalkStart } from './position';
import type { Reading } from './reading';
import type { ListReport, Proof } from './types';

const walkFrom = (start: WalkStart): Walk => ({
	...start,
	emptyInARow: 0,
	fresh: 0,
	isSaidEnd: false,
	isEndRefuted: false,
	isTotalOfPage: false,
	evidence: undefined,
});

/** The walks through a list, and the report at the end. */
export class ListProgress {
	walk: Walk;
	pages = 0;
	/** Handed on by all walks. */
	records = 0;
	/** Records of the list before the first one handed on. */
	earlier = 0;
	isSecondWalk = false;
	private readonly start: WalkStart;
	private readonly said = new Set<string>();
	private place = WHOLE_RESPONSE;
	private repeated = 0;
	private total: number | undefined;
	private isTotalExact = false;
	private hasTotalChanged = false;

	constructor(start: WalkStart) {
		this.start = start;
		this.walk = walkFrom(start);
	}

	/** @param fresh how many records are new to this walk; `kept`: how many are handed on */
	enter(reading: Reading, { fresh, kept }: { fresh: number; kept: number }): void {
		const { walk } = this;
		const { length } = reading.records;
		this.pages += 1;
		this.records += kept;
		this.repeated += length - fresh;
		walk.pages += 1;
		walk.fresh = fresh;
		walk.distinct += fresh;
		walk.largest = Math.max(walk.largest, length);
		walk.position += length === 0 ? walk.largest : length;
		walk.emptyInARow = length === 0 ? walk.emptyInARow + 1 : 0;
		walk.isEndRefuted ||= walk.isSaidEnd && fresh > 0;
		walk.isSaidEnd = reading.totals.hasMore === false;
		if (reading.path.length > 0) this.place = reading.path.join('.');
		if (reading.note !== undefined) this.note(reading.note);
		// Past the end some services count nothing at all.
		if (length > 0 || walk.pages === 1) this.enterTotal(reading);
		if (fresh > 0 || walk.pages === 1) walk.evidence = evidenceOf(reading, walk);
	}

	private enterTotal({ totals, records: { length } }: Reading): void {
		const { walk } = this;
		if (totals.total === undefined) return;
		walk.isTotalOfPage ||=
			walk.pages > 1 && totals.total === length && totals.total < walk.distinct;
		const isExact = totals.totalIs === 'exact' && !walk.isTotalOfPage;
		this.hasTotalChanged ||= isExact && this.isTotalExact && this.total !== totals.total;
		this.total = totals.total;
		this.isTotalExact = isExact;
	}

	/** How many records of the list were handed on, now or by an earlier reading. */
	get received(): number {
		return this.earlier + this.records;
	}

	/** Records are missing, or may have been skipped because the list changed. */
	isDoubtful(ignoreTotal: boolean): boolean {
		const { isTotalExact, total, hasTotalChanged } = this;
		const { kind } = this.walk.strategy ?? {};
		const isCounted = kind === 'page' || kind === 'offset';
		const isWhole = isTotalExact && total === this.received && !hasTotalChanged;
		if (isCounted && this.repeated > 0 && !isWhole) return true;
		return !ignoreTotal && (this.missing() !== undefined || (isTotalExact && hasTotalChanged));
	}

	/** The last total, where it is more than was read. */
	missing(): number | undefined {
		const { isTotalExact, total } = this;
		return isTotalExact && total !== undefined && total > this.received ? total : undefined;
	}

	/** The list is read from where it started once more. */
	startAgain(): void {
		this.walk = walkFrom({ ...this.start, strategy: this.walk.strategy });
		this.isSecondWalk = true;
		this.isTotalExact = false;
		this.repeated = 0;
		this.note(notes.walkedAgain);
	}

	note(text: string): void {
		this.said.add(text);
	}

	report({ limited, proof }: Pick<ListReport, 'limited' | 'proof'> = {}): ListReport {
		const { pages, records, repeated, total, walk } = this;
		return {
			recordsPath: this.place,
			pagination: walk.strategy ? describeCandidate(walk.strategy) : whyNone(proof),
			pages,
			records,
			repeated,
			total,
			limited,
			proof,
			notes: [
				...this.said,
				...(proof === 'unpaged' || proof === 'absent' ? [notes.noPagination] : []),
				...(this.hasTotalChanged ? [notes.totalChanged] : []),
				...(repeated > 0 ? [notes.repeated(repeated)] : []),
			],
		};
	}
}

const whyNone = (proof: Proof | undefined) =>
	proof === 'stated' || proof === 'searched' ? notes[proof] : NO_PAGINATION;
