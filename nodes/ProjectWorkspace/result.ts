/** What happened and what to do about it, in sentences for a person. */
export interface Problem {
	message: string;
	description: string;
}

/** The outcome of reading or checking something: a value, or why there is none. */
export type Result<T, P = Problem> = { ok: true; value: T } | { ok: false; problem: P };

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });

export const reject = <P>(problem: P): { ok: false; problem: P } => ({ ok: false, problem });
