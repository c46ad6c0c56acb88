import type { IDataObject } from 'n8n-workflow';

import type { ResourceName } from '../catalogue';
import type { Client, SendSettings } from '../client/connect';
import { addressOf } from '../client/send';
import type { ApiRequest } from '../client/types';
import { filterTally, type RecordFilter } from '../records/filter';
import { ok, reject, type Result } from '../result';
import type { Completeness } from './completeness';
import { type ListError, listError } from './listError';
import { incomplete, messages } from './messages';
import type { ListProblem } from './page/types';
import { readPages } from './readPages';
import { describeReport, type ListReport, notes } from './report';
import type { KnownWays, ListOverrides } from './types';

export interface ListRequest {
	resource: ResourceName;
	request: ApiRequest;
	/** Undefined: all. */
	limit?: number;
	overrides: ListOverrides;
	settings: SendSettings;
	/** Which records count; all if left out. Limit is then a limit of these. */
	filter?: RecordFilter;
	/** What other lists of the run have shown of the way to the next page. */
	knownWays?: KnownWays;
}

export interface List {
	records: IDataObject[];
	/** What was found out about the list, in sentences. */
	summary: string;
	/** Whether Limit ended it, and the list continues there; `perhaps` where nobody knows. */
	more: boolean | 'perhaps';
	/** Where to start from to go on there, for 'Start From Position'. */
	position?: string;
	/** Never short: such a list is an error. */
	completeness: Exclude<Completeness, { is: 'short' }>;
	/** Set if the list was read to its end, and it is not known whether it is complete: what to tell. */
	doubt?: ListProblem;
	/** What the filters could not look at, in a sentence. */
	missingFields: string | undefined;
}

/** Limit was reached before the end of the list. */
const NOT_READ_ON: List['completeness'] = { is: 'unknown', because: 'noSign' };

/**
 * The pages of a list, each asked for when it is wanted.
 * @param parallel how many may be asked for at once
 */
export function pagesOf(client: Client, wanted: ListRequest, parallel: number) {
	const { request, settings } = wanted;
	return readPages({
		...wanted,
		parallel,
		address: addressOf(client.baseUrl, { ...request, query: {} }),
		firstQuery: request.query,
		fetchPage: async (target) => {
			const asked: ApiRequest = { ...request, ...target };
			const outcome = await client.send(asked, settings);
			if (!outcome.ok) return reject(outcome.failure);
			const { body = null, status, headers } = outcome;
			const { query } = asked;
			return ok({
				body,
				status,
				headers,
				request: { query, url: addressOf(client.baseUrl, asked) },
			});
		},
	});
}

/** A list up to Limit or to where no page follows; an error if it is short. */
export async function list(client: Client, wanted: ListRequest): Promise<Result<List, ListError>> {
	const { filter, limit, overrides } = wanted;
	const tally = filter && filterTally(filter);
	// The service knows nothing of what is kept: its own limit would be another, and pages ahead may be in vain.
	const pages = filter
		? pagesOf(client, { ...wanted, limit: undefined }, limit === undefined ? client.parallel : 1)
		: pagesOf(client, wanted, client.parallel);
	const records: IDataObject[] = [];
	let read = 0;
	const result = (
		completeness: List['completeness'],
		more: List['more'],
		position: string | undefined,
		report?: ListReport,
	): Result<List, ListError> => {
		// Who reads a list in parts would take it for whole.
		if (more && overrides.startFrom && position === undefined) {
			return reject({ kind: 'list', refusal: messages.noPosition, records });
		}
		const missingFields = tally?.missingFields();
		const total = report?.total;
		const ofAll = total !== undefined && total > records.length ? ` (${total} in total)` : '';
		const summary = [
			tally?.summary(),
			missingFields,
			report && describeReport(report),
			more && notes.limited(more === 'perhaps' ? undefined : more, ofAll),
			more && position && notes.position(position),
		];
		return ok({
			records,
			summary: summary.filter(Boolean).join(' '),
			more,
			position: more ? position : undefined,
			completeness,
			doubt: completeness.is === 'unknown' && !more ? incomplete(completeness, read) : undefined,
			missingFields,
		});
	};
	for (;;) {
		const step = await pages.next();
		if (step.done) {
			const { report, position, completeness, limited } = step.value;
			const more = limited ? (limited.more ?? 'perhaps') : false;
			if (completeness.is !== 'short') return result(completeness, more, position, report);
			if (more) return result(NOT_READ_ON, more, position, report);
			return reject(listError(completeness.problem, records, position));
		}
		const { positionAfter } = step.value;
		// Records come from JSON, so what they hold is what n8n's items hold.
		for (const [at, record] of (step.value.records as IDataObject[]).entries()) {
			read += 1;
			if (!tally || tally.keeps(record)) records.push(record);
			if (tally && records.length === limit) {
				return result(NOT_READ_ON, 'perhaps', positionAfter(at + 1));
			}
		}
	}
}
