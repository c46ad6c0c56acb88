import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../catalogue';
import type { Client } from '../client/connect';
import { inputError } from '../itemError';
import { sendSettings, type Options } from '../parameters/readOptions';
import { buildRequest, fieldsIn } from '../parameters/request';
import { recordsOf } from '../records/record';
import { ok, reject } from '../result';
import type { Changes } from '../upsert/plan';
import type { Send } from '../upsert/write';

/** Sends requests and reads their records. With 'Preview Only', requests that change something are not sent. */
export function sender(client: Client, options: Options): Send {
	const settings = sendSettings(options);
	return async (operation, values, previewRecord) => {
		const { method, endpoint, records, pathReferences } = operation;
		const request = buildRequest(operation, values);
		if (!request.ok) return inputError(request.problem);
		const id = values.ids?.[pathReferences.at(-1)?.parameter ?? ''];
		if (options.previewOnly && method !== 'GET') {
			// Without a response, only the ID and the body are known.
			const known = id === undefined ? {} : { id: id as IDataObject['id'] }; // buildRequest has checked it
			return ok([previewRecord ?? { ...known, ...fieldsIn(request.value.body) }]);
		}
		const outcome = await client.send(request.value, settings);
		return outcome.ok
			? ok(recordsOf(outcome.value.body, records, resultName(operation), id, endpoint.about))
			: reject({ kind: 'request', failure: outcome.problem });
	};
}

/** What an operation on one record does, in the past tense. */
export const resultName = ({ endpoint: { answer } }: Operation) =>
	answer.gives === 'record' ? answer.done : '';

/** The changes of an update by ID, without the previous values, which are not known. */
export const changesTo = (body: string | undefined): Changes =>
	Object.fromEntries(Object.entries(fieldsIn(body)).map(([name, to]) => [name, { to }]));
