import type { Client } from '../client/connect';
import type { ApiRequest } from '../client/types';
import { withoutRecords } from '../lists/listError';
import { list, type List, rejection } from '../lists/listRecords';
import { doubtOf } from '../lists/messages';
import { readForAbsence } from '../lists/notThere';
import { filterProblems } from '../parameters/filters';
import { type Options, sendSettings } from '../parameters/options';
import { ok, reject, type ValueOf } from '../result';
import { AGAIN, pollMessages } from './messages';
import type { Settings } from './settings';
import { MAX_WATCHED, watchedRecords } from './watched';

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

/** The records of the list by their IDs as text, if a poll can use it; `read` counts those that do not match the filters, too. */
export async function readRecords(
	client: Client,
	settings: Settings,
	maxWaitMs: number,
	reader: 'pollNewAndChanged' | 'pollTest',
) {
	const result = await readList(client, settings, maxWaitMs);
	const error = rejection(settings.options.requireComplete ? 'getAllRequired' : reader, result);
	if (error) return reject(withoutRecords(error, AGAIN));
	const { completeness, read, missing } = result;
	// Why the list may have more records.
	const unknown = completeness.is === 'unknown' ? doubtOf(completeness, read) : undefined;
	const [doubt] = [
		...(missing ? [pollMessages.missingFields(missing.fields, read, missing.known)] : []),
		...filterProblems(settings.filter),
		...(unknown ? [pollMessages.mayMiss(unknown)] : []),
	];
	return watchedIn(client, settings, { list: result, read, unknown, doubt });
}

/** The same with what a second reading has as well. */
export async function readTwice(
	client: Client,
	settings: Settings,
	maxWaitMs: number,
	first: ValueOf<Awaited<ReturnType<typeof readRecords>>>,
) {
	const again = async () => await readList(client, settings, maxWaitMs);
	const both = await readForAbsence(first.list, again, settings.resource.value);
	const error = rejection('pollRemoved', both);
	if (error) return reject(withoutRecords(error, AGAIN));
	return watchedIn(client, settings, { ...first, list: both });
}

const readList = async (
	client: Client,
	{ resource, request, options, filter, fields }: Settings,
	maxWaitMs: number,
) =>
	await list(client, {
		resource: resource.value,
		request,
		// With filters, a limit would count matching records, and read one page at a time.
		limit: filter ? undefined : MAX_WATCHED + 1,
		settings: sendSettings(options, maxWaitMs),
		filter: { ...filter, fields: [...fields, ...(filter?.fields ?? [])] },
	});

function watchedIn<T extends { list: List }>(client: Client, settings: Settings, found: T) {
	const { records } = found.list;
	if (records.length > MAX_WATCHED) return reject(pollMessages.tooMany());
	const hide = client.hide.inRecords;
	const watched = watchedRecords(records, settings.resource.value, settings, hide);
	return watched.ok ? ok({ ...found, records: watched.value }) : watched;
}
