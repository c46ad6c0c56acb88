import type { NodeExecutionHint } from 'n8n-workflow';

/** Shorter waits are part of the ordinary course of things. */
const LONG_WAIT_MS = 5_000;

/** What the person should know of a run that went well: how lists were read, and what took long. */
export function hintsOf(
	found: ReadonlyArray<string | undefined>,
	longestWait: number,
): NodeExecutionHint[] {
	const told = [...new Set(found)].filter((words) => words !== undefined);
	const [first, ...others] = told;
	return [
		...(first === undefined
			? []
			: [
					others.length > 0
						? `${first} (Item 0; ${others.length} further lists were read in other ways or lengths.)`
						: first,
				]),
		...(longestWait >= LONG_WAIT_MS
			? [
					`Requests waited up to ${Math.round(longestWait / 1000)} s for the quota of requests per minute. Other programs that use the same key count as well.`,
				]
			: []),
	].map((message) => ({ message, type: 'info', location: 'outputPane' }));
}
