import type { Client } from '../client/connect';
import type { ItemError } from '../itemError';
import { withoutRecords } from '../lists/listError';
import { list, rejection } from '../lists/listRecords';
import { listOverrides, sendSettings } from '../parameters/readOptions';
import { ok, reject, type Result } from '../result';
import { AGAIN, messages } from './messages';
import type { Settings } from './settings';
import { MAX_RECORDS } from './state';
import { watchedRecords, type Watched } from './watched';

/** The records of the list by their IDs as text, if a poll can use it; `read` counts those that do not match the filters, too. */
export async function readRecords(
	client: Client,
	{ resource, request, options, filter, fields }: Settings,
	maxWaitMs: number,
	limit?: number,
): Promise<
	Result<{ records: Map<string, Watched>; read: number; isComplete: boolean }, ItemError>
> {
	// With filters, a limit would count matching records, and read one page at a time.
	const maxRead = filter ? undefined : MAX_RECORDS + 1;
	const result = await list(client, {
		resource: resource.value,
		request,
		limit: limit ?? maxRead,
		overrides: listOverrides(options),
		settings: sendSettings(options, maxWaitMs),
		filter,
	});
	const { records, read } = result;
	const error = rejection(options.requireComplete ? 'getAllRequired' : 'pollNewAndChanged', result);
	if (error) return reject(withoutRecords(error, AGAIN));
	if (records.length > MAX_RECORDS) return reject(messages.tooMany());
	const watched = watchedRecords(records, resource.value, fields);
	if (!watched.ok) return watched;
	const isComplete = !rejection('pollRemoved', result);
	return ok({ records: watched.value, read, isComplete });
}
