import type { Client } from '../client/connect';
import type { ApiRequest } from '../client/types';
import { isAbsenceShown } from '../lists/completeness';
import { readList, type List, rejection } from '../lists/listRecords';
import { doubtOf } from '../lists/messages';
import { readForAbsence } from '../lists/notThere';
import { filterProblems } from '../parameters/filters';
import type { Options } from '../parameters/options';
import { sendSettings } from '../parameters/settings';
import { ok, reject } from '../result';
import { AGAIN, pollMessages } from './messages';
import type { Settings } from './settings';
import type { LastRead, PollReading, State } from './state';
import { MAX_WATCHED, watchedRecords } from './watched';

/**
 * What the list has now, and what to tell the person about it. If it lacks a known record, it is read again, unless there
 * is no time left: then the next poll's reading is the second one.
 */
export async function readPoll(
	connected: Client,
	settings: Settings,
	known: State | undefined,
	reader: 'pollNewAndChanged' | 'pollTest',
) {
	const began = Date.now();
	const client = datedClient(connected, began);
	const { resource, options, filter, fields, maxWaitMs } = settings;
	const plan = planReading(settings.request, options.changedSince, known?.lastRead, began);
	const { request, isPart } = plan;
	const read = async () =>
		await readList(client, {
			resource: resource.value,
			request,
			// With filters, a limit would count matching records, and read one page at a time.
			limit: filter ? undefined : MAX_WATCHED + 1,
			settings: sendSettings(options, maxWaitMs),
			filter: { ...filter, fields: [...fields, ...(filter?.fields ?? [])] },
		});
	const first = await read();
	const error = rejection(options.requireComplete ? 'getAllRequired' : reader, first, AGAIN);
	if (error) return reject(error);
	const watchedIn = ({ records }: List) =>
		watchedRecords(records, resource.value, settings, client.hide.inRecords);
	const watched = watchedIn(first);
	if (!watched.ok) return watched;
	let [last, present] = [first, watched.value];
	const lacksKnown = !isPart && known?.ids.some((id) => !present.has(String(id)));
	if (lacksKnown && Date.now() - began < maxWaitMs / 2) {
		const both = await readForAbsence(first, read, resource.value);
		const again = watchedIn(both);
		if (again.ok && !rejection('pollRemoved', both)) [last, present] = [both, again.value];
	}
	const { completeness, missing } = first;
	const doubt = completeness.is === 'unknown' ? doubtOf(completeness, first.read) : undefined;
	const [notice] = [
		...(missing ? [pollMessages.missingFields(missing.fields, first.read, missing.known)] : []),
		...filterProblems(filter),
		...(doubt ? [pollMessages.mayMiss(doubt)] : []),
	];
	return ok({
		...{ began, present, read: first.read, isPart, doubt, notice },
		// While it rebuilds its index, a service may list nothing.
		isAbsenceShown: first.read > 0 && isAbsenceShown(last),
		lastRead: plan.lastRead(client.earliest(), doubt === undefined),
	} satisfies PollReading & { notice: unknown });
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
	if (parameter === undefined) return { request, isPart: false, lastRead: () => undefined };
	const overlapMs = overlapMinutes * 60_000;
	const fullEveryMs = fullEveryHours * 3_600_000;
	const by = JSON.stringify([parameter, format, overlapMs]);
	const isPart = last?.by === by && last.full <= now && now < last.full + fullEveryMs;
	const since = isPart && FORMATS[format](Math.max(0, last.from - overlapMs));
	return {
		request: since ? { ...request, query: { ...request.query, [parameter]: since } } : request,
		isPart,
		/** After a list that may be incomplete, the next poll requests the same changes again. */
		lastRead(began: number, isWhole: boolean): LastRead {
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
