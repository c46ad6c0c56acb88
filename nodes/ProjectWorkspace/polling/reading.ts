import type { Client } from '../client/connect';
import type { ApiRequest } from '../client/types';
import { list, type List, rejection } from '../lists/listRecords';
import { doubtOf, withoutRecords } from '../lists/messages';
import { isAbsenceShown, readForAbsence } from '../lists/notThere';
import { filterProblems } from '../parameters/filters';
import type { Options } from '../parameters/options';
import { sendSettings } from '../parameters/settings';
import { ok, reject } from '../result';
import { AGAIN, pollMessages } from './messages';
import type { Settings } from './settings';
import type { LastRead, PollReading, State } from './state';
import { MAX_WATCHED, watchedRecords } from './watched';

/**
 * What the list has now. If it lacks a known record, it is read again, unless there is no time left: then the next poll's
 * reading is the second one.
 */
export async function readPoll(
	connected: Client,
	settings: Settings,
	known: State | undefined,
	maxWaitMs: number,
) {
	const began = Date.now();
	const client = datedClient(connected, began);
	const { changedSince } = settings.options;
	const plan = planReading(settings.request, changedSince, known?.lastRead, began);
	const { isPart } = plan;
	const watching = { ...settings, request: plan.request };
	const once = await readRecords(client, watching, maxWaitMs, 'pollNewAndChanged');
	if (!once.ok) return once;
	const lacksKnown = !isPart && known?.ids.some((id) => !once.value.present.has(String(id)));
	const hasTime = Date.now() - began < maxWaitMs / 2;
	const again =
		lacksKnown && hasTime ? await readTwice(client, watching, maxWaitMs, once.value) : once;
	const { list: lastList, ...found } = again.ok ? again.value : once.value;
	return ok({
		...{ ...found, began, isPart },
		// While it rebuilds its index, a service may list nothing.
		isAbsenceShown: found.read > 0 && isAbsenceShown(lastList),
		lastRead: plan.lastRead(client.earliest(), found.doubt === undefined),
	} satisfies PollReading);
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

/** The records of the list by their IDs as text, if a poll can use it, and what to tell the person about it. */
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
	const doubt = completeness.is === 'unknown' ? doubtOf(completeness, read) : undefined;
	const [notice] = [
		...(missing ? [pollMessages.missingFields(missing.fields, read, missing.known)] : []),
		...filterProblems(settings.filter),
		...(doubt ? [pollMessages.mayMiss(doubt)] : []),
	];
	return watchedIn(client, settings, { list: result, read, doubt, notice });
}

/** The same with what a second reading has as well. */
async function readTwice<T extends { list: List }>(
	client: Client,
	settings: Settings,
	maxWaitMs: number,
	once: T,
) {
	const again = async () => await readList(client, settings, maxWaitMs);
	const both = await readForAbsence(once.list, again, settings.resource.value);
	const error = rejection('pollRemoved', both);
	if (error) return reject(withoutRecords(error, AGAIN));
	return watchedIn(client, settings, { ...once, list: both });
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
	return watched.ok ? ok({ ...found, present: watched.value }) : watched;
}
