import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { findEndpoint } from './api.ts';
import type { Action, Endpoint, Resource } from './api.ts';
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
		const found = findEndpoint(request.method, request.path);
		if (found) return actions[found.endpoint.action]({ sandbox, request, ...found });

		throw new Rejection(404, 'unknown_route', `There is no ${request.method} ${request.path}`);
	} catch (error) {
		if (error instanceof Rejection) return errorResponse(error);
		throw error;
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
	endpoint: Endpoint;
	id: string;
}

/** What each operation does. Which one emits which event is not specified: the sandbox goes by the names. */
const actions: Record<Action, (call: Call) => ServiceResponse> = {
	list,

	get: (call) => ok(200, known(call)),

	invite({ sandbox, request, endpoint }) {
		const user = sandbox.store.add(endpoint.resource, bodyOf(request));
		sandbox.emit('user.invited', user);
		return ok(201, user);
	},

	create({ sandbox, request, endpoint: { resource } }) {
		const fields = bodyOf(request);
		const projectId = new URLSearchParams(request.query).get('project_id');
		// Whether a new task has its project in the body or in the query is not specified.
		if (resource === 'task' && projectId !== null) fields.project_id ??= projectId;

		const record = sandbox.store.add(resource, fields);
		sandbox.emit(resource === 'task' ? 'task.created' : 'project.created', record);
		return ok(201, record);
	},

	update(call) {
		const { sandbox, request, endpoint, id } = call;
		const before = known(call);
		const after = sandbox.store.update(endpoint.resource, id, bodyOf(request));
		if (endpoint.resource !== 'task') return ok(200, after);

		sandbox.emit('task.updated', after);
		if (isComplete(after) && !isComplete(before)) sandbox.emit('task.completed', after);
		return ok(200, after);
	},

	archive(call) {
		const { sandbox, endpoint, id } = call;
		const { archived } = known(call);
		if (!archived) sandbox.store.update(endpoint.resource, id, { archived: true });

		return { status: 204, headers: {} };
	},

	remove: erase,
	delete: erase,

	trigger(call) {
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
	},
};

function list({ sandbox, request, endpoint }: Call): ServiceResponse {
	const { style, pageSize } = sandbox.settings.pagination;
	const query = new URLSearchParams(request.query);
	const url = `http://${request.headers.host ?? ''}${request.path}`;
	const records = listed(sandbox.store, endpoint.resource, query.get('project_id'));

	return { status: 200, ...listStyles[style](records, { query, pageSize, url }) };
}

function listed(store: Store, resource: Resource, projectId: string | null): JsonObject[] {
	const records = store.list(resource).filter(({ archived }) => archived !== true);
	if (resource !== 'task' || projectId === null) return records;

	return records.filter((record) => String(record.project_id) === projectId);
}

function erase(call: Call): ServiceResponse {
	known(call);
	call.sandbox.store.remove(call.endpoint.resource, call.id);

	return { status: 204, headers: {} };
}

function ok(status: number, body: JsonObject): ServiceResponse {
	return { status, headers: {}, body };
}

function known({ sandbox, endpoint: { resource }, id }: Call): JsonObject {
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
