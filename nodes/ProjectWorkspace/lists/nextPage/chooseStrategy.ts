import { notes, refuse } from '../messages';
import { evidenceOf } from '../progress';
import type { Reading } from '../reading';
import type { OpenList, WalkEnd } from '../readPages';
import { confirm, type Confirmed } from './confirm';
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
	const { more, isEnd, isFull, isClosed: isReached } = evidenceOf(reading, walk);
	const saysEnd = reading.totals.hasMore === false;
	const isSure = more || candidates.some(({ sure }) => sure);
	const end: WalkEnd = isPartial(reading)
		? { kind: 'refused', refusal: refuse.partial() }
		: { kind: 'end', proof: isSilent ? 'unpaged' : 'stated' };
	if (!isSure && (isClosed || isEnd || reading.records.length === 0)) return end;

	const isProbe = !isSure && (!isFull || saysEnd);
	const tryAll = async () =>
		await confirm(candidates, reading, { ...list, walk, most: MOST_TRIALS });
	let tried = isProbe
		? await confirm(candidates.filter(isTelling), reading, { ...list, walk, most: 1 })
		: await tryAll();
	// There is more: which parameter the service knows is found as if it had said so.
	const isMore = tried.kind === 'confirmed' && tried.reading.records.length > 0;
	if (isProbe && isMore) tried = await tryAll();
	if (tried.kind !== 'none') return tried;

	const { failed, parameters } = tried;
	const isExplained = !more && (saysEnd || (isReached && !isFull));
	if (isSure && !isExplained && end.kind === 'end') {
		return { kind: 'refused', refusal: refuse.noWayOn(reading, walk, failed, parameters.length) };
	}
	if (parameters.length > 0 && isFull) list.progress.note(notes.tried(parameters));
	return end;
}

/** Page 1 may be the first page, and then tells nothing: page 2 does. Last IDs are rare. */
const isTelling = ({ strategy: { kind }, base, read }: Candidate) =>
	read !== undefined || kind === 'offset' || (kind === 'page' && base > 0);

/** Heroku answers a list by ranges: https://devcenter.heroku.com/articles/platform-api-reference#ranges */
const isPartial = ({ fields, page }: Reading) =>
	fields.find('header.nextrange').length > 0 || page.status === 206;
