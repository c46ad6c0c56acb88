import { wholeNumber } from '../../records/json';
import { refuse } from '../messages';
import type { Asked } from '../prefetch';
import { evidenceOf, type Progress } from '../progress';
import { hasNoList, type Reading, type ReadPage } from '../reading';
import { keyOfTarget, type SeenRecords } from '../seenRecords';
import type { ListRefusal, Page, PageTarget } from '../types';
import { type Candidate, isLed, nextStep } from './follow';

export interface Failed {
	target: PageTarget;
	cursor: string;
	cause?: unknown;
}

export type Confirmed =
	| {
			kind: 'confirmed';
			candidate: Candidate;
			target: PageTarget;
			cursor: string;
			reading: Reading;
	  }
	/** None is. `parameters`: what was sent. */
	| { kind: 'none'; parameters: string[]; failed?: Failed }
	| { kind: 'refused'; refusal: ListRefusal };

export interface Surroundings {
	ask: (target: PageTarget) => Promise<Asked>;
	read: (page: Page) => ReadPage;
	seen: SeenRecords;
	firstQuery: Record<string, string>;
	isInvalidRequest: (cause: unknown) => boolean;
	walk: Progress;
	path?: readonly string[];
	/** How many candidates may be asked for. */
	most: number;
}

/**
 * Asks for the next page of each candidate in turn until a page confirms one: most of its records are new. A service
 * that does not know a parameter ignores it (and gives the first page again, perhaps with a record that was created
 * meanwhile) or rejects it; both lead to the next candidate.
 */
export async function confirm(
	candidates: readonly Candidate[],
	first: Reading,
	{ ask, read, seen, firstQuery, isInvalidRequest, walk, path, most }: Surroundings,
): Promise<Confirmed> {
	const tried = new Set([keyOfTarget({ query: firstQuery })]);
	const parameters = new Set<string>();
	let failed: Failed | undefined;
	for (const candidate of candidates) {
		const step = nextStep(candidate, first, walk, firstQuery);
		if (step.kind === 'refused') return { kind: 'refused', refusal: refuse.nextLink(step) };
		if (step.kind === 'none') continue;
		const { target, cursor } = step;
		const key = keyOfTarget(target);
		if (tried.has(key)) {
			failed ??= { target, cursor };
			continue;
		}
		if (tried.size > most) break;
		tried.add(key);
		if (candidate.parameter) parameters.add(candidate.parameter);
		const asked = await ask(target);
		if (asked.kind === 'failed') {
			if (!isInvalidRequest(asked.cause)) {
				return { kind: 'refused', refusal: refuse.request(step, asked.cause) };
			}
			failed = { target, cursor, cause: asked.cause };
			continue;
		}
		if (candidate.sure && hasNoList(asked.page, path) && !evidenceOf(first, walk).isLikelyEnd) {
			return { kind: 'refused', refusal: refuse.noList(step) };
		}
		const second = read(asked.page);
		if (second.kind === 'refused') {
			if (candidate.sure) {
				return { kind: 'refused', refusal: { ...second.refusal, position: target, cursor } };
			}
			continue;
		}
		if (confirms(candidate, first, second.reading, walk, seen)) {
			return { kind: 'confirmed', candidate, target, cursor, reading: second.reading };
		}
		failed ??= { target, cursor };
	}
	return { kind: 'none', parameters: [...parameters], failed };
}

function confirms(
	candidate: Candidate,
	first: Reading,
	second: Reading,
	walk: Progress,
	seen: SeenRecords,
): boolean {
	const { kind } = candidate.strategy;
	const { records } = second;
	if (kind === 'link') return true;
	const [before, after] = [first, second].map((page) => wholeNumber(candidate.read?.(page)?.value));
	const step = before === undefined || after === undefined ? undefined : after - before;
	if (records.length === 0) {
		// After a cursor it may be a gap or the end. Elsewhere it says little, unless its number has moved on.
		return isLed(candidate.strategy) || !evidenceOf(first, walk).more || (step ?? 0) > 0;
	}
	if (seen.countNew(records) * 2 <= records.length) return false;
	// A page that says to be two further would leave one out.
	return kind !== 'page' || step === undefined || step <= 1;
}
