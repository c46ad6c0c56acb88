import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { findOperation, type Operation } from '../catalogue';
import { connect, type Connected } from '../client/connect';
import { withinBudget } from '../records/budget';
import { errorItem, nodeError, type ItemError } from './errors';
import { hintsOf } from './hints';
import { inParallel } from './inParallel';
import { runItem, type ItemResult, type Run } from './item';
import { createRecordSource } from '../upsert/recordSource';
import { readParallelRequests } from '../parameters/parameters';
import { parameterReader } from '../parameters/reader';

/** The one item loop: order, pairing, continue-on-fail and stop are decided here and nowhere else. */
export async function runItems(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const operation = chosenOperation(context);
	const read = parameterReader(context);
	const parallel = readParallelRequests(read);
	const forAgent = isForAgent(context);
	const connected = await connect(context, parallel);
	const count = context.getInputData().length;
	const results = new Array<ItemResult>(count);
	// An agent has to read why the service refused: n8n hands older agents nothing of what a tool throws.
	const goesOn = forAgent || context.continueOnFail();
	const work = workOf(connected, { read, operation, forAgent });
	await inParallel(count, parallel, async (item) => {
		const result = await work(item);
		results[item] = result;
		return goesOn || result.ok;
	});

	const refused = results.findIndex((result) => result && !result.ok);
	const first = results[refused];
	if (!goesOn && first && !first.ok) {
		throw nodeError(context.getNode(), first.error, refused, count);
	}

	const longestWait = connected.ok ? connected.client.longestWait() : 0;
	context.addExecutionHints(...hintsOf(results, longestWait));
	const hasOwnOutput = context.getNode().onError === 'continueErrorOutput';
	return [results.flatMap((result, item) => itemsOf(result, item, { forAgent, hasOwnOutput }))];
}

function itemsOf(
	result: ItemResult,
	item: number,
	{ forAgent, hasOwnOutput }: { forAgent: boolean; hasOwnOutput: boolean },
): INodeExecutionData[] {
	if (!result.ok) {
		return [errorItem(forAgent ? shortened(result.error) : result.error, item, hasOwnOutput)];
	}
	// One object for all: a list of 200,000 records would else carry as many of them.
	const pairedItem = { item };
	return result.records.map((json) => ({ json, pairedItem }));
}

/** What was read of a list before it broke off must not flood an agent either. */
const shortened = (error: ItemError): ItemError =>
	error.kind === 'list'
		? { ...error, records: withinBudget(error.records), read: error.read ?? error.records.length }
		: error;

function workOf(connected: Connected, given: Omit<Run, 'client' | 'source'>) {
	if (!connected.ok) {
		const { problem } = connected;
		return async (): Promise<ItemResult> => ({ ok: false, error: { kind: 'input', problem } });
	}
	const { client } = connected;
	const run: Run = { ...given, client, source: createRecordSource(client) };
	return async (item: number): Promise<ItemResult> => {
		try {
			return await runItem(run, item);
		} catch (error) {
			// What n8n throws while it reads a parameter: nothing else in there throws.
			const message = error instanceof Error ? error.message : String(error);
			return { ok: false, error: { kind: 'expression', message } };
		}
	};
}

/**
 * n8n runs a tool either in a context of its own or, for newer agents, as a node of the type's second name.
 * n8n 1 cannot be asked, and knows the second name alone.
 */
const isForAgent = (context: IExecuteFunctions) =>
	context.getNode().type.endsWith('Tool') || Boolean(context.isToolExecution?.());

function chosenOperation(context: IExecuteFunctions): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const value = context.getNodeParameter('operation', 0);
	const operation = findOperation(resource, value);
	if (operation) return operation;
	// n8n itself appends "Custom API Call" to both lists; it is meant to be made in the HTTP Request node.
	if ([resource, value].includes('__CUSTOM_API_CALL__')) {
		throw new NodeOperationError(
			context.getNode(),
			'Use the HTTP Request node for custom API calls',
			{
				description:
					"Add an HTTP Request node, set 'Authentication' to 'Predefined Credential Type' and 'Credential Type' to 'Project Workspace API'.",
			},
		);
	}
	throw new NodeOperationError(
		context.getNode(),
		`The resource "${resource}" has no operation "${value}"`,
		{ description: "Choose 'Resource' and 'Operation' from their lists." },
	);
}
