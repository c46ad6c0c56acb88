import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { UserError } from '../errors';
import { hasExpression } from '../parameters/expression';
import { readOutput } from '../parameters/list';
import { readOptions } from '../parameters/options';
import { itemReaders, type ParameterReader } from '../parameters/reader';
import { findOperation, resources, type Endpoint, type Operation } from '../resources';
import { connectItems } from '../transport/client';
import type { Client } from '../transport/types';
import { batchesOf, createdAgain } from '../upsert/batches';
import { notFoundAgain } from '../upsert/messages';
import { agentItems } from './agent';
import { errorItem, itemError, nodeError, type OtherItems } from './errors';
import { getMany } from './getMany';
import { hintsOf } from './hints';
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
	loop: ItemLoop;
	/** The items that are written after all have been read. */
	pending: PendingItem[];
}

/** Runs all items: pairing, hints and what an error leads to are decided here, order and stop in the loop. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const operation = chosenOperation(context);
	const forAgent = isForAgent(context);
	const readerOf = itemReaders(context, forAgent);
	// An agent needs the message, and n8n does not pass thrown errors to older agents.
	const continues = forAgent || context.continueOnFail();

	const stop = new AbortController();
	const abort = () => stop.abort();
	context.getExecutionCancelSignal()?.addEventListener('abort', abort, { signal: stop.signal });
	const clientOf = await connectItems(context, stop.signal);

	const shared = new Map<Client, SharedByItems>();
	const { length } = context.getInputData();
	const loop = new ItemLoop(length, stop, isSentInOrder(readerOf(0)), continues);
	const run: Run = { context, operation, forAgent, readerOf, clientOf, shared, loop, pending: [] };
	await runItems(run);

	// Ends what lists have requested ahead, and removes the listener.
	stop.abort();
	return [endOf(run)];
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
	const { loop, pending } = run;
	const items = [...loop.outputs.keys()];
	await loop.run(items.map((item) => ({ item, run: async () => await runItem(run, item) })));

	pending.sort((one, other) => one.run.index - other.run.index);
	for await (const batch of batchesOf(pending, loop.isInOrder)) {
		const steps = batch.map(([each, plan]) => ({
			item: each.run.index,
			run: async () => await writePending(each, plan),
		}));
		await loop.run(steps);
		if (loop.stop.signal.aborted) return;
	}

	for (const each of await createdAgain(pending)) {
		loop.fail(each.run.index, notFoundAgain(each.request, each.created));
	}
}

async function runItem(run: Run, index: number): Promise<ItemOutput | undefined> {
	const { operation } = run;
	const client = await run.clientOf(index);
	run.loop.hides.set(index, client.hide);
	const shared = run.shared.get(client) ?? new SharedByItems(client);
	run.shared.set(client, shared);

	const reader = run.readerOf(index);
	const options = readOptions(reader);
	const output = readOutput(reader);
	const itemRun = { index, reader, options, output, shared };
	const done = await runners[operation.endpoint.kind](itemRun, operation);
	if (!isPending(done)) return done;

	run.pending.push(done);
	return undefined;
}

const runners: Readonly<
	Record<
		Endpoint['kind'],
		(run: ItemRun, operation: Operation) => Promise<ItemOutput | PendingItem>
	>
> = {
	list: getMany,
	lookup: runLookup,
	request: runRequest,
	update: runUpdate,
	upsert: runUpsert,
};

/** The items of the run with its hints, or the error that has stopped it. */
function endOf({ context, operation, forAgent, shared, loop }: Run): INodeExecutionData[] {
	const { outputs, errors, stoppedBy } = loop;
	const node = context.getNode();
	const { parameters, retryOnFail = false, onError } = node;
	if (stoppedBy) throw nodeError(node, stoppedBy.error, stoppedBy.item, otherItems(loop));

	const isList = operation.endpoint.kind === 'list';
	const hints = hintsOf(outputs, {
		isRetried: operation.method !== 'GET' && retryOnFail,
		isSameList: isList && shared.size === 1 && !hasExpression(parameters),
	});
	context.addExecutionHints(...hints);

	const hasErrorOutput = onError === 'continueErrorOutput';
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

/**
 * n8n runs a tool in a context of its own or, for newer agents, as a node whose type ends in `Tool`. n8n 1 only does the
 * latter, and has no `isToolExecution`.
 */
const isForAgent = (context: IExecuteFunctions) =>
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
