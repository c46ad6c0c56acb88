import type { IDataObject } from 'n8n-workflow';

import { ApiError, UserError } from '../errors';
import { doubtOf } from '../old/lists/messages';
import { readList as readOld, rejection, type List as OldList } from '../old/lists/listRecords';
import type { KnownWays } from '../old/lists/nextPage/way';
import { readForAbsence } from '../old/lists/notThere';
import { RETRY_LIMITS } from '../old/client/retryPolicy';
import type { ResourceName } from '../resources';
import { oldClients } from '../transport/client';
import type { ApiRequest, Client } from '../transport/types';
import type { Completeness } from './completeness';

// STAND-IN over the old room, until pagination is built anew.

/** What lists at the same address have found out about their pagination, shared by the items of a run. */
export type KnownPaginators = KnownWays;
export const knownPaginators = (): KnownPaginators => new Map();

/** How often the list that was read most was read in the run, once for each item. */
export const timesRead = (known: KnownPaginators): number => (known.size > 0 ? 1 : 0);

export interface ListRequest {
	resource: ResourceName;
	request: ApiRequest;
	/** Undefined: all. Counts the records that are kept. */
	limit?: number;
	/** Stops as at Limit after so many pages: 1 is a sample in one request. Undefined: all. */
	maxPages?: number;
	/** Which records to keep; all by default. */
	keep?: (record: IDataObject) => boolean;
	known?: KnownPaginators;
}

export interface List {
	/** Those that are kept, in the order of the service. */
	records: IDataObject[];
	/** How many records were read, with those that were not kept. */
	read: number;
	pages: number;
	completeness: Completeness;
	/** The total that the service reports. */
	total?: number;
	/** A message of the service beside an empty list. */
	message?: string;
	/** How the list was read, in sentences for a hint. */
	summary: string;
}

const olds = new WeakMap<List, OldList>();

/** Reads a list page by page, up to Limit or to its end. Never throws because of a service. */
export async function readList(client: Client, wanted: ListRequest): Promise<List> {
	return listOf(await readOld(oldClient(client), oldRequest(wanted)));
}

/**
 * The list, to be asked for a record that it does not have. One reading of several pages does not show that it is not
 * there, so the list is read once more; it is unknown if the second reading lacks a record of the first.
 */
export async function readForAbsent(
	client: Client,
	wanted: ListRequest,
	first: List,
): Promise<List> {
	const old = olds.get(first);
	if (!old) return first;
	const again = async () => await readOld(oldClient(client), oldRequest(wanted));
	return listOf(await readForAbsence(old, again, wanted.resource));
}

const oldClient = (client: Client) => {
	const old = oldClients.get(client);
	if (!old) throw new TypeError('A client that the stand-in does not know');
	return old;
};

const oldRequest = ({ keep, known, maxPages, ...wanted }: ListRequest) => ({
	...wanted,
	limit: maxPages === 1 ? 1 : wanted.limit,
	settings: { timeout: 60_000, limits: RETRY_LIMITS },
	filter: keep && { keeps: keep, fields: [] },
	knownWays: known,
});

function listOf(old: OldList): List {
	const list: List = {
		records: old.records,
		read: old.read,
		pages: old.pages,
		completeness: completenessOf(old),
		total: old.total,
		summary: old.summary,
	};
	olds.set(list, old);
	return list;
}

function completenessOf(old: OldList): Completeness {
	const { completeness, more } = old;
	if (more) return { is: 'limited', more: more === true ? true : undefined };
	if (completeness.is === 'complete') return { is: 'complete' };
	if (completeness.is === 'unknown') {
		const { message, description } = doubtOf(completeness, old.read);
		const because = completeness.because;
		const known = because === 'noList' || because === 'changed' || because === 'rejected';
		return {
			is: 'unknown',
			because: known ? because : 'noSign',
			warning: `The list may be incomplete: ${message}`,
			advice: description,
		};
	}
	const problem = rejection('getAll', old);
	const { message = '', description = '', failure, list } = problem ?? {};
	const error = failure
		? new ApiError(message, description, {
				code: failure.code,
				status: failure.status,
				list: list && { recordsRead: list.read, records: list.records, cursor: list.cursor },
			})
		: new UserError(message, description, { code: problem?.code });
	return { is: 'short', error };
}
