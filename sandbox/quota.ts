export interface QuotaRule {
	limit: number;
	windowMs: number;
}

interface Window {
	start: number;
	used: number;
}

/** The requests of each key in a window, which begins with the first request after the last one has ended. */
export class Quota {
	#windows = new Map<string, Window>();

	/** Counts a request. Returns whether it is allowed. */
	take(key: string, { limit, windowMs }: QuotaRule): boolean {
		const window = this.#current(key, windowMs);
		if (window.used >= limit) return false;

		window.used += 1;
		this.#windows.set(key, window);
		return true;
	}

	remaining(key: string, { limit, windowMs }: QuotaRule): number {
		return Math.max(0, limit - this.#current(key, windowMs).used);
	}

	#current(key: string, windowMs: number): Window {
		const known = this.#windows.get(key);
		const now = Date.now();
		if (known && now - known.start < windowMs) return known;

		return { start: now, used: 0 };
	}
}
