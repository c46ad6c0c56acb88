import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { connect, type Client } from '../client/connect';
import { CREDENTIAL, withSignal } from '../client/send';
import { withoutRecords } from '../lists/listError';
import { type List, list, rejection } from '../lists/listRecords';
import { pollReader } from '../parameters/reader';
import { listOverrides, sendSettings } from '../parameters/readOptions';
import { ok, reject, type Problem, type Result } from '../result';
import { failureOf, nodeError, type ItemError } from '../run/errors';
import { AGAIN, messages, UNDER_WAY } from './messages';
import { readSettings, type Settings } from './settings';
import { eventIdOf, MOST_RECORDS, nextPoll, type Event } from './state';
import { digest, watchedRecords } from './watched';

type Output = INodeExecutionData[][] | null;

/** Two polls of one node would both find the same change: n8n starts one while the last is still under way. */
const underWay = new Set<string>();

/** Contexts that have polled before: n8n makes one whenever it activates the workflow. */
const polled = new WeakSet<IPollFunctions>();

/** With another version, what was saved cannot be compared with what is hashed now. */
const HASH_VERSION = 1;

/** n8n 1 has no budget and does not end a poll; this is what n8n 2 gives unless set otherwise. */
const BUDGET_MS = 5 * 60_000;

/** Enough to build a workflow on. */
const SHOWN_RECORDS = 10;

/** One poll. Its state is only touched once the list was read and compared. */
export async function poll(context: IPollFunctions): Promise<Output> {
	const place = JSON.stringify([context.getWorkflow().id, context.getNode().name]);
	const isManual = context.getMode() === 'manual';
	const isFirst = !polled.has(context);
	polled.add(context);
	if (underWay.has(place) && !isManual) {
		context.logger.info(UNDER_WAY);
		return null;
	}
	if (!isManual) underWay.add(place);
	const ms = 'getPollBudgetMs' in context ? context.getPollBudgetMs() : BUDGET_MS;
	const signal = AbortSignal.timeout(ms);
	// All that is sent and waited for ends when the signal does.
	const within = withSignal(context, signal);
	const outcome = await readAndCompare(within, place, isManual).finally(() => {
		if (!isManual) underWay.delete(place);
	});
	if (outcome.ok) return outcome.value;
	const problem = signal.aborted ? input(messages.tooSlow(ms / 1000)) : outcome.problem;
	const error = nodeError(context.getNode(), problem, 0);
	const isActive = STARTS.includes(context.getActivationMode());
	if (!isFirst || isManual || !(isActive || isTemporary(problem))) throw error;
	// n8n 2 gives up a trigger whose first poll does not succeed: an outage must neither end it nor keep it from starting.
	context.__emitError(error);
	return null;
}

/** Whether the service is away or at its limit, so that the next poll may succeed. */
function isTemporary(problem: ItemError): boolean {
	const cause = failureOf(problem)?.cause;
	return cause === 'rate-limited' || cause === 'temporarily-unavailable';
}

/** n8n has started, or has taken over from another: the workflow was active before. */
const STARTS: readonly string[] = ['init', 'leadershipChange'];

async function readAndCompare(
	context: IPollFunctions,
	place: string,
	isManual: boolean,
): Promise<Result<Output, ItemError>> {
	const node = context.getNode();
	const given = readSettings(pollReader(context), node.parameters as IDataObject); // JSON
	if (!given.ok) return reject(input(given.problem));
	const settings = given.value;
	const connected = await connect(context, settings.options.parallelRequests);
	if (!connected.ok) {
		return reject({
			...input(connected.problem),
			isCredential: connected.problem.field === 'apiKey',
		});
	}
	const { client } = connected;
	if (isManual) return await show(client, settings);

	const { resource, types, fields, startWithExisting, allowMassRemovals } = settings;
	// With filters, Limit would count what matches and the pages be read one at a time.
	const read = await readList(client, settings, settings.filter ? undefined : MOST_RECORDS + 1);
	if (!read.ok) return read;
	const { records } = read.value;
	if (records.length > MOST_RECORDS) return reject(input(messages.tooMany()));
	const now = watchedRecords(records, resource.value, fields);
	if (!now.ok) return reject(input(now.problem));
	const data = context.getWorkflowStaticData('node');
	const next = nextPoll(data.state, now.value, {
		place,
		types,
		startWithExisting,
		allowMassRemovals,
		scope: digest([
			HASH_VERSION,
			node.credentials?.[CREDENTIAL]?.id,
			client.baseUrl,
			settings.scope,
		]),
		time: Date.now(),
		isWhole: !rejection('pollRemoved', read.value),
	});
	if (!next.ok) return reject(input(next.problem));
	const { state, events } = next.value;
	if (state) data.state = { ...state };
	return ok(events.length === 0 ? null : [events.map(itemOf)]);
}

const input = (problem: Problem): ItemError => ({ kind: 'input', problem });

const itemOf = ({ record, type, eventId }: Event): INodeExecutionData => ({
	json: { ...record, _change: { type, eventId } },
});

/** The list, if a poll can use it. */
async function readList(
	client: Client,
	{ resource, request, options, filter }: Settings,
	limit: number | undefined,
): Promise<Result<List, ItemError>> {
	const result = await list(client, {
		resource: resource.value,
		request,
		limit,
		overrides: listOverrides(options),
		settings: sendSettings(options),
		filter,
	});
	const reader = options.requireComplete ? 'getAllRequired' : 'pollNewAndChanged';
	const error = rejection(reader, result);
	return error ? reject(withoutRecords(error, AGAIN)) : ok(result);
}

/** Real records as the trigger returns them, for a test in the editor. */
async function show(client: Client, settings: Settings): Promise<Result<Output, ItemError>> {
	const { resource, types, fields } = settings;
	const read = await readList(client, settings, SHOWN_RECORDS);
	if (!read.ok) return read;
	const now = watchedRecords(read.value.records, resource.value, fields);
	if (!now.ok) return reject(input(now.problem));
	const [type = 'new'] = types.includes('new') ? ['new' as const] : types;
	const items = Array.from(now.value, ([id, { hash, record }]) => {
		const change = { type, id, hash, record: type === 'removed' ? { id } : record };
		return itemOf({ ...change, eventId: eventIdOf(change, ['test']) });
	});
	return items.length === 0 ? reject(input(messages.nothingToShow())) : ok([items]);
}
