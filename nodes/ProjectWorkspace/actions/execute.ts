import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { UserError } from '../errors';
import { hasExpression } from '../parameters/expression';
import { readOutput } from '../parameters/list';
import { readOptions } from '../parameters/options';
import { itemReaders, type ParameterReader } from '../parameters/reader';
import { findOperation, resources, type Endpoint, type Operation } from '../resources';
import { connectItems } from '../transport/client';
import type { Client } from '../transport/types';
import { batchesOf } from '../upsert/batches';
import { agentItems } from './agent';
import { errorItem, itemError, nodeError, type OtherItems } from './errors';
import { getMany } from './getMany';
import { hintsOf, type RunFacts } from './hints';
import { ItemLoop } from './loop';
import { isPending, runUpdate, runUpsert, writePending, type PendingItem } from './match';
import type { ItemOutput } from './output';
import { runLookup, runRequest } from './record';
import { SharedByItems, type ItemRun } from './run';

interface Run {
	context: IExecuteFunctions;
	operation: Operation;
	forAgent: boolean;
	readerOf: (item: number) => ParameterReader;
	clientOf: (item: number) => Promise<Client>;
	shared: Map<Client, SharedByItems>;
	/** Whether one item is sent after the other. */
	isInOrder: boolean;
	stop: AbortController;
	loop: ItemLoop;
}

/** Runs all items: pairing, hints and what an error leads to are decided here, order and stop in the loop. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const run = await prepare(context);
	await runItems(run);

	// Ends what lists have requested ahead, and removes the listener that `prepare` has added.
	run.stop.abort();
	return [endOf(run)];
}

async function prepare(context: IExecuteFunctions): Promise<Run> {
	const operation = chosenOperation(context);
	const forAgent = isForAgent(context);
	const readerOf = itemReaders(context, forAgent);
	const isInOrder = isSentInOrder(readerOf(0));

	const stop = new AbortController();
	const abort = () => stop.abort();
	context.getExecutionCancelSignal()?.addEventListener('abort', abort, { signal: stop.signal });
	const clientOf = await connectItems(context, stop.signal);

	// An agent needs the message, and n8n does not pass thrown errors to older agents.
	const continues = forAgent || context.continueOnFail();
	const loop = new ItemLoop(context.getInputData().length, stop, isInOrder, continues);
	const shared = new Map<Client, SharedByItems>();
	return { context, operation, forAgent, readerOf, clientOf, shared, isInOrder, stop, loop };
}

/** 'Send in Order' is about the whole run, so the first item decides. */
function isSentInOrder(first: ParameterReader): boolean {
	try {
		return readOptions(first).inOrder;
	} catch {
		return false; // the item fails for the same reason
	}
}

/** Items that match records are only located at first, and written when all of them have been. */
async function runItems(run: Run): Promise<void> {
	const { loop, stop, isInOrder } = run;
	const pending: PendingItem[] = [];
	const start = async (item: number): Promise<ItemOutput | undefined> => {
		const done = await runItem(run, item);
		if (!isPending(done)) return done;
		pending.push(done);
		return undefined;
	};
	const items = [...loop.outputs.keys()];
	await loop.run(items.map((item) => ({ item, run: async () => await start(item) })));

	pending.sort((one, other) => one.run.index - other.run.index);
	for await (const batch of batchesOf(pending, isInOrder)) {
		if (stop.signal.aborted) return;
		await loop.run(
			batch.map(([each, plan]) => ({
				item: each.run.index,
				run: async () => await writePending(each, plan),
			})),
		);
	}
}

async function runItem(run: Run, index: number): Promise<ItemOutput | PendingItem> {
	const { operation, forAgent } = run;
	const client = await run.clientOf(index);
	run.loop.hides.set(index, client.hide);
	const shared = run.shared.get(client) ?? new SharedByItems(client);
	run.shared.set(client, shared);

	const reader = run.readerOf(index);
	const options = readOptions(reader);
	const output = readOutput(reader);
	const itemRun: ItemRun = { index, reader, options, output, forAgent, client, shared };
	return await runners[operation.endpoint.kind](itemRun, operation);
}

type Runner = (run: ItemRun, operation: Operation) => Promise<ItemOutput | PendingItem>;

const runners: Readonly<Record<Endpoint['kind'], Runner>> = {
	list: getMany,
	lookup: runLookup,
	request: runRequest,
	update: runUpdate,
	upsert: runUpsert,
};

/** The items of the run with its hints, or the error that has stopped it. */
function endOf(run: Run): INodeExecutionData[] {
	const { context, forAgent, loop } = run;
	const { outputs, errors, stoppedBy } = loop;
	const node = context.getNode();
	if (stoppedBy) throw nodeError(node, stoppedBy.error, stoppedBy.item, otherItems(loop));

	context.addExecutionHints(...hintsOf(outputs, factsOf(run)));

	const hasErrorOutput = node.onError === 'continueErrorOutput';
	const items: INodeExecutionData[] = [];
	for (const [item, output] of outputs.entries()) {
		const error = errors.get(item);
		if (error) items.push(errorItem(error, item, hasErrorOutput));
		if (!output) continue;

		const pairedItem = { item }; // one object for all records of an item, to save memory
		const records = forAgent ? agentItems(output) : output.records;
		for (const json of records) items.push({ json, pairedItem });
	}
	return items;
}

/** What the others have done, if one has stopped the run. */
function otherItems({ outputs, errors, stoppedBy }: ItemLoop): OtherItems {
	const others: OtherItems = { count: outputs.length, written: [], uncertain: [] };
	for (const [item, output] of outputs.entries()) {
		if (output?.isWritten) others.written.push(item);
		const mayBeWritten = errors.get(item)?.mayHaveBeenMade;
		if (mayBeWritten && item !== stoppedBy?.item) others.uncertain.push(item);
	}
	return others;
}

function factsOf({ context, operation, shared }: Run): RunFacts {
	const { parameters, retryOnFail } = context.getNode();
	const isList = operation.endpoint.kind === 'list';
	return {
		isRetried: operation.method !== 'GET' && retryOnFail === true,
		isSameList: isList && shared.size === 1 && !hasExpression(parameters),
	};
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
	throw nodeError(context.getNode(), itemError(noOperation(String(name), value)), 0);
}

function noOperation(resource: string, operation: string): UserError {
	// n8n adds "Custom API Call" to both lists itself; it is meant for the HTTP Request node.
	if ([resource, operation].includes('__CUSTOM_API_CALL__')) {
		return new UserError(
			'Use the HTTP Request node for custom API calls',
			"Add an HTTP Request node, set 'Authentication' to 'Predefined Credential Type' and 'Credential Type' to 'Project Workspace API'.",
		);
	}
	return new UserError(
		`The resource "${resource}" has no operation "${operation}"`,
		"Choose 'Resource' and 'Operation' from their lists.",
	);
}
