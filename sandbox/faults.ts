import type { ServiceResponse } from './service.ts';

/** Something that goes wrong on purpose, for requests with this method and path. */
export interface Fault {
	method?: string;
	/** The path, not decoded; `*` at its end matches anything. */
	path?: string;
	/** The number of requests that it affects; by default all. */
	times?: number;
	/** Whether the operation happens, and only its response is lost or late. */
	after?: boolean;
	/** Instead of the response: an error with this status, or the end of the connection. */
	status?: number;
	drop?: boolean;
	/** The header Retry-After of the error. */
	retryAfter?: string;
	/** Waits for so long. */
	delayMs?: number;
}

export interface Effect {
	delayMs: number;
	response?: ServiceResponse;
}

/** The faults, in the order in which they were added. The first that fits a request applies. */
export class Faults {
	#faults: Fault[] = [];

	add(fault: Fault): void {
		this.#faults.push({ ...fault });
	}

	clear(): void {
		this.#faults = [];
	}

	/** What happens to a request before or after its operation. */
	take(method: string, path: string, after: boolean): Effect | undefined {
		const fault = this.#faults.find(
			(each) =>
				(each.after ?? false) === after &&
				(each.times ?? 1) > 0 &&
				(each.method ?? method) === method &&
				fits(each.path ?? '*', path),
		);
		if (!fault) return undefined;

		if (fault.times !== undefined) fault.times -= 1;
		return { delayMs: fault.delayMs ?? 0, response: responseOf(fault) };
	}
}

function fits(pattern: string, path: string): boolean {
	if (pattern.endsWith('*')) return path.startsWith(pattern.slice(0, -1));

	return path === pattern;
}

function responseOf({ drop, status, retryAfter }: Fault): ServiceResponse | undefined {
	if (drop) return { status: 0, headers: {}, isDropped: true };
	if (status === undefined) return undefined;

	const headers: Record<string, string> = {};
	if (retryAfter !== undefined) headers['Retry-After'] = retryAfter;
	if (status === 429) headers['X-RateLimit-Remaining'] = '0';

	const error = { code: 'made_up_error', message: 'The service says no (injected)' };
	return { status, headers, body: { error } };
}
