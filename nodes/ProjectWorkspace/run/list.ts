import type { IDataObject } from 'n8n-workflow';

import { describeReport, readPages, type ListOverrides, type ListRefusal } from '../lists';
import type { ResourceName } from '../catalogue';
import { filterTally, type RecordFilter } from './filterTally';
import { addressOf } from '../client/send';
import type { Client, SendSettings } from '../client/connect';
import type { ApiRequest, Failure } from '../client/types';

export interface ListRequest {
	resource: ResourceName;
	request: ApiRequest;
	/** Undefined: all. */
	limit: number | undefined;
	overrides: ListOverrides;
	/** How many pages may be asked for at once. */
	parallel: number;
	settings: SendSettings;
	/** Which records count; all if left out. Limit is then a limit of these. */
	filter?: RecordFilter;
}

export type ListResult =
	/** `found`: what was found out about the list, in words. `more`: whether it goes on where Limit stopped it. */
	| {
			ok: true;
			records: IDataObject[];
			found: string;
			more: boolean | 'perhaps';
			/** What the filters could not look at, in words. */
			blind?: string;
	  }
	| { ok: false; failure: Failure }
	| { ok: false; refusal: ListRefusal; records: IDataObject[]; failure?: Failure };

/** The pages of a list, each asked for when it is wanted. */
export function pagesOf(client: Client, wanted: ListRequest) {
	const { request, overrides, resource, limit, parallel, settings } = wanted;
	return readPages({
		resource,
		firstQuery: request.query,
		limit,
		parallel,
		overrides,
		isInvalidRequest: (cause) =>
			cause instanceof PageRefused &&
			[400, 404, 422].some((status) => status === cause.failure.status),
		fetchPage: async (target) => {
			const asked: ApiRequest =
				'url' in target ? { ...request, url: target.url } : { ...request, query: target.query };
			const outcome = await client.send(asked, settings);
			if (!outcome.ok) throw new PageRefused(outcome.failure);
			const { body, status, headers } = outcome;
			const url = addressOf(client.baseUrl, asked);
			return { body: body ?? null, status, headers, request: { query: asked.query, url } };
		},
	});
}

/** A list from its first to its last record, or why not, with the records so far. */
export async function list(client: Client, wanted: ListRequest): Promise<ListResult> {
	const { filter, limit } = wanted;
	const tally = filter && filterTally(filter);
	const pages = pagesOf(client, filter ? forFilter(wanted) : wanted);
	const records: IDataObject[] = [];
	const told = (found: string[]) => {
		const blind = tally?.blind();
		const words = [tally?.found(), blind, ...found].filter((sentence) => sentence !== undefined);
		return { ok: true, records, found: words.join(' '), ...(blind ? { blind } : {}) } as const;
	};
	for (;;) {
		const step = await pages.next();
		if (!step.done) {
			// Records come from JSON, so what they hold is what n8n's items hold.
			for (const record of step.value.records as IDataObject[]) {
				if (!tally || tally.keeps(record)) records.push(record);
				if (tally && records.length === limit) return { ...told([]), more: 'perhaps' };
			}
			continue;
		}
		if (step.value.kind === 'refused') return refused(step.value.refusal, records);
		const { report } = step.value;
		const more = report.limited ? (report.limited.more ?? 'perhaps') : false;
		return { ...told([describeReport(report)]), more };
	}
}

/** The service knows nothing of what is kept: its own limit would be another, and pages ahead may be in vain. */
const forFilter = (wanted: ListRequest): ListRequest => ({
	...wanted,
	limit: undefined,
	parallel: wanted.limit === undefined ? wanted.parallel : 1,
});

/** A refused first page is the refusal of a request like any other; later there is more to tell. */
export function refused(refusal: ListRefusal, records: IDataObject[]): ListResult & { ok: false } {
	const failure = refusal.cause instanceof PageRefused ? refusal.cause.failure : undefined;
	return failure && refusal.position === undefined
		? { ok: false, failure }
		: { ok: false, refusal, records, failure };
}

/** Carries the reason through the pagination, which knows nothing of the transport. */
class PageRefused extends Error {
	readonly failure: Failure;

	constructor(failure: Failure) {
		super(failure.message);
		this.failure = failure;
	}
}
