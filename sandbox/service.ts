import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { resources } from './api.ts';
import type { EventName, Resource } from './api.ts';
import { Rejection } from './http.ts';
import type { Request } from './http.ts';
import { parseJsonObject } from './json.ts';
import type { JsonObject, JsonValue } from './json.ts';
import { listStyles } from './lists.ts';
import type { QuotaRule } from './quota.ts';
import type { Fault, Sandbox } from './sandbox.ts';
import type { Plan, Store } from './store.ts';

/** Requests a minute on each plan. Without API access, the smaller number is sent. */
const PLAN_LIMITS: Record<Plan, number> = { pro: 1_000, enterprise: 10_000, none: 1_000 };

/** How long a run of a workflow takes. */
const RUN_MS = 200;

export interface ServiceResponse {
	status: number;
	headers: Record<string, string>;
	body?: JsonValue;
}

/** What every API request goes through: its key, the rate limit, and the operation. */
export async function serve(sandbox: Sandbox, request: Request): Promise<ServiceResponse> {
	const key = sentKey(request);
	const rule = ruleFor(sandbox, key);
	const rejection = admit(sandbox, request, rule);
	// Right after this request was counted, not after later ones. Without a valid key, it is the full rate limit.
	const remaining = sandbox.quota.remaining(key ?? '', rule);

	const { latencyMs } = sandbox.settings;
	if (!rejection && latencyMs > 0) await pause(latencyMs);
	const response = rejection ? errorResponse(rejection) : operate(sandbox, request);
	response.headers['X-RateLimit-Remaining'] = String(remaining);
	return response;
}

/** Counts a request, or says why it is rejected. */
function admit(
	{ faults, quota, store }: Sandbox,
	request: Request,
	rule: QuotaRule,
): Rejection | undefined {
	const fault = takeFault(faults, request);
	if (fault) return new Rejection(fault.status, 'made_up_error', 'The service says no (injected)');

	const key = sentKey(request);
	if (key === undefined) {
		const expected = 'the Authorization header must read "Bearer <API key>"';
		return new Rejection(401, 'missing_api_key', `No API key was sent: ${expected}`);
	}

	const entry = store.keys.get(key);
	if (!entry) return new Rejection(401, 'invalid_api_key', 'The API key is unknown');
	if (entry.plan === 'none') {
		return new Rejection(403, 'plan_required', 'API access requires the Pro or Enterprise plan');
	}

	if (quota.take(key, rule)) return undefined;
	return new Rejection(429, 'rate_limit_exceeded', 'The rate limit is used up');
}

/** The first fault that fits a request; it then applies once less. */
function takeFault(faults: readonly Fault[], { method, path }: Request): Fault | undefined {
	const fault = faults.find(
		(each) => each.times !== 0 && (each.method ?? method) === method && fits(each.path, path),
	);
	if (fault?.times !== undefined) fault.times -= 1;

	return fault;
}

function fits(pattern: string, path: string): boolean {
	return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

function operate(sandbox: Sandbox, request: Request): ServiceResponse {
	try {
		const parts = request.path.split('/');
		const [, , plural = '', id] = parts;
		if (id !== undefined) parts[3] = '{id}';
		const operation = new Map(Object.entries(endpoints)).get(
			`${request.method} ${parts.join('/')}`,
		);
		const resource = resources.find((each) => `${each}s` === plural);
		if (operation && resource) return operation({ sandbox, request, resource, id: decoded(id) });

		throw new Rejection(404, 'unknown_route', `There is no ${request.method} ${request.path}`);
	} catch (error) {
		if (error instanceof Rejection) return errorResponse(error);
		throw error;
	}
}

/** As it is if it is not encoded correctly: no record has such an ID. */
function decoded(id = ''): string {
	try {
		return decodeURIComponent(id);
	} catch {
		return id;
	}
}

/** The documented error body. */
function errorResponse({ status, code, message }: Rejection): ServiceResponse {
	return { status, headers: {}, body: { error: { code, message } } };
}

function sentKey({ headers }: Request): string | undefined {
	return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
}

function ruleFor({ settings, store }: Sandbox, key = ''): QuotaRule {
	const { limit, windowMs } = settings.quota;
	const plan = store.keys.get(key)?.plan ?? 'none';

	return { limit: limit ?? PLAN_LIMITS[plan], windowMs };
}

interface Call {
	sandbox: Sandbox;
	request: Request;
	resource: Resource;
	/** Empty if the path has none. */
	id: string;
}

/** The endpoints as the specification lists them. Which one emits which event is not specified: the sandbox goes by the names. */
export const endpoints: Readonly<Record<string, (call: Call) => ServiceResponse>> = {
	'GET /v1/users': list,
	'GET /v1/users/{id}': (call) => ok(200, known(call)),
	'POST /v1/users': create,
	'DELETE /v1/users/{id}': erase,
	'GET /v1/projects': list,
	'POST /v1/projects': create,
	'PUT /v1/projects/{id}': update,
	'DELETE /v1/projects/{id}': archive,
	'GET /v1/tasks': list,
	'POST /v1/tasks': create,
	'PUT /v1/tasks/{id}': update,
	'DELETE /v1/tasks/{id}': erase,
	'GET /v1/workflows': list,
	'POST /v1/workflows/{id}/trigger': trigger,
};

const CREATION: Partial<Record<Resource, EventName>> = {
	user: 'user.invited',
	project: 'project.created',
	task: 'task.created',
};

function create({ sandbox, request, resource }: Call): ServiceResponse {
	const fields = bodyOf(request);
	const projectId = new URLSearchParams(request.query).get('project_id');
	// Whether a new task has its project in the body or in the query is not specified.
	if (resource === 'task' && projectId !== null) fields.project_id ??= projectId;

	const record = sandbox.store.add(resource, fields);
	const event = CREATION[resource];
	if (event) sandbox.emit(event, record);
	return ok(201, record);
}

function update(call: Call): ServiceResponse {
	const { sandbox, request, resource, id } = call;
	const before = known(call);
	const after = sandbox.store.update(resource, id, bodyOf(request));
	if (resource !== 'task') return ok(200, after);

	sandbox.emit('task.updated', after);
	if (isComplete(after) && !isComplete(before)) sandbox.emit('task.completed', after);
	return ok(200, after);
}

function archive(call: Call): ServiceResponse {
	const { archived } = known(call);
	if (!archived) call.sandbox.store.update(call.resource, call.id, { archived: true });

	return { status: 204, headers: {} };
}

function erase(call: Call): ServiceResponse {
	known(call);
	call.sandbox.store.remove(call.resource, call.id);

	return { status: 204, headers: {} };
}

function trigger(call: Call): ServiceResponse {
	const { id = call.id } = known(call);
	const { request, sandbox } = call;
	const input = request.bodyText.trim() === '' ? {} : bodyOf(request);
	const run = { id: `run_${randomUUID().slice(0, 8)}`, workflow_id: id, input };

	const { deliveries } = sandbox;
	void pause(RUN_MS, undefined, { ref: false }).then(() => {
		// A reset forgets the runs, too.
		if (deliveries !== sandbox.deliveries) return;
		sandbox.emit('workflow.run.completed', { ...run, status: 'completed' });
	});
	return ok(202, { ...run, status: 'running' });
}

function list({ sandbox, request, resource }: Call): ServiceResponse {
	const { style, pageSize } = sandbox.settings.pagination;
	const query = new URLSearchParams(request.query);
	const url = `http://${request.headers.host ?? ''}${request.path}`;
	const records = listed(sandbox.store, resource, query.get('project_id'));

	return { status: 200, ...listStyles[style](records, { query, pageSize, url }) };
}

function listed(store: Store, resource: Resource, projectId: string | null): JsonObject[] {
	const records = store.list(resource).filter(({ archived }) => archived !== true);
	if (resource !== 'task' || projectId === null) return records;

	return records.filter((record) => String(record.project_id) === projectId);
}

function ok(status: number, body: JsonObject): ServiceResponse {
	return { status, headers: {}, body };
}

function known({ sandbox, resource, id }: Call): JsonObject {
	const record = sandbox.store.get(resource, id);
	if (record) return record;

	throw new Rejection(404, 'not_found', `There is no ${resource} with the ID ${id}`);
}

function bodyOf({ headers, bodyText }: Request): JsonObject {
	if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) {
		const message = 'The Content-Type header must be application/json';
		throw new Rejection(415, 'unsupported_media_type', message);
	}

	const body = parseJsonObject(bodyText);
	if (body) return body;

	throw new Rejection(400, 'invalid_body', 'The request body must be a JSON object');
}

function isComplete({ status, completed }: JsonObject): boolean {
	return completed === true || status === 'completed' || status === 'done';
}
