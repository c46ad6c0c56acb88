import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { findOperation, type Operation, type Upsert } from '../catalogue';
import { limitConcurrency, nextTurn, serializeByKey } from '../client/clock';
import { connect, type Client } from '../client/connect';
import type { Redactor } from '../client/redact';
import { errorItem, nodeError, thrownError, withoutSecrets, type ItemError } from '../itemError';
import { parameterReaders, type ParameterReader } from '../parameters/reader';
import { readOptions, readOutput } from '../parameters/settings';
import { all, ok, reject, type Result } from '../result';
import { agentError, agentItems } from './agent';
import { hintsOf } from './hints';
import { runMatching, runRequest, runUpdate, type ItemResult, type ItemRun } from './item';
import { runList, runLookup } from './list';
import { runMessages } from './messages';

/** Without a client, nothing can contain a secret. */
const HIDES_NOTHING: Redactor = { inRecords: (value) => value, inMessages: (value) => value };

/** The one item loop: order, pairing, continue-on-fail and stop are decided here and nowhere else. */
export async function runItems(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const operation = chosenOperation(context);
	const forAgent = isForAgent(context);
	const stop = new AbortController();
	const end = () => stop.abort();
	// Not a combined signal: Node.js would warn of one listener for each request that waits.
	context.getExecutionCancelSignal()?.addEventListener('abort', end, { signal: stop.signal });
	const readItem = parameterReaders(context, forAgent);
	// Requests are limited for the whole run, so the first item decides.
	const first = readParameters(readItem(0));
	const parallel = first.ok ? first.value.options.requests.parallelRequests : undefined;
	const connected = await connect(context, parallel, stop.signal);
	const client: Partial<Client> = connected.ok ? connected.value : {};
	const { maxInFlight = 1, hide = HIDES_NOTHING, longestWait = () => 0 } = client;
	const count = context.getInputData().length;
	const shared = { forAgent, knownWays: new Map(), matchLists: {}, inOrder: serializeByKey() };
	const isWrite = operation.kind === 'upsert' || operation.method !== 'GET';
	let mayWrite = false;
	const resultOf = async (item: number): Promise<ItemResult> => {
		if (!connected.ok) return connected;
		const given = item === 0 ? first : readParameters(readItem(item));
		if (!given.ok) return given;
		mayWrite ||= isWrite && !given.value.options.previewOnly;
		const run = { ...shared, ...given.value, client: connected.value };
		return await runItem(run, operation).catch((error: unknown) => reject(thrownError(error)));
	};
	const results = new Array<ItemResult>(count);
	// An agent needs the service's message, and n8n does not pass thrown errors to older agents.
	const continues = forAgent || context.continueOnFail();
	const inTurn = limitConcurrency(maxInFlight);
	let isStopped = false;
	const runAt = async (item: number) => {
		// Requests in flight are not aborted.
		if (isStopped) return;
		const result = await resultOf(item);
		// It was only cancelled because another item stopped the run.
		if (isStopped && isCancelled(result)) return;
		results[item] = result;
		isStopped ||= !continues && !result.ok;
		if (isStopped) end();
	};
	await Promise.all(Array.from(results, (_, item) => inTurn(async () => await runAt(item))));
	end();

	await nextTurn();
	// Not before: the items of a run compare what others have read.
	const shown = results.map((result) => hidden(result, hide));
	const refused = shown.findIndex((result) => result && !result.ok);
	const refusal = shown[refused];
	if (!continues && refusal && !refusal.ok) {
		const written = [...shown.keys()].filter((at) => shown[at]?.ok && shown[at].value.isWritten);
		throw nodeError(context.getNode(), refusal.problem, refused, count, written);
	}

	const outputs = shown.map((result) => (result.ok ? result.value : undefined));
	const isWrittenAgain = mayWrite && context.getNode().retryOnFail === true;
	context.addExecutionHints(...hintsOf(outputs, hide.inMessages, longestWait(), isWrittenAgain));
	const hasOwnOutput = context.getNode().onError === 'continueErrorOutput';
	const items = shown.map((result, item): INodeExecutionData[] => {
		if (!result.ok) {
			const error = forAgent ? agentError(result.problem) : result.problem;
			return [errorItem(error, item, hasOwnOutput)];
		}
		// One shared object, to save memory for long lists.
		const pairedItem = { item };
		const records = forAgent ? agentItems(result.value, hide.inMessages) : result.value.records;
		return records.map((json) => ({ json, pairedItem }));
	});
	// A long list is not copied again.
	return items.length === 1 ? items : [items.flat()];
}

/** What each kind of operation does with an item. */
async function runItem(run: ItemRun, operation: Operation | Upsert): Promise<ItemResult> {
	switch (operation.kind) {
		case 'list':
			return await runList(run, operation);
		case 'lookup':
			return await runLookup(run, operation);
		case 'request':
			return await runRequest(run, operation);
		case 'update':
			return await runUpdate(run, operation);
		case 'upsert':
			return await runMatching(run, operation);
	}
}

/** What every item sets. Expressions in it may throw. */
function readParameters(
	parameters: ParameterReader,
): Result<Pick<ItemRun, 'parameters' | 'options' | 'output'>, ItemError> {
	try {
		const given = all({ options: readOptions(parameters), output: readOutput(parameters) });
		return given.ok ? ok({ parameters, ...given.value }) : given;
	} catch (thrown) {
		return reject(thrownError(thrown));
	}
}

/** The gate for records and errors. Hints and notices have theirs. */
function hidden(result: ItemResult, hide: Redactor): ItemResult {
	if (!result.ok) return reject(withoutSecrets(result.problem, hide));
	return ok({ ...result.value, records: hide.inRecords(result.value.records) });
}

const isCancelled = (result: ItemResult) =>
	!result.ok && result.problem.failure?.cause === 'cancelled';

/**
 * n8n runs a tool in a context of its own or, for newer agents, as a node whose type ends in `Tool`. n8n 1 only does the
 * latter, and has no `isToolExecution`.
 */
const isForAgent = (context: IExecuteFunctions) =>
	context.getNode().type.endsWith('Tool') || Boolean(context.isToolExecution?.());

function chosenOperation(context: IExecuteFunctions): Operation | Upsert {
	const resource = context.getNodeParameter('resource', 0);
	// None is shown for a resource that does not exist.
	const value = String(context.getNodeParameter('operation', 0, ''));
	const operation = findOperation(resource, value);
	if (operation) return operation;
	const problem = [resource, value].includes('__CUSTOM_API_CALL__')
		? runMessages.customApiCall()
		: runMessages.noOperation(resource, value);
	throw nodeError(context.getNode(), problem, 0);
}
