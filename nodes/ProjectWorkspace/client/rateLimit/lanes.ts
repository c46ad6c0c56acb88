import type { Clock } from './clock';
import { Lane } from './lane';

/** More keys than one process uses side by side; beyond it the longest unused idle lane goes. */
const MOST_LANES = 100;
/** What a lane has learned is worth keeping for as long as a workflow may rest between runs. */
const KEEP_MS = 60 * 60_000;

/** The lanes of this process, by the fingerprint of key and address. The key itself is never kept. */
export class Lanes {
	private readonly lanes = new Map<string, Lane>();

	private readonly clock: Clock;

	constructor(clock: Clock) {
		this.clock = clock;
	}

	get size(): number {
		return this.lanes.size;
	}

	/** `fingerprint`: a hash of key and address. A changed plan starts a new lane. */
	lane(fingerprint: string, requestsPerMinute: number): Lane {
		const name = `${fingerprint} ${requestsPerMinute}`;
		const known = this.lanes.get(name);
		if (known !== undefined) return known;
		this.dropIdle();
		const lane = new Lane({ clock: this.clock, requestsPerMinute });
		this.lanes.set(name, lane);
		return lane;
	}

	private dropIdle(): void {
		const idle = [...this.lanes].filter(([, lane]) => lane.idle);
		idle.sort(([, a], [, b]) => a.usedAt - b.usedAt);
		const limit = this.clock.now() - KEEP_MS;
		for (const [name, lane] of idle)
			if (lane.usedAt < limit || this.lanes.size >= MOST_LANES) this.lanes.delete(name);
	}
}
