/** What happened and what to do about it, in sentences for a person. */
export interface Problem {
	message: string;
	description: string;
}

/** The outcome of reading or checking something: a value, or why there is none. */
export type Result<T, P = Problem> = { ok: true; value: T } | { ok: false; problem: P };

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });

export const reject = <P>(problem: P): { ok: false; problem: P } => ({ ok: false, problem });

/** The value of a result, or of what a function returns. */
export type ValueOf<R> = Extract<R, { ok: true; value: unknown }>['value'];

/** All values by their names, or the first problem. */
export function all<P, R extends Record<string, Result<unknown, P>>>(
	results: R & Record<string, Result<unknown, P>>,
) {
	const values: Record<string, unknown> = {};
	for (const [name, result] of Object.entries(results)) {
		if (!result.ok) return result;
		values[name] = result.value;
	}
	return ok(values as { [Name in keyof R]: ValueOf<R[Name]> }); // filled above
}
