import type { IDataObject } from 'n8n-workflow';

import type { ResourceName } from '../catalogue';
import { addressOf } from '../client/send';
import type { Client, SendSettings } from '../client/connect';
import type { ApiRequest, Failure } from '../client/types';
import { ok, reject, type Problem, type Result } from '../result';
import { filterTally, type RecordFilter } from './filterTally';
import { describeReport } from './messages';
import { readPages } from './readPages';
import type { ListOverrides, ListRefusal, ListReport, Proof } from './types';

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

/** Why a list could not be read to its end. */
export type ListError =
	/** Its first page was refused, like any other request. */
	| { kind: 'request'; failure: Failure }
	/** It broke off later; `failure` if a page was refused. */
	| {
			kind: 'list';
			refusal: ListRefusal;
			/** What was read before; `read` says how many where they are not all here. */
			records: IDataObject[];
			read?: number;
			failure?: Failure;
	  };

export interface ListResult {
	records: IDataObject[];
	/** What was found out about the list, in sentences. */
	summary: string;
	/** Whether it continues where Limit stopped it. */
	more: boolean | 'perhaps';
	/** On what it rests that the list is complete; undefined where Limit stopped it. */
	proof: Proof | undefined;
	/** What the filters could not look at, in a sentence. */
	missingFields: string | undefined;
}

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

/** A list from its first to its last record, or why not. */
export async function list(
	client: Client,
	wanted: ListRequest,
): Promise<Result<ListResult, ListError>> {
	const { filter, limit } = wanted;
	const tally = filter && filterTally(filter);
	const pages = pagesOf(client, filter ? forFilter(wanted) : wanted);
	const records: IDataObject[] = [];
	const result = (more: ListResult['more'], report?: ListReport): Result<ListResult, never> => {
		const missingFields = tally?.missingFields();
		const sentences = [tally?.summary(), missingFields, report && describeReport(report)];
		const summary = sentences.filter((sentence) => sentence !== undefined).join(' ');
		return ok({ records, summary, more, proof: report?.proof, missingFields });
	};
	for (;;) {
		const step = await pages.next();
		if (!step.done) {
			// Records come from JSON, so what they hold is what n8n's items hold.
			for (const record of step.value.records as IDataObject[]) {
				if (!tally || tally.keeps(record)) records.push(record);
				if (tally && records.length === limit) return result('perhaps');
			}
			continue;
		}
		if (step.value.kind === 'refused') return reject(listError(step.value.refusal, records));
		const { report } = step.value;
		return result(report.limited ? (report.limited.more ?? 'perhaps') : false, report);
	}
}

/** The service knows nothing of what is kept: its own limit would be another, and pages ahead may be in vain. */
const forFilter = (wanted: ListRequest): ListRequest => ({
	...wanted,
	limit: undefined,
	parallel: wanted.limit === undefined ? wanted.parallel : 1,
});

/** A refused first page is the refusal of a request like any other; later there is more to tell. */
export function listError(refusal: ListRefusal, records: IDataObject[]): ListError {
	const failure = refusal.cause instanceof PageRefused ? refusal.cause.failure : undefined;
	return failure && refusal.position === undefined
		? { kind: 'request', failure }
		: { kind: 'list', refusal, records, ...(failure ? { failure } : {}) };
}

/** What a person is told. */
export function listProblem(error: ListError): Problem {
	if (error.kind === 'request') return error.failure;
	const { refusal, failure } = error;
	return {
		message: [refusal.message, failure?.message].filter(Boolean).join('. '),
		description: [failure?.description, refusal.description].filter(Boolean).join(' '),
	};
}

/** Carries the reason through the pagination, which knows nothing of the transport. */
class PageRefused extends Error {
	readonly failure: Failure;

	constructor(failure: Failure) {
		super(failure.message);
		this.failure = failure;
	}
}
