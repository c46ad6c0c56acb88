import { limits } from './limits';
import { readTimestamp } from './timestamps';
import type { SignatureSettings } from './types';

/**
 * Whether a signed time lies too far from now, in either direction: a delivery from the future would be good for
 * replays until its time has come. Undefined: it is recent.
 */
export function judgeTime(
	text: string,
	{ now, pins }: Pick<SignatureSettings, 'now' | 'pins'>,
): { reason: 'stale' | 'future' | 'badTimestamp'; seconds: number } | undefined {
	const time = readTimestamp(text);
	const tolerance = pins.toleranceSeconds ?? limits.tolerance;
	const age = time === undefined ? NaN : (now - time) / 1000;
	if (Number.isNaN(age)) return { reason: 'badTimestamp', seconds: 0 };
	if (age > tolerance) return { reason: 'stale', seconds: Math.round(age) };
	// A time in whole seconds was rounded down, never up, so no second of grace is needed here.
	return age < -tolerance ? { reason: 'future', seconds: Math.round(-age) } : undefined;
}
