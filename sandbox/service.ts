import { findEndpoint } from './api.ts';
import type { Action, Endpoint, Resource } from './api.ts';
import { pause } from './clock.ts';
import type { Clock } from './clock.ts';
import type { Deliveries } from './deliveries.ts';
import type { Faults } from './faults.ts';
import { parseJsonObject } from './json.ts';
import type { JsonObject, JsonValue } from './json.ts';
import { listStyles } from './lists.ts';
import type { Quota, QuotaRule } from './quota.ts';
import { Rejection } from './rejection.ts';
import type { Settings } from './settings.ts';
import type { ApiKey, Plan, Store } from './store.ts';

const REMAINING = 'X-RateLimit-Remaining';

/** Requests a minute on each plan. Without API access, the smaller number is sent. */
const PLAN_LIMITS: Record<Plan, number> = { pro: 1_000, enterprise: 10_000, none: 1_000 };

/** The parts of a request that the service uses. */
export interface ServiceRequest {
	method: string;
	/** Not decoded. */
	path: string;
	query: string;
	headers: Record<string, string>;
	bodyText: string;
}

export interface ServiceResponse {
	status: number;
	headers: Record<string, string>;
	body?: JsonValue;
	/** The connection ends without a response. */
	isDropped?: boolean;
}

/** What the service works with. */
export interface Parts {
	clock: Clock;
	store: Store;
	quota: Quota;
	faults: Faults;
	deliveries: Deliveries;
	settings: () => Settings;
}

/** What every API request goes through: faults, key, plan, rate limit, the operation, and faults again. */
export async function serve(parts: Parts, request: ServiceRequest): Promise<ServiceResponse> {
	const { clock, faults } = parts;
	const { method, path } = request;

	const before = faults.take(method, path, false);
	await pause(clock, before?.delayMs ?? 0);
	const response = before?.response ?? (await attempt(parts, request));

	const after = faults.take(method, path, true);
	await pause(clock, after?.delayMs ?? 0);
	return withRemaining(parts, request, after?.response ?? response);
}

async function attempt(parts: Parts, request: ServiceRequest): Promise<ServiceResponse> {
	try {
		const { key, entry } = requireKey(parts, request);
		const rule = ruleFor(parts, entry.plan);
		if (!parts.quota.take(key, rule)) {
			throw new Rejection(429, 'rate_limit_exceeded', 'The rate limit is used up');
		}
		// The value right after this request was counted, not after later ones.
		const remaining = String(parts.quota.remaining(key, rule));

		await pause(parts.clock, parts.settings().latencyMs);
		const response = operate(parts, request);
		response.headers[REMAINING] = remaining;
		return response;
	} catch (error) {
		return errorResponse(error);
	}
}

/** A request that is rejected here was counted. */
function operate(parts: Parts, request: ServiceRequest): ServiceResponse {
	try {
		const found = findEndpoint(request.method, request.path);
		if (!found) {
			throw new Rejection(404, 'unknown_route', `There is no ${request.method} ${request.path}`);
		}

		return actions[found.endpoint.action]({ parts, request, ...found });
	} catch (error) {
		return errorResponse(error);
	}
}

/** The documented error body. */
export function errorResponse(error: unknown): ServiceResponse {
	const { message } = error instanceof Error ? error : new Error(String(error));
	const isMalformed = error instanceof URIError;
	const [status, code] =
		error instanceof Rejection
			? [error.status, error.code]
			: [isMalformed ? 400 : 500, isMalformed ? 'malformed_url' : 'internal_error'];

	return { status, headers: {}, body: { error: { code, message } } };
}

function sentKey({ headers }: ServiceRequest): string | undefined {
	return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
}

function requireKey(parts: Parts, request: ServiceRequest): { key: string; entry: ApiKey } {
	const key = sentKey(request);
	if (key === undefined) {
		const expected = 'the Authorization header must read "Bearer <API key>"';
		throw new Rejection(401, 'missing_api_key', `No API key was sent: ${expected}`);
	}

	const entry = parts.store.keys.get(key);
	if (!entry) throw new Rejection(401, 'invalid_api_key', 'The API key is unknown');
	if (entry.plan === 'none') {
		throw new Rejection(403, 'plan_required', 'API access requires the Pro or Enterprise plan');
	}

	return { key, entry };
}

function ruleFor(parts: Parts, plan: Plan): QuotaRule {
	const { limit, windowMs } = parts.settings().quota;

	return { limit: limit ?? PLAN_LIMITS[plan], windowMs };
}

/** Every response has the header. Without a valid key, it is the full rate limit. */
function withRemaining(
	parts: Parts,
	request: ServiceRequest,
	response: ServiceResponse,
): ServiceResponse {
	const key = sentKey(request) ?? '';
	const rule = ruleFor(parts, parts.store.keys.get(key)?.plan ?? 'none');
	const remaining = String(parts.quota.remaining(key, rule));

	return { ...response, headers: { [REMAINING]: remaining, ...response.headers } };
}

interface Call {
	parts: Parts;
	request: ServiceRequest;
	endpoint: Endpoint;
	id: string;
}

/** What each operation does. Which one emits which event is not specified: the sandbox goes by the names. */
const actions: Record<Action, (call: Call) => ServiceResponse> = {
	list,

	get: (call) => ok(200, known(call)),

	invite({ parts, request, endpoint }) {
		const user = parts.store.add(endpoint.resource, bodyOf(request));
		parts.deliveries.emit('user.invited', user);
		return ok(201, user);
	},

	create({ parts, request, endpoint: { resource } }) {
		const fields = bodyOf(request);
		const projectId = new URLSearchParams(request.query).get('project_id');
		// Whether a new task has its project in the body or in the query is not specified.
		if (resource === 'task' && projectId !== null) fields.project_id ??= projectId;

		const record = parts.store.add(resource, fields);
		parts.deliveries.emit(resource === 'task' ? 'task.created' : 'project.created', record);
		return ok(201, record);
	},

	update(call) {
		const { parts, request, endpoint, id } = call;
		const before = known(call);
		const after = parts.store.update(endpoint.resource, id, bodyOf(request));
		if (endpoint.resource !== 'task') return ok(200, after);

		parts.deliveries.emit('task.updated', after);
		if (isComplete(after) && !isComplete(before)) parts.deliveries.emit('task.completed', after);
		return ok(200, after);
	},

	archive(call) {
		const { parts, endpoint, id } = call;
		const { archived } = known(call);
		if (!archived) parts.store.update(endpoint.resource, id, { archived: true });

		return { status: 204, headers: {} };
	},

	remove: erase,
	delete: erase,

	trigger(call) {
		const { id } = known(call);
		const { request, parts } = call;
		const input = request.bodyText.trim() === '' ? {} : bodyOf(request);

		return ok(202, parts.deliveries.startRun(id ?? call.id, input));
	},
};

function list({ parts, request, endpoint }: Call): ServiceResponse {
	const { style, pageSize } = parts.settings().pagination;
	const query = new URLSearchParams(request.query);
	const url = `http://${request.headers.host ?? ''}${request.path}`;
	const records = listed(parts.store, endpoint.resource, query.get('project_id'));

	return { status: 200, ...listStyles[style](records, { query, pageSize, url }) };
}

function listed(store: Store, resource: Resource, projectId: string | null): JsonObject[] {
	const records = store.list(resource).filter(({ archived }) => archived !== true);
	if (resource !== 'task' || projectId === null) return records;

	return records.filter((record) => String(record.project_id) === projectId);
}

function erase(call: Call): ServiceResponse {
	known(call);
	call.parts.store.remove(call.endpoint.resource, call.id);

	return { status: 204, headers: {} };
}

function ok(status: number, body: JsonObject): ServiceResponse {
	return { status, headers: {}, body };
}

function known({ parts, endpoint: { resource }, id }: Call): JsonObject {
	const record = parts.store.get(resource, id);
	if (record) return record;

	throw new Rejection(404, 'not_found', `There is no ${resource} with the ID ${id}`);
}

function bodyOf({ headers, bodyText }: ServiceRequest): JsonObject {
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
