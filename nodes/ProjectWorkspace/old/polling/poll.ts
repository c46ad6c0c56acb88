import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { connect, noCredential, type Client } from '../client/connect';
import { CREDENTIAL } from '../client/connection';
import { withSignal } from '../client/send';
import { nodeError, thrownError, withoutSecrets, type ItemError } from '../itemError';
import { triggerReader } from '../parameters/reader';
import { logLine } from '../texts';
import { ok, reject, type Problem, type Result } from '../result';
import { pollMessages, NO_CREDENTIAL, NOT_SAVED, STILL_RUNNING } from './messages';
import { readPoll } from './reading';
import { readSettings, type Settings } from './settings';
import { eventIdOf, isState, nextPoll, type State } from './state';
import { digest, HASH_VERSION, restlessField } from './watched';

/** The nodes that are polled now: n8n may start a poll before the previous one ends. */
const running = new Set<string>();

/** Contexts that have polled before. n8n creates one when it activates a workflow, and one for each scheduled poll. */
const polled = new WeakSet<IPollFunctions>();

/** The time that n8n 2 allows for an unscheduled poll. n8n 1 has no limit. */
const BUDGET_MS = 5 * 60_000;

/** Enough to build a workflow on. */
const SHOWN_RECORDS = 10;

/** One poll. It changes the state only after the list was read and compared. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const nodeKey = JSON.stringify([context.getWorkflow().id, context.getNode().name]);
	const isManual = context.getMode() === 'manual';
	const ms = 'getPollBudgetMs' in context ? context.getPollBudgetMs() : BUDGET_MS;
	const isFirst = !polled.has(context) && ms === BUDGET_MS;
	polled.add(context);
	if (running.has(nodeKey) && !isManual) {
		logSkipped(context, nodeKey, STILL_RUNNING);
		return null;
	}
	if (!isManual) running.add(nodeKey);
	const signal = AbortSignal.timeout(ms);
	// Ends all requests and waits of this poll.
	const within = withSignal(context, signal);
	// After a longer wait there would be no time left to read the list.
	const outcome = await readAndCompare(within, nodeKey, isManual, ms / 2)
		.catch((error: unknown) => reject(thrownError(error)))
		.finally(() => {
			if (!isManual) running.delete(nodeKey);
		});
	if (outcome.ok) return outcome.value.length === 0 ? null : [outcome.value];
	const problem: ItemError = signal.aborted
		? { ...pollMessages.tooSlow(ms / 1000), cause: 'temporarily-unavailable' }
		: outcome.problem;
	const error = nodeError(context.getNode(), problem, 0);
	if (!isFirst || isManual) throw error;
	// If the first poll throws, n8n 2 never polls again, and says so only in its log.
	context.__emitError(error);
	return null;
}

const logSkipped = (context: IPollFunctions, nodeKey: string, why: string) =>
	logLine((line) => context.logger.info(line), `${nodeKey} ${why}`, why);

async function readAndCompare(
	context: IPollFunctions,
	nodeKey: string,
	isManual: boolean,
	maxWaitMs: number,
): Promise<Result<INodeExecutionData[], ItemError>> {
	const { parameters } = context.getNode();
	const given = readSettings(triggerReader(context), parameters as IDataObject, maxWaitMs); // JSON
	if (!given.ok) return given;
	const settings = given.value;
	const { parallelRequests } = settings.options.requests;
	const connected = await connect(context, parallelRequests).catch((error: unknown) =>
		reject(noCredential(context.getNode(), error, NO_CREDENTIAL)),
	);
	if (!connected.ok) return connected;
	const client = connected.value;
	const items = isManual
		? await show(client, settings)
		: await compareWithState(client, settings, context, nodeKey);
	return items.ok
		? ok(client.hide.inRecords(items.value))
		: reject(withoutSecrets(items.problem, client.hide));
}

/** The changes since the saved state. */
async function compareWithState(
	client: Client,
	settings: Settings,
	context: IPollFunctions,
	nodeKey: string,
): Promise<Result<INodeExecutionData[], ItemError>> {
	const scope = scopeOf(context, client, settings);
	const data = context.getWorkflowStaticData('node');
	const saved = isState(data.state) ? data.state : undefined;
	const known = saved?.scope === scope ? saved : undefined;
	const reading = await readPoll(client, settings, known, 'pollNewAndChanged');
	if (!reading.ok) return reading;
	const { present, isPart, notice } = reading.value;
	const { types, options } = settings;
	const next = nextPoll(saved, reading.value, { ...options, nodeKey, scope, types });
	if (!next.ok) return next;
	const tell = (problem: Problem) => context.__emitError(nodeError(context.getNode(), problem, 0));
	// Once after each change of the settings; the trigger works on.
	if (notice && !known) tell(notice);
	const { state, events } = next.value;
	if (state && events.length > 0 && isBeingSaved(nodeKey, state)) {
		logSkipped(context, nodeKey, NOT_SAVED);
		return ok([]);
	}
	if (state) data.state = { ...state };
	// A part of the list has only records that have changed.
	const restless = isPart ? undefined : restlessField(nodeKey, scope, present, settings);
	if (restless !== undefined) tell(pollMessages.restlessField(restless));
	return ok(events.map(itemOf));
}

/** Identifies everything that the list depends on. */
const scopeOf = (context: IPollFunctions, { baseUrl, tenant }: Client, { scopeParts }: Settings) =>
	digest([
		HASH_VERSION,
		// A copy of the workflow has the state of the original, perhaps for months.
		context.getWorkflow().id,
		context.getNode().credentials?.[CREDENTIAL]?.id,
		baseUrl,
		...(tenant === undefined ? [] : [tenant]),
		scopeParts,
	]);

/** The last start by each node: n8n may read the state for the next poll before it has saved the new one. */
const lastStarts = new Map<string, { poll: number; at: number }>();

/** After this time, n8n has saved the state. If it could not, the changes must be reported again. */
const SAVED_WITHIN_MS = 30_000;

/** Whether these changes have just been reported. */
function isBeingSaved(nodeKey: string, { poll }: State): boolean {
	const start = lastStarts.get(nodeKey);
	const at = Date.now();
	if (start && poll <= start.poll && at - start.at < SAVED_WITHIN_MS) return true;
	lastStarts.set(nodeKey, { poll, at });
	return false;
}

/** Real records as the trigger returns them, for a test in the editor. */
async function show(
	client: Client,
	settings: Settings,
): Promise<Result<INodeExecutionData[], ItemError>> {
	const reading = await readPoll(client, settings, undefined, 'pollTest');
	if (!reading.ok) return reading;
	const { present, notice } = reading.value;
	if (notice) return reject(notice);
	const [type = 'new'] = settings.types.includes('new') ? (['new'] as const) : settings.types;
	const items = [...present.values()].slice(0, SHOWN_RECORDS).map(({ id, hash, record }) => {
		const change = { type, id, hash, record: type === 'removed' ? { id } : record };
		return itemOf({ ...change, eventId: eventIdOf(change, ['test']) });
	});
	return items.length === 0 ? reject(pollMessages.nothingToShow()) : ok(items);
}

const itemOf = ({ record, ...change }: { record: IDataObject; type: string; eventId: string }) => ({
	json: { ...record, _change: { type: change.type, eventId: change.eventId } },
});
