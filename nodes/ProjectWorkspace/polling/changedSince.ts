import type { Client } from '../client/connect';
import type { ApiRequest } from '../client/types';
import type { Options } from '../parameters/options';

/** How the list was last read. Saved with the known records. */
export interface LastRead {
	/** The settings. If they change, the next poll reads everything. */
	by: string;
	/** When it began. Later changes may be missing. */
	from: number;
	/** When the last full read began, by n8n's clock. */
	full: number;
}

const FORMATS = {
	iso: (ms: number) => new Date(ms).toISOString(),
	unix: (ms: number) => String(Math.floor(ms / 1000)),
	unixMs: String,
} as const;

/** What a poll requests: everything if a full read is due or the clock was set back, otherwise what has changed. */
export function planReading(
	request: ApiRequest,
	{ parameter, format, overlapMinutes, fullEveryHours }: Options['changedSince'],
	last: LastRead | undefined,
	now: number,
) {
	if (parameter === undefined) return { request, isPart: false, done: () => undefined };
	const overlapMs = overlapMinutes * 60_000;
	const fullEveryMs = fullEveryHours * 3_600_000;
	const by = JSON.stringify([parameter, format, overlapMs]);
	const isPart = last?.by === by && last.full <= now && now < last.full + fullEveryMs;
	const since = isPart && FORMATS[format](Math.max(0, last.from - overlapMs));
	return {
		request: since ? { ...request, query: { ...request.query, [parameter]: since } } : request,
		isPart,
		/** After a list that may be incomplete, the next poll requests the same changes again. */
		done(began: number, isWhole: boolean): LastRead {
			if (isPart && !isWhole) return last;
			const from = isWhole ? began : Math.min(began, last?.from ?? began);
			return { by, from, full: isPart ? last.full : now };
		},
	};
}

/**
 * A client that keeps the earliest `Date` of its responses. Changes have the time of the service's clock, which may be
 * behind n8n's.
 */
export function datedClient(client: Client, now: number): Client & { earliest: () => number } {
	let earliest = now;
	return {
		...client,
		earliest: () => earliest,
		send: async (...sent) => {
			const outcome = await client.send(...sent);
			const date = outcome.ok ? outcome.value.headers.date : undefined;
			earliest = Math.min(earliest, Date.parse(date ?? '') || now);
			return outcome;
		},
	};
}
