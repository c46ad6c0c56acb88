import type { NodeExecutionHint } from 'n8n-workflow';

import type { ItemResult } from './item';

/** Shorter waits are part of the ordinary course of things. */
const LONG_WAIT_MS = 5_000;

/** What the person should know of a run that went well, in words. */
export function hintsOf(results: readonly ItemResult[], longestWait: number): NodeExecutionHint[] {
	const done = results.filter((result) => result.ok);
	return [
		...listHint(results.map((result) => (result.ok ? result.found : undefined))),
		...matchHint(done.flatMap((result) => result.done ?? [])),
		...leftOutHint(done.flatMap(({ leftOut }) => leftOut ?? [])),
		...waitHint(longestWait),
	].map((message) => ({ message, type: 'info', location: 'outputPane' }));
}

/** How lists were read. */
function listHint(found: ReadonlyArray<string | undefined>): string[] {
	const [first, ...others] = new Set(found.filter((words) => words !== undefined));
	if (first === undefined) return [];
	return others.length === 0
		? [first]
		: [`[item ${found.indexOf(first)}] ${first} Lists for other items differ.`];
}

/** What became of the records that items were matched with. */
function matchHint(done: readonly string[]): string[] {
	const count = new Map<string, number>();
	for (const what of done) count.set(what, (count.get(what) ?? 0) + 1);
	const parts = [...count].sort().map(([what, times]) => `${times} ${what}`);
	return parts.length === 0 ? [] : [`${parts.join(', ')}.`];
}

function leftOutHint(names: readonly string[]): string[] {
	return names.length === 0
		? []
		: [
				`Not sent, because the service sets these fields itself: ${[...new Set(names)].sort().join(', ')}. To send one anyway, add it under 'Additional Fields'.`,
			];
}

/** Quotas of a minute are waited for; a person wonders where the time went. */
function waitHint(longestWait: number): string[] {
	return longestWait < LONG_WAIT_MS
		? []
		: [
				`Requests waited up to ${Math.round(longestWait / 1000)} s because of the rate limit. Other apps that use the same API key count toward it too.`,
			];
}
