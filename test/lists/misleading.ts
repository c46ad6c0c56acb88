/**
 * List services that mislead, written from outside: from what a service may do, not from what the reader looks for.
 * Each knows which records it has, so that a list which is short can be told from one that is whole.
 */
import { CHANGES } from './misleading/changes';
import { COUNTS } from './misleading/counts';
import { ENDLESS } from './misleading/endless';
import { FAILURES } from './misleading/failures';
import { FILTERS, NUMBERS } from './misleading/filters';
import { IDENTITY } from './misleading/identity';
import { MORE_SIGNS } from './misleading/moreSigns';
import { NO_SIGN } from './misleading/noSign';
import type { ListService } from './misleading/service';

export type { Answer, Asked, ListService } from './misleading/service';

export const MISLEADING: readonly ListService[] = [
	...MORE_SIGNS,
	...COUNTS,
	...CHANGES,
	...FAILURES,
	...IDENTITY,
	...NO_SIGN,
	...ENDLESS,
	...FILTERS,
	...NUMBERS,
];

/** `warned`: records are missing, and the person is told that they may be. */
export type Verdict = 'whole' | 'rejected' | 'warned' | `${string}: ${string}`;

/** Some services give each record in an object of its own, `{"task": {…}}`. */
function titleOf(record: object): string {
	if ('title' in record) return String(record.title);
	return 'task' in record && typeof record.task === 'object' && record.task
		? titleOf(record.task)
		: '?';
}

/** What came of reading one of them: `message` is the one of a refusal. */
export function judge(
	{ rows, says }: ListService,
	{
		records,
		message,
		isWarned,
	}: { records: readonly object[]; message?: string; isWarned: boolean },
): Verdict {
	if (message !== undefined) {
		if (message.length < 20) return `rejected without help: ${message}`;
		return says && !message.includes(says) ? `rejected in other words: ${message}` : 'rejected';
	}
	const titles = records.map(titleOf);
	const missing = rows.filter(({ title }) => !titles.includes(title)).map(({ title }) => title);
	if (missing.length > 0 && isWarned) return 'warned';
	if (missing.length > 0) {
		return `short: ${missing.length} of ${rows.length} missing, the first is ${missing[0]}`;
	}
	const twice = titles.filter((title, at) => titles.indexOf(title) !== at);
	if (twice.length > 0) return `doubled: ${twice.length} records, the first is ${twice[0]}`;
	const wanted = new Map(rows.map(({ title, id }) => [title, id]));
	const other = records.find(
		(record) =>
			'title' in record &&
			'id' in record &&
			wanted.has(String(record.title)) &&
			record.id !== wanted.get(String(record.title)),
	);
	if (other) return `altered: ${JSON.stringify(other)}`;
	// What was there for a while may be in it or not.
	const foreign = titles.filter((title) => !title.startsWith('Row '));
	return foreign.length > 0 ? `foreign: ${foreign.length} records that are none` : 'whole';
}

/** What `expect` allows. */
export const allowed = ({ expect }: ListService): Verdict[] =>
	expect === 'whole'
		? ['whole']
		: expect === 'rejected'
			? ['rejected']
			: ['whole', 'rejected', 'warned'];
