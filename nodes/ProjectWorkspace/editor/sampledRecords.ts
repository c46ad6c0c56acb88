import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';

import { findOperation } from '../catalogue';
import { beginningOf } from './begunLists';

/** Enough to meet the fields that most records have. */
export const SAMPLED_RECORDS = 50;

export const chosenOperation = (context: ILoadOptionsFunctions) =>
	findOperation(
		String(context.getCurrentNodeParameter('resource')),
		String(context.getCurrentNodeParameter('operation')),
	);

/** Records of the chosen resource; none where the operation is about something else than these. */
export async function sampledRecords(context: ILoadOptionsFunctions): Promise<IDataObject[]> {
	const operation = chosenOperation(context);
	if (!operation || operation.endpoint.about === 'run') return [];
	const { records } = await beginningOf(context, operation.resource, {}, SAMPLED_RECORDS, {
		anew: false,
	});
	return records.slice(0, SAMPLED_RECORDS);
}
