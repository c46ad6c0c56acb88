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
import { batchesOf } from '../upsert/batches';
import { agentItems } from './agent';
import {
	errorItem,
	HIDES_NOTHING,
	itemError,
	nodeError,
	type ItemError,
	type OtherItems,
} from './errors';
import { getMany } from './getMany';
import { isToMatch, runMatched, runUpdate, runUpsert, type ItemToMatch } from './match';
import { hintsOf, type ItemOutput, type RunFacts } from './output';
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
	/** Whether one item is sent after the other. */
	isInOrder: boolean;
	/** Resolves when the next item may start: only a few in one turn of the event loop, so that n8n is not held up. */
	mayStart: () => Promise<void>;
	/** Aborted when an item stops the run, or n8n does. */
	stop: AbortController;

	/** The client of each item whose credential could be read. */
	clients: Client[];
	sharedByClient: Map<Client, SharedByItems>;
	/** What each item gives. One is undefined that has failed, or before which the run was stopped. */
	outputs: Array<ItemOutput | undefined>;
	/** Why items have failed, by their numbers. */
	errors: Map<number, unknown>;
	/** The item whose error has stopped the run. */
	stoppedBy?: number;
}

/** The one loop over the items: order, pairing, continue-on-fail and stop are decided here. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const run = await prepare(context);
	await runItems(run);

	// Removes the listener that `prepare` has added.
	run.stop.abort();
	return [endOf(run)];
}

async function prepare(context: IExecuteFunctions): Promise<Run> {
	const operation = chosenOperation(context);
	const forAgent = isForAgent(context);
	const readerOf = itemReaders(context, forAgent);

	const stop = new AbortController();
	const abort = () => stop.abort();
	context.getExecutionCancelSignal()?.addEventListener('abort', abort, { signal: stop.signal });

	return {
		context,
		operation,
		forAgent,
		// An agent needs the message, and n8n does not pass thrown errors to older agents.
		continues: forAgent || context.continueOnFail(),
		readerOf,
		clientOf: await connectItems(context, stop.signal),
		isInOrder: isSentInOrder(readerOf(0)),
		mayStart: turns(),
		stop,
		clients: [],
		sharedByClient: new Map(),
		outputs: context.getInputData().map(() => undefined),
		errors: new Map(),
	};
}

/** 'Send in Order' is about the whole run, so the first item decides. */
function isSentInOrder(first: ParameterReader): boolean {
	try {
		return readOptions(first).inOrder;
	} catch {
		return false; // the item fails for the same reason
	}
}

/** Items that match records are only read at first, and written when all of them have been read. */
async function runItems(run: Run): Promise<void> {
	const toMatch: ItemToMatch[] = [];
	await forEach(run, run.outputs.keys(), Number, async (index) => {
		const done = await runItem(run, index);
		if (!isToMatch(done)) return done;
		toMatch[index] = done;
		return undefined;
	});

	// Without the gaps of items that have failed.
	for await (const batch of batchesOf(Object.values(toMatch), run.isInOrder)) {
		if (run.stop.signal.aborted) return;
		await forEach(
			run,
			batch,
			([item]) => item.run.index,
			async ([item, plan]) => await runMatched(item, plan),
		);
	}
}

/**
 * Runs a step of several items at once, started in their order, until one stops the run.
 * @param step returns undefined if the item has another step
 */
async function forEach<Entry>(
	run: Run,
	entries: Iterable<Entry>,
	indexOf: (entry: Entry) => number,
	step: (entry: Entry) => Promise<ItemOutput | undefined>,
): Promise<void> {
	const { stop, mayStart, outputs, errors, continues } = run;
	const left = entries[Symbol.iterator]();

	const work = async (): Promise<void> => {
		for (let next = left.next(); !next.done; next = left.next()) {
			await mayStart();
			if (stop.signal.aborted) return;

			const index = indexOf(next.value);
			try {
				outputs[index] = await step(next.value);
			} catch (error) {
				errors.set(index, error);
				if (continues) continue;
				run.stoppedBy ??= index;
				stop.abort();
			}
		}
	};
	const workers = run.isInOrder ? 1 : MAX_AT_ONCE;
	await Promise.all(Array.from({ length: workers }, work));
}

async function runItem(run: Run, index: number): Promise<ItemOutput | ItemToMatch> {
	const { operation, forAgent, sharedByClient } = run;
	const client = await run.clientOf(index);
	run.clients[index] = client;
	const shared = sharedByClient.get(client) ?? new SharedByItems(client);
	sharedByClient.set(client, shared);

	const reader = run.readerOf(index);
	const options = readOptions(reader);
	const output = readOutput(reader);
	const itemRun: ItemRun = { index, reader, options, output, forAgent, client, shared };
	return await runners[operation.endpoint.kind](itemRun, operation);
}

type Runner = (run: ItemRun, operation: Operation) => Promise<ItemOutput | ItemToMatch>;

const runners: Readonly<Record<Endpoint['kind'], Runner>> = {
	list: getMany,
	lookup: runLookup,
	request: runRequest,
	update: runUpdate,
	upsert: runUpsert,
};

/** The items of the run with its hints, or the error that has stopped it. */
function endOf(run: Run): INodeExecutionData[] {
	const { context, forAgent, clients, outputs, stoppedBy } = run;
	const node = context.getNode();
	if (stoppedBy !== undefined) {
		throw nodeError(node, errorOf(run, stoppedBy), stoppedBy, otherItems(run));
	}

	context.addExecutionHints(...hintsOf(outputs, hideAll(run.sharedByClient.keys()), factsOf(run)));

	const hasErrorOutput = node.onError === 'continueErrorOutput';
	return outputs.flatMap((output, item): INodeExecutionData[] => {
		if (!output) return [errorItem(errorOf(run, item), item, hasErrorOutput)];
		// One object for all records of an item, to save memory.
		const pairedItem = { item };
		const { hide = HIDES_NOTHING } = clients[item] ?? {};
		const records = forAgent ? agentItems(output, hide) : hide.inRecords(output.records);
		return records.map((json) => ({ json, pairedItem }));
	});
}

/** Before its credential is read, there is no secret to hide. */
const errorOf = ({ clients, errors }: Run, item: number): ItemError =>
	itemError(errors.get(item), clients[item]?.hide ?? HIDES_NOTHING);

/** What the others have done, if one has stopped the run. */
function otherItems({ outputs, errors, stoppedBy }: Run): OtherItems {
	const others = [...outputs.keys()].filter((item) => item !== stoppedBy);
	return {
		count: outputs.length,
		written: others.filter((item) => outputs[item]?.isWritten),
		uncertain: others.filter((item) => isUncertain(errors.get(item))),
	};
}

/** Whether the service may have made a change, although the item has failed. */
const isUncertain = (error: unknown): boolean =>
	error instanceof ApiError && error.details.mayHaveBeenMade === true;

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

	const error = noOperation(String(name), value);
	throw nodeError(context.getNode(), itemError(error, HIDES_NOTHING), 0);
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
