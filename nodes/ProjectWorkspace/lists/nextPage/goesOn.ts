import { chooseRoutes } from './overrides';
import type { Reading } from '../reading';
import { moreByCount, nextStep, type Progress, type Route } from './route';
import type { ListOverrides } from '../types';

/** Whether a list goes on behind the page where Limit stopped it; undefined where nothing says so either way. */
export function goesOn(
	reading: Reading,
	progress: Progress,
	route: Route | undefined,
	overrides: ListOverrides,
): boolean | undefined {
	if (reading.stated.more !== undefined) return reading.stated.more;
	const counted = moreByCount(reading, progress);
	if (counted !== 'maybe') return counted;
	if (route) {
		const step = nextStep(route, reading, progress, {});
		if (step.kind === 'end') return step.stated ? false : undefined;
		return route.sure ? true : undefined;
	}
	const choice = chooseRoutes(reading, overrides);
	if (choice.kind === 'refused') return undefined;
	if (choice.statedEnd) return false;
	return choice.routes.some(({ sure }) => sure) ? true : undefined;
}
