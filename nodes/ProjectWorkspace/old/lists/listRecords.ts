import type { IDataObject } from 'n8n-workflow';

import type { ResourceName } from '../catalogue';
import type { Client } from '../client/connect';
import type { SendSettings } from '../client/dispatch';
import { addressOf } from '../client/send';
import type { ApiRequest } from '../client/types';
import type { RecordFilter } from '../records/filter';
import { fieldAt } from '../records/value';
import { ok } from '../result';
import { type Completeness, consequence, type ListReader } from './completeness';
import type { ItemError } from '../itemError';
import { incomplete, listError, type ListProblem } from './messages';
import { type ListOutcome, LIMIT_REACHED, notes } from './outcome';
import type { KnownWays } from './nextPage/way';
import { readPages } from './readPages';

export interface ListRequest {
	resource: ResourceName;
	request: ApiRequest;
	/** Undefined: all. */
	limit?: number;
	settings: SendSettings;
	/** Which records to keep; all by default. Limit then counts the records that are kept. */
	filter?: RecordFilter;
	/** The ways to the next page that other lists of the run have found. */
	knownWays?: KnownWays;
}

export interface List extends ListOutcome {
	records: IDataObject[];
	/** How many readings in a row agree; the records are those of all readings. */
	readings: number;
	/** How many records were read, including those that the filters left out. */
	read: number;
	/** Set if the whole list was read and is not known to be complete. */
	problem?: ListProblem;
	/** The fields to filter, sort or count by that no record has, if any, and names that the first records have. */
	missing: { fields: readonly string[]; known: ReadonlySet<string> } | undefined;
}

/**
 * The pages of a list, each requested when it is needed.
 * @param parallel how many may be requested at once
 */
export function pagesOf(
	client: Pick<Client, 'baseUrl' | 'service' | 'pagesAhead' | 'send'>,
	wanted: ListRequest,
	parallel: number,
) {
	const { request, settings } = wanted;
	return readPages({
		...wanted,
		parallel,
		overrides: client.service,
		address: addressOf(client.baseUrl, { ...request, query: {} }),
		firstQuery: request.query,
		fetchPage: async (target) => {
			const pageRequest: ApiRequest =
				'query' in target ? { ...request, query: target.query } : { ...request, url: target.url };
			const outcome = await client.send(pageRequest, settings);
			if (!outcome.ok) return outcome;
			const { body = null, headers, status } = outcome.value;
			const url = addressOf(client.baseUrl, pageRequest);
			return ok({ body, headers, status, query: pageRequest.query, url });
		},
	});
}

/** Limit was reached before the end of a page. */
const STOPPED: ListOutcome = {
	summary: '',
	detected: '',
	more: 'perhaps',
	completeness: LIMIT_REACHED,
	pages: 0,
};

/** The records whose fields are suggested for a name that is misspelled. */
export const SAMPLED = 100;

/** Reads a list up to Limit or to its end. `rejection` says whether a reader can use the result. */
export async function readList(
	client: Parameters<typeof pagesOf>[0],
	wanted: ListRequest,
): Promise<List> {
	const { filter, limit } = wanted;
	const absent = new Set(filter?.fields);
	const known = new Set<string>();
	// Limit counts records after filtering, so the service cannot apply it, and reading ahead could waste requests.
	const isFiltered = filter?.keeps !== undefined;
	const parallel = isFiltered && limit !== undefined ? 1 : client.pagesAhead;
	const { pages } = pagesOf(client, { ...wanted, limit: isFiltered ? undefined : limit }, parallel);
	const records: IDataObject[] = [];
	let read = 0;
	const result = (outcome: ListOutcome): List => {
		const { total = 0, more, completeness } = outcome;
		const missing = read > 0 && absent.size > 0 ? { fields: [...absent], known } : undefined;
		const ofAll = total > records.length ? ` (${total} in total)` : '';
		const sentences = [
			filter?.keeps && notes.matching(records.length, read),
			...(records.length === 0 ? (filter?.fewValues?.() ?? []).map(notes.fewValues) : []),
			missing && notes.missingFields(missing.fields, missing.known),
			outcome.summary,
			more && notes.limited(more, ofAll),
		];
		return {
			...outcome,
			records,
			summary: sentences.filter(Boolean).join(' '),
			readings: 1,
			read,
			problem: more ? undefined : problemOf(completeness, read),
			missing,
		};
	};
	for (;;) {
		const step = await pages.next();
		if (step.done) return result(step.value);
		for (const record of step.value) {
			read += 1;
			for (const field of absent) {
				if (fieldAt(record, field) !== undefined) absent.delete(field);
			}
			if (absent.size > 0 && read <= SAMPLED)
				Object.keys(record).forEach((name) => known.add(name));
			if (filter?.keeps?.(record) ?? true) records.push(record);
			if (isFiltered && records.length === limit) return result(STOPPED);
		}
	}
}

export function problemOf(completeness: Completeness, records: number): ListProblem | undefined {
	if (completeness.is === 'short') return completeness.problem;
	return completeness.is === 'unknown' ? incomplete(completeness, records) : undefined;
}

export const warningFor = (reader: ListReader, { completeness, problem }: List) =>
	consequence(reader, completeness) === 'warn' ? problem : undefined;

/**
 * Why a reader cannot use a list; undefined if it can.
 * @param advice for readers that need the whole list: instead of advice about 'Limit'
 * @param records those that are reported; by default none to readers that need the whole list
 */
export const rejection = (
	reader: ListReader,
	list: List,
	advice?: string,
	records = advice === undefined ? list.records : [],
): ItemError | undefined =>
	list.problem && consequence(reader, list.completeness) === 'reject'
		? listError(list.problem, { records, read: list.read }, advice)
		: undefined;
