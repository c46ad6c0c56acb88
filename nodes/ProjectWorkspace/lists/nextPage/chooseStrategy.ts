import { notes, refuse } from '../messages';
import { type OpenList, refused, type WalkEnd } from '../openList';
import type { Reading } from '../reading';
import { confirm, type Confirmed, probe } from './confirm';
import { isLed, nextStep } from './follow';
import { evidenceOf, isUsualSize, mayBePastEnd } from './judge';
import { choose } from './overrides';

/** More than any strategy's parameters together; what is still unknown then is not worth the quota. */
const MOST_TRIALS = 16;

/**
 * How the list goes on after a page: the strategy that the next page confirms, or why the list ends there. Where
 * nothing says that there is more, one request looks for it; all usual parameters only where the page may have been
 * cut, as it is full.
 */
export async function chooseStrategy(list: OpenList, page: Reading): Promise<Confirmed | WalkEnd> {
	const { walk } = list.progress;
	let reading = page;
	let choice = choose(reading, walk, list.overrides);
	if (choice.ok && choice.value.isSilent) {
		list.deepScan = true;
		const again = list.read(page.page);
		if (again.ok) {
			reading = again.value;
			choice = choose(reading, walk, list.overrides);
		}
	}
	if (!choice.ok) return refused(choice.problem);
	const { isClosed, isSilent } = choice.value;
	const candidates = choice.value.candidates.filter(({ rare }) => !rare);
	const { hasMore, total } = reading.totals;
	const evidence = evidenceOf(reading, walk);
	const { more, isFull } = evidence;
	const isSure = more || candidates.some(({ sure }) => sure);
	const isAbsent = reading.absent === 'body' && total === undefined;
	const isStated = isClosed || evidence.isEnd || hasMore === false;
	const proof = isAbsent ? 'absent' : isSilent ? 'unpaged' : isStated ? 'stated' : 'searched';
	const end: WalkEnd = isPartial(reading) ? refused(refuse.partial) : { kind: 'end', proof };
	if (!isSure && (isClosed || evidence.isEnd || reading.records.length === 0)) return end;

	const isShown = candidates.some(({ place }) => place);
	const mayBeCut = isShown ? isFull : isUsualSize(reading.records.length);
	const tryAll =
		isSure || (mayBeCut && hasMore !== false && !(evidence.isLastPage && evidence.isClosed));
	const leads = tryAll || isShown || (await probe(list, reading, candidates, [2]));
	if (!leads) return leads === undefined ? unproven(end) : end;
	const usual = await confirm(list, reading, candidates, tryAll || !isShown ? MOST_TRIALS : 1);
	const rare = tryAll ? choice.value.candidates.filter((one) => one.rare) : [];
	if (usual.kind !== 'none') return usual;
	const leadsRarely = await probe(list, reading, rare, [2, 1]);
	const tried = leadsRarely ? await confirm(list, reading, rare, MOST_TRIALS) : usual;
	if (tried.kind !== 'none') return tried;

	const { failed, parameters } = tried;
	const isPastEnd = failed?.failure !== undefined && mayBePastEnd(evidence, candidates[0]);
	const isExplained = !more && (hasMore === false || isPastEnd || (evidence.isClosed && !isFull));
	if (usual.isSkipping) return refused(refuse.skipping(walk.distinct), failed);
	if (isSure && !isExplained && end.kind === 'end') {
		return refused(refuse.noWayOn(total, walk.distinct, parameters.size), failed);
	}
	if (parameters.size > 0 && isFull) list.progress.note(notes.tried([...parameters]));
	return leadsRarely === undefined ? unproven(end) : end;
}

/** Where the request that looked for more failed, the page may have been cut. */
const unproven = (end: WalkEnd): WalkEnd =>
	end.kind === 'end' ? { ...end, proof: 'unpaged' } : end;

/** Heroku answers a list by ranges: https://devcenter.heroku.com/articles/platform-api-reference#ranges */
const isPartial = ({ fields, page }: Reading) =>
	fields.find('header.nextrange').length > 0 || page.status === 206;

/** Whether the list goes on after the page where Limit stopped it; undefined where nothing says so either way. */
export function goesOn(
	{ progress: { walk }, overrides }: OpenList,
	page: Reading,
): boolean | undefined {
	const choice = choose(page, walk, overrides);
	if (!choice.ok) return undefined;
	const { more, isLikelyEnd } = evidenceOf(page, walk);
	if (more) return true;
	const { strategy } = walk;
	const led = strategy ? [strategy].filter(isLed) : choice.value.candidates;
	const leads = led.some((one) => one.sure && nextStep(one, page, walk, {}).kind === 'ask');
	if (isLikelyEnd) return leads ? undefined : false;
	if (leads) return true;
	return choice.value.isClosed || (strategy && led.length > 0) ? false : undefined;
}
