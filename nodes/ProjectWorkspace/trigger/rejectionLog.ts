const MOST_LINES = 20;
const WITHIN_MS = 60_000;
const MOST_TOPICS = 1_000;

interface Topic {
	since: number;
	lines: number;
	left: number;
}

/** Keeps whoever sends thousands of forged deliveries from filling n8n's log: so many lines a minute for each topic. */
export class RejectionLog {
	#topics = new Map<string, Topic>();

	/** How many lines were left out before this one; undefined if this one is to be left out as well. */
	admit(topic: string, now: number): number | undefined {
		const found = this.#topics.get(topic);
		if (!found || now - found.since >= WITHIN_MS) {
			if (this.#topics.size >= MOST_TOPICS) this.#topics.clear();
			this.#topics.set(topic, { since: now, lines: 1, left: 0 });
			return found?.left ?? 0;
		}
		if (found.lines >= MOST_LINES) {
			found.left++;
			return undefined;
		}
		found.lines++;
		return 0;
	}
}
