import { stepOf } from '../ahead';
import type { Reading } from '../reading';
import type { Progress } from './route';
import type { PageTarget } from '../types';

/**
 * How many pages are still to come, the next one included; undefined when the answers do not say.
 * The smallest of what is stated: a page too few under way early costs nothing, one too many does.
 */
export function countRemaining(
	reading: Reading,
	progress: Progress,
	from: PageTarget,
	to: PageTarget,
	pageSize: number,
): number | undefined {
	const { stated } = reading;
	const said: number[] = [];
	if (stated.totalPages !== undefined) said.push(stated.totalPages - progress.pages);
	if (stated.total !== undefined && !(stated.totalIsCount && stated.totalPages !== undefined)) {
		said.push(Math.ceil((stated.total - progress.received) / Math.max(1, pageSize)));
	}
	const last = reading.signs.find('header.link.last')[0]?.value;
	if (typeof last === 'string' && URL.canParse(last, reading.url)) {
		const step = stepOf(to, { url: new URL(last, reading.url).href });
		const each = stepOf(from, to);
		if (step && each && step.name === each.name) said.push(1 + Math.floor(step.step / each.step));
	}
	return said.length > 0 ? Math.max(0, Math.min(...said)) : undefined;
}
