import { createHmac } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { DataDeduplicationService, HookContext, WebhookContext, WorkflowExecute } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataDeduplicator,
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	IWebhookData,
	IWebhookDescription,
	IWebhookResponseData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createRunExecutionData } from 'n8n-workflow';

import { ProjectWorkspaceTrigger } from '../../nodes/ProjectWorkspace/ProjectWorkspaceTrigger.node';
import { ProcessedRow } from '../webhook/processedRow';
import { OneCredential } from './credentials';
import { nodeOf, surround } from './workflow';

const NODE = 'Trigger';

export const SECRET = 'made-up-signing-secret';

export const CREDENTIAL = {
	apiKey: 'ac_test_made_up',
	baseUrl: 'http://127.0.0.1:1/v1',
	signingSecret: SECRET,
	previousSigningSecret: '',
	signatureHeader: 'X-Service-Signature',
};

interface Situation {
	options?: object;
	events?: string[];
	filters?: Array<{ field: string; condition?: string; value?: unknown }>;
	combineFilters?: string;
	credential?: ICredentialDataDecryptedObject;
	mode?: WorkflowExecuteMode;
	workflowId?: string;
	executionId?: string;
	name?: string;
}

let workflows = 0;

/** A workflow with the trigger alone; each has its own ID, as the node remembers deliveries by it. */
export function situation({
	options,
	events = ['task.created', 'task.updated'],
	credential = CREDENTIAL,
	mode = 'webhook',
	workflowId = `test-${++workflows}`,
	executionId = 'e1',
	name = NODE,
	filters = [],
	combineFilters = 'all',
}: Situation = {}) {
	const type = new ProjectWorkspaceTrigger();
	const parameters = {
		...{ events, combineFilters, options: { ...options } },
		filters: { filter: filters } as unknown as INodeParameters, // the editor's rows
	};
	const node = nodeOf('trigger', parameters, {
		name,
		typeVersion: 2,
		webhookId: 'made-up-webhook-id',
	});
	const stored = new OneCredential(credential);
	const types = { trigger: type };
	const around = surround({ nodes: [node], types, stored, id: workflowId, executionId });
	return { ...around, type, node, stored, mode };
}

/** The same workflow in an execution of its own, of which this process knows nothing: as after a restart. */
export const restarted = ({ workflow }: Given, more: Situation = {}) =>
	situation({ workflowId: workflow.id, executionId: 'e2', ...more });

type Given = ReturnType<typeof situation>;

const webhookData = ({ type, data, workflow, mode }: Given): IWebhookData => ({
	httpMethod: 'POST',
	node: NODE,
	path: 'made-up-webhook-id/webhook',
	webhookDescription: type.description.webhooks?.[0] as IWebhookDescription,
	workflowId: workflow.id,
	workflowExecuteAdditionalData: data,
	isTest: mode === 'manual',
});

export function hooks(given: Given) {
	const context = () =>
		new HookContext(
			given.workflow,
			given.node,
			given.data,
			given.mode,
			given.mode === 'manual' ? 'manual' : 'activate',
			webhookData(given),
		);
	const { checkExists, create, delete: remove } = given.type.webhookMethods.default;
	return {
		checkExists: async () => await checkExists.call(context()),
		create: async () => await create.call(context()),
		delete: async () => await remove.call(context()),
		data: () => given.workflow.getStaticData('node', given.node),
	};
}

export interface Answer {
	status?: number;
	body?: IDataObject;
	result: IWebhookResponseData;
	/** What would start an execution. */
	started?: INodeExecutionData[][];
	/** Ends the response, as n8n does: with a status, or because the connection breaks. */
	end: (status?: number) => void;
}

export const hmac = (body: string | Buffer, secret = SECRET, algorithm = 'sha256') =>
	createHmac(algorithm, secret).update(body).digest('hex');

export const signed = (body: string | Buffer, secret = SECRET): IncomingHttpHeaders => ({
	'content-type': 'application/json',
	'x-service-signature': `sha256=${hmac(body, secret)}`,
});

/** Passes one request to `webhook()`. Without a body there is no way to read it either. */
export async function deliver(
	given: Given,
	body: string | Buffer | undefined,
	headers: IncomingHttpHeaders = signed(body ?? ''),
	readRawBody?: () => Promise<Buffer>,
): Promise<Answer> {
	const request: IDataObject & { rawBody?: Buffer } = {
		headers,
		rawBody: body === undefined || readRawBody ? undefined : Buffer.from(body),
		readRawBody: async () => {
			if (!readRawBody) throw new Error('Request body stream was aborted or is not readable');
			request.rawBody = await readRawBody();
		},
	};
	const answer: Partial<Answer> = {};
	const response = Object.assign(new EventEmitter(), {
		statusCode: 200,
		writableFinished: false,
		status(status: number) {
			answer.status = status;
			return response;
		},
		json(json: IDataObject) {
			answer.body = json;
			return response;
		},
	});
	const end = (status?: number) => {
		response.writableFinished = status !== undefined;
		response.statusCode = status ?? 200;
		response.emit('close');
	};

	Object.assign(given.data, { httpRequest: request, httpResponse: response });
	const context = new WebhookContext(
		given.workflow,
		given.node,
		given.data,
		given.mode,
		webhookData(given),
		[],
		null,
	);
	const result = await given.type.webhook.call(context);
	return Object.assign(answer, { result, started: result.workflowData, end });
}

/** Runs the node on what `webhook()` has returned, as n8n does. */
export async function run(given: Given, started: INodeExecutionData[][] = []) {
	const stack = createRunExecutionData({
		executionData: {
			nodeExecutionStack: [{ node: given.node, data: { main: started }, source: null }],
		},
	});
	const result = await new WorkflowExecute(given.data, given.mode, stack).processRunExecutionData(
		given.workflow,
	);
	const task = result.data.resultData.runData[NODE]?.[0];
	return {
		error: result.data.resultData.error,
		hints: task?.hints ?? [],
		outputs: (task?.data?.main ?? []).map((items) => (items ?? []).map(({ json }) => json)),
	};
}

/** What the workflow gets of a delivery, by outputs; nothing if it does not start. */
export async function outputsOf(...delivery: Parameters<typeof deliver>) {
	const { started, end } = await deliver(...delivery);
	end(200);
	return started ? (await run(delivery[0], started)).outputs : [];
}

/** Whether a delivery starts the workflow. */
export const starts = async (...delivery: Parameters<typeof deliver>) =>
	(await outputsOf(...delivery)).flat().length > 0;

/** Plays n8n's table: one row for each workflow and node. */
class Table implements IDataDeduplicator {
	rows = new Map<string, ProcessedRow>();

	isAway = false;

	async checkProcessedAndRecord(
		...[items, scope, { workflow, node }, { maxEntries }]: Parameters<
			IDataDeduplicator['checkProcessedAndRecord']
		>
	) {
		if (this.isAway) throw new Error('The database is away');
		const row = this.row(`${workflow.id} ${scope} ${node?.id}`);
		const texts = items.map(String);
		const { added, processed } = await row.checkAndRecord(texts, { maxEntries });
		return { new: added, processed };
	}

	async removeProcessed(
		...[items, scope, { workflow, node }]: Parameters<IDataDeduplicator['removeProcessed']>
	) {
		await this.row(`${workflow.id} ${scope} ${node?.id}`).remove(items.map(String));
	}

	private row(place: string): ProcessedRow {
		const row = this.rows.get(place) ?? new ProcessedRow();
		this.rows.set(place, row);
		return row;
	}

	clearAllProcessedItems = async () => {};
	getProcessedDataCount = async () => 0;
}

export const table = new Table();
beforeAll(async () => await DataDeduplicationService.init(table));
