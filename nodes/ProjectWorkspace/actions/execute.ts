import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { ApiError, UserError } from '../errors';
import { hasExpression } from '../parameters/expression';
import { readOutput } from '../parameters/list';
import { readOptions } from '../parameters/options';
import { itemReaders, type ParameterReader } from '../parameters/reader';
import { findOperation, resources, type Endpoint, type Operation } from '../resources';
import { connectItems, MAX_AT_ONCE } from '../transport/client';
import { turns } from '../transport/concurrency';
import type { Client, Redactor } from '../transport/types';
import { agentItems } from './agent';
import { errorItem, HIDES_NOTHING, itemError, nodeError, type ItemError } from './errors';
import { getMany } from './getMany';
import { hintsOf, type ItemOutput, type RunFacts } from './output';
import { runUpdate, runUpsert } from './match';
import { runLookup, runRequest } from './record';
import { SharedByItems, type ItemRun } from './run';

interface Run {
	context: IExecuteFunctions;
	operation: Operation;
	forAgent: boolean;
	/** Whether the other items run on if one fails. */
	continues: boolean;
	readerOf: (item: number) => ParameterReader;
	clientOf: (item: number) => Promise<Client>;
	sharedByClient: Map<Client, SharedByItems>;
	/** Aborted when an item stops the run, or n8n does. */
	stop: AbortController;
}

interface ItemResult {
	/** Undefined if the item has failed. */
	output?: ItemOutput;
	error?: unknown;
	hide: Redactor;
}

interface Results {
	/** By item; one is missing if the run was stopped before it. */
	items: Array<ItemResult | undefined>;
	/** The items that have failed, in that order, unless the others run on. */
	failed: number[];
}

/** The one loop over the items: order, pairing, continue-on-fail and stop are decided here. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const run = await prepare(context);
	const results = await runAll(run);
	return [toOutput(run, results)];
}

async function prepare(context: IExecuteFunctions): Promise<Run> {
	const operation = chosenOperation(context);
	const forAgent = isForAgent(context);

	const stop = new AbortController();
	const abort = () => stop.abort();
	context.getExecutionCancelSignal()?.addEventListener('abort', abort, { signal: stop.signal });

	return {
		context,
		operation,
		forAgent,
		// An agent needs the message, and n8n does not pass thrown errors to older agents.
		continues: forAgent || context.continueOnFail(),
		readerOf: itemReaders(context, forAgent),
		clientOf: await connectItems(context, stop.signal),
		sharedByClient: new Map(),
		stop,
	};
}

async function runAll(run: Run): Promise<Results> {
	const { context, continues, stop } = run;
	const count = context.getInputData().length;
	const results: Results = { items: new Array<ItemResult | undefined>(count), failed: [] };

	let next = 0;
	const mayStart = turns();
	const work = async (): Promise<void> => {
		while (next < count && !stop.signal.aborted) {
			const item = next++;
			// Only a few start in one turn of the event loop, so that n8n is not held up by items that need no request.
			await mayStart();
			if (stop.signal.aborted) return;

			const result = await runItem(run, item);
			results.items[item] = result;
			if (result.output || continues) continue;
			results.failed.push(item);
			stop.abort();
		}
	};
	const workers = isSentInOrder(run) ? 1 : MAX_AT_ONCE;
	await Promise.all(Array.from({ length: workers }, work));

	// Removes the listener that `prepare` has added.
	stop.abort();
	return results;
}

async function runItem(run: Run, item: number): Promise<ItemResult> {
	const { operation, forAgent } = run;
	// Before its credential is read, there is no secret to hide.
	let hide = HIDES_NOTHING;
	try {
		const client = await run.clientOf(item);
		hide = client.hide;
		const shared = run.sharedByClient.get(client) ?? new SharedByItems(client);
		run.sharedByClient.set(client, shared);

		const reader = run.readerOf(item);
		const itemRun: ItemRun = {
			reader,
			options: readOptions(reader),
			output: readOutput(reader),
			forAgent,
			client,
			shared,
		};
		const output = await runners[operation.endpoint.kind](itemRun, operation);
		return { output, hide };
	} catch (error) {
		return { error, hide };
	}
}

const runners: Readonly<
	Record<Endpoint['kind'], (run: ItemRun, operation: Operation) => Promise<ItemOutput>>
> = {
	list: getMany,
	lookup: runLookup,
	request: runRequest,
	update: runUpdate,
	upsert: runUpsert,
};

/** 'Send in Order' is about the whole run, so the first item decides. */
function isSentInOrder({ readerOf }: Run): boolean {
	try {
		return readOptions(readerOf(0)).inOrder;
	} catch {
		return false; // the item fails for the same reason
	}
}

function toOutput(run: Run, results: Results): INodeExecutionData[] {
	const node = run.context.getNode();
	const { items } = results;
	const stoppedBy = stoppingItem(results);
	if (stoppedBy !== undefined) {
		throw nodeError(node, errorOf(items[stoppedBy]), stoppedBy, {
			count: items.length,
			written: [...items.keys()].filter((item) => items[item]?.output?.isWritten),
			uncertain: [...items.keys()].filter((item) => item !== stoppedBy && isUncertain(items[item])),
		});
	}

	const outputs = items.map((result) => result?.output);
	run.context.addExecutionHints(
		...hintsOf(outputs, hideAll(run.sharedByClient.keys()), factsOf(run)),
	);

	const hasErrorOutput = node.onError === 'continueErrorOutput';
	return items.flatMap((result, item): INodeExecutionData[] => {
		if (!result?.output) return [errorItem(errorOf(result), item, hasErrorOutput)];
		// One object for all records of an item, to save memory.
		const pairedItem = { item };
		const { output, hide } = result;
		const records = run.forAgent ? agentItems(output, hide) : hide.inRecords(output.records);
		return records.map((json) => ({ json, pairedItem }));
	});
}

/** The item that stopped the run: others may fail before it because of it. */
const stoppingItem = ({ items, failed }: Results): number | undefined =>
	failed.find((item) => !isConsequence(items[item]?.error)) ?? failed[0];

function isConsequence(error: unknown): boolean {
	if (error instanceof UserError) return error.isConsequence;
	return error instanceof ApiError && error.details.isCancelled === true;
}

/** Whether the service may have made a change, although the item has failed. */
const isUncertain = (result: ItemResult | undefined): boolean =>
	result?.error instanceof ApiError && result.error.details.mayHaveBeenMade === true;

const errorOf = (result: ItemResult | undefined): ItemError =>
	itemError(result?.error, result?.hide ?? HIDES_NOTHING);

function factsOf({ context, operation, sharedByClient }: Run): RunFacts {
	const { parameters, retryOnFail } = context.getNode();
	const isList = operation.endpoint.kind === 'list';
	return {
		isRetried: operation.method !== 'GET' && retryOnFail === true,
		isSameList: isList && sharedByClient.size === 1 && !hasExpression(parameters),
	};
}

/** Hints may quote what the items of any client have read. */
function hideAll(clients: Iterable<Client>): Redactor['inMessages'] {
	const all = [...clients];
	return (value) => all.reduce((shown, { hide }) => hide.inMessages(shown), value);
}

/**
 * n8n runs a tool in a context of its own or, for newer agents, as a node whose type ends in `Tool`. n8n 1 only does the
 * latter, and has no `isToolExecution`.
 */
const isForAgent = (context: IExecuteFunctions): boolean =>
	context.getNode().type.endsWith('Tool') || Boolean(context.isToolExecution?.());

function chosenOperation(context: IExecuteFunctions): Operation {
	const name = context.getNodeParameter('resource', 0);
	// n8n shows none for a resource that does not exist.
	const value = String(context.getNodeParameter('operation', 0, ''));

	const resource = resources.find((each) => each.name === name);
	const operation = resource && findOperation(resource.name, value);
	if (operation) return operation;

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
