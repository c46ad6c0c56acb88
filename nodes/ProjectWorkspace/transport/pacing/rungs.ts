/**
 * Windows worth trying while the service's own is unknown, in seconds. The specification says "per minute"
 * and does not say how it counts; services count in whole fractions of a minute.
 * Each miss is a refusal, so a small quota, where a few refusals are many, is asked less often.
 */
const RUNGS = {
	many: [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 60],
	few: [2, 3, 5, 10, 20, 30, 60],
} as const satisfies Record<string, readonly number[]>;

/** A share of the quota from which on the long list costs under 2 % of three windows. */
const MANY = 90;

/** Past the last rung the documented minute is over: only others can have used the credit up. */
const BEYOND_MS = 20_000;

/** The first rung (milliseconds) above `elapsed`. */
export function nextRung(elapsed: number, quota: number): number {
	const rungs = quota >= MANY ? RUNGS.many : RUNGS.few;
	const seconds = rungs.find((rung) => rung * 1000 > elapsed);
	return seconds === undefined ? elapsed + BEYOND_MS : seconds * 1000;
}
