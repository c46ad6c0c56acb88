/** Whatever the round trip is: less gains nothing, and more is too much to hold, for n8n and for the service. */
export const LEAST = 32;
export const MOST = 128;
/** Requests a millisecond: about twice as many as one n8n process can send, so that it has no time to wait. */
const RATE = 1.28;
/** A response that takes so many times the shortest round trip has waited in line at the service. */
const SLOWDOWN = 2;
/** What a response adds to the ceiling, or takes from it: it rises as long as fewer than one in six is slow. */
const RAISE = 0.1;
const LOWER = 0.5;
/** After so long the round trip is measured anew, with the least under way: it may have grown for another reason. */
const RENEW_MS = 30_000;
/** A little faster than responses come back, to catch up after a pause. */
const PACE = 0.8;

/**
 * How many requests of a run are worth having under way. By Little's law that is the rate times the round trip: what is
 * beyond it waits in line. The shortest round trip is that of a service at leisure. Below what it asks for, a ceiling
 * comes down where responses take much longer or none come, and rises again with the others: then the service is at its
 * limit, or n8n is (the gradient of the round trip, as in https://github.com/Netflix/concurrency-limits).
 */
export class Concurrency {
	/** The shortest round trip of this run, in milliseconds. */
	shortest: number | undefined;
	private readonly expected: number;
	private ceiling = MOST;
	private measuredSince: number | undefined;

	/** @param expected the shortest round trip of the run before: good until the first response of this one */
	constructor(expected = 0) {
		this.expected = expected;
	}

	/** A whole number from 32 to 128. */
	get limit(): number {
		const wanted = RATE * (this.shortest ?? this.expected);
		return Math.floor(Math.max(LEAST, Math.min(wanted, this.ceiling)));
	}

	/**
	 * Milliseconds from one request to the next that spread them over the round trip. Sent all at once, their responses
	 * come all at once too, wait for each other, and so on in each round.
	 */
	spacing(atOnce: number): number {
		return (PACE * (this.shortest ?? 0)) / atOnce;
	}

	/**
	 * Tells how one request went; times are in milliseconds.
	 * @param served whether it got the response that it asked for
	 */
	observe(sentAt: number, endedAt: number, served: boolean): void {
		this.measuredSince ??= sentAt;
		if (endedAt - this.measuredSince > RENEW_MS) {
			this.measuredSince = endedAt;
			this.shortest = undefined;
		}
		// Of those that were sent before, many were under way.
		if (sentAt < this.measuredSince) return;
		const roundTrip = endedAt - sentAt;
		if (served) this.shortest = Math.min(this.shortest ?? Infinity, roundTrip);
		const isSlow = !served || roundTrip > SLOWDOWN * (this.shortest ?? 0);
		const ceiling = this.ceiling + (isSlow ? -LOWER : RAISE);
		this.ceiling = Math.min(Math.max(ceiling, LEAST), MOST);
	}
}
