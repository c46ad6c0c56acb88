/**
 * Windows worth trying while the service's own is unknown, in seconds. The specification says "per minute"
 * and does not say how it counts; services count in whole seconds, and mostly in round numbers of them.
 * Each miss is a refusal, so a small quota, where a few refusals are many, is asked less often: refusals may be
 * 2 % of three quotas, and the second and third window cost a few more.
 */
const RUNGS = {
	most: [
		1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 11, 12, 13.5, 15, 16.5, 18, 20, 22, 24, 26,
		28, 30, 33, 36, 40, 44, 48, 52, 56, 60,
	],
	many: [1, 2, 3, 4, 5, 6, 8, 10, 20, 30, 60],
	few: [2, 3, 5, 10, 30, 60],
} as const satisfies Record<string, readonly number[]>;

/** A share of the quota from which on the long list costs under 2 % of three windows. */
const MANY = 90;
const MOST = 700;

/** Past the last rung the documented minute is over: only others can have used the credit up. */
const BEYOND_MS = 20_000;

/** The rungs in milliseconds. */
export function rungsOf(quota: number): number[] {
	const rungs = quota >= MOST ? RUNGS.most : quota >= MANY ? RUNGS.many : RUNGS.few;
	return rungs.map((seconds) => seconds * 1_000);
}

/** Those worth a look where a window may have begun at any time. */
export function commonOf(quota: number): number[] {
	return rungsOf(quota >= MOST ? quota : 0);
}

/** The first rung (milliseconds) above `elapsed`. */
export function nextRung(elapsed: number, quota: number): number {
	return rungsOf(quota).find((rung) => rung > elapsed) ?? elapsed + BEYOND_MS;
}
