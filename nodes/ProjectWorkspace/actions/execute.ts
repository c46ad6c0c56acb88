import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { ApiError, UserError } from '../errors';
import { KnownPaginators } from '../pagination/knownPaginators';
import { readOutput } from '../parameters/list';
import { readOptions } from '../parameters/options';
import { itemReaders, type ParameterReader } from '../parameters/reader';
import type { JsonObject } from '../records/value';
import { findOperation, resources, type Endpoint, type Operation } from '../resources';
import { connectItems, MAX_AT_ONCE } from '../transport/client';
import { limitConcurrency } from '../transport/concurrency';
import type { Client, Redactor } from '../transport/types';
import { MatchLists } from '../upsert/matchList';
import { agentError, agentItems } from './agent';
import { errorItem, HIDES_NOTHING, itemError, nodeError, type ItemError } from './errors';
import { getMany } from './getMany';
import { hintsOf, type ItemOutput, type RunFacts } from './output';
import {
	RecordQueue,
	runLookup,
	runRequest,
	runUpdate,
	runUpsert,
	type ItemRun,
	type SharedByItems,
} from './record';

/** What the node does for an item. */
interface Action {
	run: (item: ItemRun) => Promise<ItemOutput>;
	writes: boolean;
	readsList: boolean;
}

interface Run {
	context: IExecuteFunctions;
	action: Action;
	forAgent: boolean;
	/** Whether the other items run on if one fails. */
	continues: boolean;
	readerOf: (item: number) => ParameterReader;
	clientOf: (item: number) => Promise<Client>;
	shared: Map<Client, SharedByItems>;
	/** Aborted when an item stops the run, or n8n does. */
	stop: AbortController;
}

interface ItemResult {
	/** Undefined if the item has failed. */
	output?: ItemOutput;
	error?: unknown;
	/** Undefined if the credential cannot be used. */
	client?: Client;
}

interface Results {
	/** By item; one is missing if the run was stopped before it. */
	items: Array<ItemResult | undefined>;
	/** The item that stopped the run. */
	stoppedBy?: number;
}

/** The one loop over the items: order, pairing, continue-on-fail and stop are decided here. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const run = await prepare(context);
	const results = await runAll(run);
	return toOutput(run, results);
}

async function prepare(context: IExecuteFunctions): Promise<Run> {
	const action = chosenAction(context);
	const forAgent = isForAgent(context);

	const stop = new AbortController();
	const abort = () => stop.abort();
	context.getExecutionCancelSignal()?.addEventListener('abort', abort, { signal: stop.signal });

	return {
		context,
		action,
		forAgent,
		// An agent needs the message, and n8n does not pass thrown errors to older agents.
		continues: forAgent || context.continueOnFail(),
		readerOf: itemReaders(context, forAgent),
		clientOf: inOrder(await connectItems(context, stop.signal)),
		shared: new Map(),
		stop,
	};
}

async function runAll(run: Run): Promise<Results> {
	const { context, continues, stop } = run;
	const count = context.getInputData().length;
	const results: Results = { items: new Array<ItemResult | undefined>(count) };

	let next = 0;

	const runAt = async (item: number): Promise<void> => {
		if (item >= count || stop.signal.aborted) return;

		const result = await runItem(run, item);
		results.items[item] = result;
		if (result.output || continues) return;
		results.stoppedBy ??= item;
		stop.abort();
	};
	// Only a few start in one turn of the event loop, so that n8n is not held up by items that need no request.
	const workers = isSentInOrder(run) ? 1 : Math.min(count, MAX_AT_ONCE);
	const limit = limitConcurrency(workers);
	const work = async (): Promise<void> => {
		while (next < count) await limit(async () => await runAt(next++));
	};
	await Promise.all(Array.from({ length: workers }, work));

	stop.abort();
	return results;
}

async function runItem(run: Run, item: number): Promise<ItemResult> {
	let client: Client | undefined;
	try {
		client = await run.clientOf(item);
		const reader = run.readerOf(item);
		const output = await run.action.run({
			reader,
			options: readOptions(reader),
			output: readOutput(reader),
			forAgent: run.forAgent,
			client,
			shared: sharedBy(client, run.shared),
		});
		return { output, client };
	} catch (error) {
		return { error, client };
	}
}

function toOutput(run: Run, { items, stoppedBy }: Results): INodeExecutionData[][] {
	const { context, forAgent } = run;
	const node = context.getNode();
	if (stoppedBy !== undefined) {
		const error = errorOf(run, items[stoppedBy]);
		throw nodeError(node, error, stoppedBy, {
			count: items.length,
			written: [...items.keys()].filter((item) => items[item]?.output?.isWritten),
			uncertain: [...items.keys()].filter((item) => item !== stoppedBy && isUncertain(items[item])),
		});
	}

	context.addExecutionHints(
		...hintsOf(
			items.map((result) => result?.output),
			factsOf(run),
		),
	);
	const hasErrorOutput = node.onError === 'continueErrorOutput';
	const outputs = items.map((result, item): INodeExecutionData[] => {
		if (!result?.output) {
			const error = errorOf(run, result);
			return [errorItem(forAgent ? agentError(error) : error, item, hasErrorOutput)];
		}
		// One object for all records of an item, to save memory.
		const pairedItem = { item };
		return recordsOf(result, result.output, forAgent).map((json) => ({ json, pairedItem }));
	});
	return [outputs.flat()];
}

/** Whether the service may have made a change, although the item has failed. */
const isUncertain = (result: ItemResult | undefined): boolean =>
	result?.error instanceof ApiError && result.error.details.mayHaveBeenMade === true;

/** Without a client, there is no secret to hide. */
const redactorOf = (result: ItemResult | undefined): Redactor =>
	result?.client?.hide ?? HIDES_NOTHING;

function errorOf({ action }: Run, result: ItemResult | undefined): ItemError {
	return itemError(result?.error, redactorOf(result), action.readsList);
}

/** The gate for records. Errors and hints have theirs. */
function recordsOf(result: ItemResult, output: ItemOutput, forAgent: boolean): JsonObject[] {
	const hide = redactorOf(result);
	const records = hide.inRecords(output.records);
	return forAgent ? agentItems({ ...output, records }, hide.inMessages) : records;
}

/** What the hints tell about the run as a whole. */
function factsOf({ context, action, shared }: Run): RunFacts {
	const node = context.getNode();
	const clients = [...shared.keys()];
	return {
		hide: (value) => clients.reduce((shown, { hide }) => hide.inMessages(shown), value),
		isRetried: action.writes && node.retryOnFail === true,
	};
}

/** Items with the same resolved credential share what they learn about its service. */
function sharedBy(client: Client, all: Map<Client, SharedByItems>): SharedByItems {
	const existing = all.get(client);
	if (existing) return existing;

	const known = new KnownPaginators();
	const shared: SharedByItems = {
		known,
		matchLists: new MatchLists(client, known),
		recordQueue: new RecordQueue(),
	};
	all.set(client, shared);
	return shared;
}

/** 'Send in Order' is about the whole run, so the first item decides. */
function isSentInOrder({ readerOf }: Run): boolean {
	try {
		return readOptions(readerOf(0)).inOrder;
	} catch {
		return false; // the item fails for the same reason
	}
}

/** Resolves in the order of the calls, because writes to one record keep the order of the items. */
function inOrder<T>(get: (item: number) => Promise<T>): (item: number) => Promise<T> {
	let last: Promise<unknown> = Promise.resolve();
	return async (item) => {
		const run = async () => await get(item);
		const result = last.then(run, run);
		last = result;
		return await result;
	};
}

/**
 * n8n runs a tool in a context of its own or, for newer agents, as a node whose type ends in `Tool`. n8n 1 only does the
 * latter, and has no `isToolExecution`.
 */
const isForAgent = (context: IExecuteFunctions): boolean =>
	context.getNode().type.endsWith('Tool') || Boolean(context.isToolExecution?.());

const runners: Readonly<
	Record<Endpoint['kind'], (run: ItemRun, operation: Operation) => Promise<ItemOutput>>
> = {
	list: getMany,
	lookup: runLookup,
	request: runRequest,
	update: runUpdate,
	upsert: runUpsert,
};

function chosenAction(context: IExecuteFunctions): Action {
	const name = context.getNodeParameter('resource', 0);
	// n8n shows none for a resource that does not exist.
	const value = String(context.getNodeParameter('operation', 0, ''));

	const resource = resources.find((each) => each.value === name);
	const operation = resource && findOperation(resource.value, value);
	if (operation) {
		const { kind } = operation.endpoint;
		const run = async (item: ItemRun) => await runners[kind](item, operation);
		return { run, writes: operation.method !== 'GET', readsList: kind === 'list' };
	}

	const isCustom = [name, value].includes('__CUSTOM_API_CALL__');
	const error = isCustom ? customApiCall() : noOperation(String(name), value);
	throw nodeError(context.getNode(), itemError(error, HIDES_NOTHING), 0);
}

/** n8n adds "Custom API Call" to both lists itself; it is meant for the HTTP Request node. */
const customApiCall = (): UserError =>
	new UserError(
		'Use the HTTP Request node for custom API calls',
		"Add an HTTP Request node, set 'Authentication' to 'Predefined Credential Type' and 'Credential Type' to 'Project Workspace API'.",
	);

const noOperation = (resource: string, operation: string): UserError =>
	new UserError(
		`The resource "${resource}" has no operation "${operation}"`,
		"Choose 'Resource' and 'Operation' from their lists.",
	);
