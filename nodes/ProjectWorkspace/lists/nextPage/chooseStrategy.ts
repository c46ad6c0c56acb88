import { notes, refuse } from '../messages';
import { evidenceOf } from '../progress';
import type { Reading } from '../reading';
import type { OpenList, WalkEnd } from '../readPages';
import { confirm, type Confirmed } from './confirm';
import { keyOfTarget } from '../seenRecords';
import type { Candidate } from './follow';
import { choose } from './overrides';

/** More than any strategy's parameters together; what is still unknown then is not worth the quota. */
const MOST_TRIALS = 16;

/**
 * How the list goes on after a page: the strategy that the next page confirms, or why the list ends there. Where
 * nothing says that there is more, one request looks for it; all usual parameters only where the page may have been
 * cut, as it is full.
 */
export async function chooseStrategy(
	list: OpenList,
	page: Reading,
): Promise<Extract<Confirmed, { kind: 'confirmed' }> | WalkEnd> {
	const { walk } = list.progress;
	let reading = page;
	let choice = choose(reading, walk, list.overrides);
	if (choice.kind === 'candidates' && choice.isSilent) {
		list.deepScan = true;
		const again = list.read(page.page);
		if (again.kind === 'reading') {
			({ reading } = again);
			choice = choose(reading, walk, list.overrides);
		}
	}
	if (choice.kind === 'refused') return choice;
	const { candidates, isClosed, isSilent } = choice;
	const {
		more,
		isEnd,
		isFull,
		isClosed: isReached,
		isLikelyEnd,
		isLastPage,
	} = evidenceOf(reading, walk);
	const saysEnd = reading.totals.hasMore === false;
	const isSure = more || candidates.some(({ sure }) => sure);
	const end: WalkEnd = isPartial(reading)
		? { kind: 'refused', refusal: refuse.partial() }
		: { kind: 'end', proof: isSilent ? 'unpaged' : 'stated' };
	if (!isSure && (isClosed || isEnd || reading.records.length === 0)) return end;

	const mayBeCut = isFull && !saysEnd && !isLastPage;
	const tryAll = async (most: number) =>
		await confirm(candidates, reading, { ...list, walk, most });
	const isShown = candidates.some(({ read }) => read);
	if (!isSure && !mayBeCut && !isShown && !(await probe(list, reading, candidates))) return end;
	const tried = await tryAll(isSure || mayBeCut || !isShown ? MOST_TRIALS : 1);
	if (tried.kind !== 'none') return tried;

	const { failed, parameters } = tried;
	const isPastEnd = failed?.cause !== undefined && isLikelyEnd;
	const isExplained = !more && (saysEnd || isPastEnd || (isReached && !isFull));
	if (isSure && !isExplained && end.kind === 'end') {
		return { kind: 'refused', refusal: refuse.noWayOn(reading, walk, failed, parameters.length) };
	}
	if (parameters.length > 0 && isFull) list.progress.note(notes.tried(parameters));
	return end;
}

/**
 * One request with all usual parameters at once, each set to what would be the second page: does it bring more? A
 * service ignores those that it does not know.
 */
async function probe(
	{ ask, read, seen, firstQuery }: OpenList,
	first: Reading,
	candidates: readonly Candidate[],
): Promise<boolean> {
	const query = { ...firstQuery };
	for (const { strategy, parameter } of candidates) {
		const count = strategy.kind === 'page' ? 2 : first.records.length;
		if (strategy.kind !== 'lastId') query[parameter] ??= String(count);
	}
	if (keyOfTarget({ query }) === keyOfTarget({ query: firstQuery })) return false;
	const asked = await ask({ query });
	const second = asked.kind === 'page' ? read(asked.page) : undefined;
	if (second?.kind !== 'reading') return false;
	const { records } = second.reading;
	return seen.countNew(records) * 2 > records.length;
}

/** Heroku answers a list by ranges: https://devcenter.heroku.com/articles/platform-api-reference#ranges */
const isPartial = ({ fields, page }: Reading) =>
	fields.find('header.nextrange').length > 0 || page.status === 206;
