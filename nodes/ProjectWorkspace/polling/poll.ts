import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { HIDES_NOTHING, itemError, nodeError } from '../actions/errors';
import { UserError } from '../errors';
import type { List } from '../pagination/readList';
import { triggerReader } from '../parameters/reader';
import { sha256 } from '../records/value';
import { connect } from '../transport/client';
import { CREDENTIAL } from '../transport/credential';
import type { Client } from '../transport/types';
import { readPollSettings, type PollSettings } from './pollSettings';
import { compare, recall, type Change, type State } from './state';
import { HASH_FORM, readWatched } from './watched';

/** n8n 2 allows this time for a poll that its database does not schedule. n8n 1 has no limit. */
const BUDGET_MS = 5 * 60_000;

/** Nodes that are being polled: n8n may start a poll before the previous one has ended. */
const running = new Set<string>();

/** The contexts that have polled. n8n creates one when it activates a workflow, or one for each poll that its database schedules. */
const polled = new WeakSet<IPollFunctions>();

/** One poll of the trigger, or its test in the editor. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const budgetMs = 'getPollBudgetMs' in context ? context.getPollBudgetMs() : BUDGET_MS;
	if (context.getMode() === 'manual') {
		const samples = await readInTime(context, budgetMs, sampleItems);
		if (samples instanceof Error) throw samples;
		return [samples];
	}

	// A poll that the database schedules has a new context each time, too, but a shorter budget.
	const isActivation = !polled.has(context) && budgetMs === BUDGET_MS;
	polled.add(context);

	const nodeKey = JSON.stringify([context.getWorkflow().id, context.getNode().name]);
	if (running.has(nodeKey)) {
		context.logger.info('The previous poll is still running, so this one was skipped.');
		return null;
	}

	running.add(nodeKey);
	const items = await readInTime(context, budgetMs, changedItems);
	running.delete(nodeKey);

	if (!(items instanceof Error)) return items.length > 0 ? [items] : null;
	if (!isActivation) throw items;

	// If the first poll throws, n8n 2 never polls again, and says so only in its log.
	context.__emitError(items);
	return null;
}

/**
 * Reads within the time of a poll. It never throws: the error that stopped it is returned, because n8n must not always get
 * it thrown.
 */
async function readInTime(
	context: IPollFunctions,
	budgetMs: number,
	read: typeof changedItems,
): Promise<INodeExecutionData[] | Error> {
	const signal = AbortSignal.timeout(budgetMs);
	let client: Client | undefined;
	try {
		client = await connect(context, signal);
		const settings = readPollSettings(triggerReader(context));
		return await read(client, settings, context);
	} catch (error) {
		return shownError(context, signal.aborted ? tooSlow(budgetMs) : error, client?.hide);
	}
}

/** The error as n8n shows it in a failed execution. */
function shownError(context: IPollFunctions, thrown: unknown, hide = HIDES_NOTHING): Error {
	return nodeError(context.getNode(), itemError(thrown, hide), 0);
}

const tooSlow = (budgetMs: number) =>
	new UserError(
		`The list could not be read in the ${budgetMs / 1000} seconds that n8n allows for a poll`,
		"Set 'Page Size Parameter' and 'Page Size' in the credential under 'List Settings', or choose a project in 'Project' for tasks. If the rate limit is used up, poll less often.",
		'pollTimeout',
		'temporarily-unavailable',
	);

/** The changes since the saved state, which is replaced after the list was read and compared. */
async function changedItems(
	client: Client,
	settings: PollSettings,
	context: IPollFunctions,
): Promise<INodeExecutionData[]> {
	const data = context.getWorkflowStaticData('node');
	const source = { scope: scopeOf(context, client, settings), keyKind: client.keyKind };
	const memory = recall(data.state as State | undefined, source); // nothing else writes it
	const { previous } = memory;

	const watched = await readWatched(client, settings, previous?.ids);
	const { changes, mayBeIncomplete, state } = compare(memory, watched);
	if (state !== previous) Object.assign(data, { state });

	// n8n shows the error in an execution of its own, and the poll continues.
	const showError = (error: UserError | undefined) => {
		if (error) context.__emitError(shownError(context, error, client.hide));
	};
	if (memory.isOtherAccount) {
		showError(
			new UserError(
				`The API key is now for another account: it begins with ac_${client.keyKind}_`,
				'This poll only remembered the records. Publish (activate) the workflow again, so that n8n saves them: later polls start it with their changes. If a project is set, select it again first: another account has other IDs.',
			),
		);
		return [];
	}

	const isFirstList = previous === undefined;
	if (isFirstList || mayBeIncomplete) showError(unknownRemovals(watched.list, settings));
	if (isFirstList) showError(doubtAboutFilters(settings));

	if (isFirstList && !settings.startWithExisting) return [];
	return changes.filter(({ type }) => settings.changes.includes(type)).map(changeItem);
}

/** A hash of everything that the list depends on. */
function scopeOf(context: IPollFunctions, client: Client, settings: PollSettings): string {
	const { name, credentials } = context.getNode();
	const parts = [
		// A copy of the workflow has the state of the original, perhaps for months.
		context.getWorkflow().id,
		name,
		credentials?.[CREDENTIAL]?.id,
		client.address,
		settings.dependsOn,
		HASH_FORM,
	];
	return sha256(JSON.stringify(parts));
}

/** Says why the list cannot show that a record was removed, if Removed is selected. */
function unknownRemovals({ completeness }: List, { changes }: PollSettings): UserError | undefined {
	if (completeness.is !== 'unknown' || !changes.includes('removed')) return undefined;

	const { warning, advice } = completeness;
	return new UserError(
		`Removed records cannot be detected. ${warning}`,
		`${advice} Or remove 'Removed' from 'Changes'.`,
	);
}

function doubtAboutFilters({ filter }: PollSettings): UserError | undefined {
	const [message] = filter?.warnings() ?? [];
	if (message === undefined) return undefined;

	return new UserError(message, "Change 'Filters'. Records that cannot be compared do not match.");
}

/** A person needs no more records to build a workflow. */
const SAMPLE_SIZE = 10;

/** Real records as the trigger returns them. The state stays as it is. */
async function sampleItems(client: Client, settings: PollSettings): Promise<INodeExecutionData[]> {
	const { list, records } = await readWatched(client, settings, undefined);
	const problem = unknownRemovals(list, settings) ?? doubtAboutFilters(settings);
	if (problem) throw problem;
	if (records.size === 0) {
		throw new UserError(
			'There are no records to show yet',
			"Check 'Filters' and, for tasks, 'Project', or create a record in the service.",
		);
	}

	const [type = 'new'] = settings.changes;
	return [...records.values()].slice(0, SAMPLE_SIZE).map(({ id, record }) => {
		const shown = type === 'removed' ? { id } : record;
		return changeItem({ type, eventId: `sample-${id}`, record: shown });
	});
}

/** A record with the change as its first field, whatever field of that name it has. */
function changeItem({ type, eventId, record }: Change): INodeExecutionData {
	const added = { _change: { type, eventId } };
	return { json: { ...added, ...record, ...added } };
}
