import type { IDataObject } from 'n8n-workflow';

import type { ResourceName } from '../catalogue';
import type { Client, SendSettings } from '../client/connect';
import { addressOf } from '../client/send';
import type { ApiRequest } from '../client/types';
import { filterTally, type RecordFilter } from '../records/filter';
import { ok, reject, type Result } from '../result';
import { listError, type ListError } from './listError';
import { describeReport, notes, refuse } from './messages';
import { readPages } from './readPages';
import type { ListOverrides, ListReport, Proof } from './types';

export interface ListRequest {
	resource: ResourceName;
	request: ApiRequest;
	/** Undefined: all. */
	limit?: number;
	overrides: ListOverrides;
	settings: SendSettings;
	/** Which records count; all if left out. Limit is then a limit of these. */
	filter?: RecordFilter;
}

interface ListResult {
	records: IDataObject[];
	/** What was found out about the list, in sentences. */
	summary: string;
	/** Whether it continues where Limit stopped it. */
	more: boolean | 'perhaps';
	/** Where to start from to go on there, for 'Start From Position'. */
	position?: string;
	/** On what it rests that the list is complete; undefined where Limit stopped it. */
	proof: Proof | undefined;
	/** What the filters could not look at, in a sentence. */
	missingFields: string | undefined;
}

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

/** A list from its first to its last record, or why not. */
export async function list(
	client: Client,
	wanted: ListRequest,
): Promise<Result<ListResult, ListError>> {
	const { filter, limit, overrides } = wanted;
	const tally = filter && filterTally(filter);
	// The service knows nothing of what is kept: its own limit would be another, and pages ahead may be in vain.
	const pages = filter
		? pagesOf(client, { ...wanted, limit: undefined }, limit === undefined ? client.parallel : 1)
		: pagesOf(client, wanted, client.parallel);
	const records: IDataObject[] = [];
	const result = (
		more: ListResult['more'],
		position: string | undefined,
		report?: ListReport,
	): Result<ListResult, ListError> => {
		// Who reads a list in parts would take it for whole.
		if (more && overrides.startFrom && position === undefined) {
			return reject({ kind: 'list', refusal: refuse.noPosition, records });
		}
		const missingFields = tally?.missingFields();
		const summary = [
			tally?.summary(),
			missingFields,
			report && describeReport(report),
			more && position && notes.position(position),
		];
		return ok({
			records,
			summary: summary.filter(Boolean).join(' '),
			more,
			position: more ? position : undefined,
			proof: report?.proof,
			missingFields,
		});
	};
	for (;;) {
		const step = await pages.next();
		if (step.done) {
			const { report, position } = step.value;
			if (step.value.kind === 'refused') {
				return reject(listError(step.value.refusal, records, position));
			}
			return result(report.limited ? (report.limited.more ?? 'perhaps') : false, position, report);
		}
		const { positionAfter } = step.value;
		// Records come from JSON, so what they hold is what n8n's items hold.
		let read = 0;
		for (const record of step.value.records as IDataObject[]) {
			read += 1;
			if (!tally || tally.keeps(record)) records.push(record);
			if (tally && records.length === limit) return result('perhaps', positionAfter(read));
		}
	}
}
