import type { Asked } from '../ahead';
import type { Reading, ReadPage } from '../reading';
import { nextStep, type Progress, type Route } from './route';
import { keyOfTarget, type Seen } from '../seen';
import type { ListRefusal, Page, PageTarget } from '../types';
import { refuse } from '../wording';

export type Tried =
	| { kind: 'proven'; route: Route; target: PageTarget; reading: Reading }
	| { kind: 'nothing'; statedEnd: boolean }
	| { kind: 'refused'; refusal: ListRefusal; label?: string };

/** More than any family's parameters together; what is still unknown then is not worth the quota. */
const MOST_TRIALS = 12;

interface Surroundings {
	ask: (target: PageTarget) => Promise<Asked>;
	read: (page: Page) => ReadPage;
	seen: Seen;
	firstQuery: Record<string, string>;
	isInvalidRequest: (cause: unknown) => boolean;
}

/**
 * Takes the likely ways one after the other until a second page proves one: it holds a record that
 * the first did not. A service that does not know a parameter ignores it (and answers the first page
 * again) or finds the request invalid; both lead to the next way.
 */
export async function tryRoutes(
	routes: readonly Route[],
	first: Reading,
	progress: Progress,
	{ ask, read, seen, firstQuery, isInvalidRequest }: Surroundings,
): Promise<Tried> {
	const tried = new Set<string>([keyOfTarget({ query: firstQuery })]);
	let failed: { target: PageTarget; cursor: string; cause?: unknown } | undefined;
	let statedEnd = false;
	let sure = false;
	for (const route of routes) {
		const step = nextStep(route, first, progress, firstQuery);
		if (step.kind === 'refused') {
			return { kind: 'refused', refusal: refuse.nextLink(step), label: route.label };
		}
		if (step.kind === 'end') {
			statedEnd ||= step.stated;
			continue;
		}
		const key = keyOfTarget(step.target);
		if (tried.has(key)) continue;
		if (tried.size > MOST_TRIALS) break;
		tried.add(key);
		sure ||= route.sure;
		const asked = await ask(step.target);
		if (asked.kind === 'failed') {
			if (!isInvalidRequest(asked.cause) || route.family.kind === 'link') {
				return { kind: 'refused', refusal: refuse.request(step, asked.cause), label: route.label };
			}
			failed = { ...step, cause: asked.cause };
			continue;
		}
		const answer = read(asked.page);
		if (answer.kind === 'refused') {
			return {
				kind: 'refused',
				refusal: { ...answer.refusal, position: step.target, cursor: step.cursor },
			};
		}
		if (proves(route, first, answer.reading, progress, seen)) {
			return { kind: 'proven', route, target: step.target, reading: answer.reading };
		}
		failed ??= step;
	}
	if (!failed) return { kind: 'nothing', statedEnd };
	// Only a number that could also mean the end: nothing said that there was more.
	if (!sure) return { kind: 'nothing', statedEnd: true };
	return { kind: 'refused', refusal: refuse.noWayOn(first, progress, failed, tried.size - 1) };
}

function proves(
	route: Route,
	first: Reading,
	second: Reading,
	progress: Progress,
	seen: Seen,
): boolean {
	if (second.records.length > 0) return seen.countFresh(second.records) > 0;
	// An empty page says little. After a cursor or link it may be a gap or the end.
	if (route.read && route.family.kind !== 'page' && route.family.kind !== 'offset') return true;
	if (second.stated.more === false) return true;
	const { total } = first.stated;
	return first.stated.more !== true && (total === undefined || progress.received >= total);
}
