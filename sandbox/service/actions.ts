import type { JsonObject } from '../json.ts';
import type { StoredRecord } from '../store/records.ts';
import type { ServiceResponse } from './response.ts';
import { optionalBody, requiredBody } from './bodies.ts';
import type { Call } from './call.ts';
import { Rejection } from './conditions.ts';
import type { Action, Kind } from './endpoints.ts';
import { list } from './lists.ts';
import type { Parts } from '../parts.ts';

/** What each operation does. The specification does not say which one emits which event: the sandbox goes by the names. */
export const actions: Record<Action, (parts: Parts, call: Call, kind: Kind) => ServiceResponse> = {
	list,
	get: (parts, call, kind) => respond(parts, 'get', known(parts, call, kind).body),
	invite(parts, call, kind) {
		const record = add(parts, kind, requiredBody(call));
		parts.events.emit('user.invited', record);
		return respond(parts, 'invite', record);
	},
	create(parts, call, kind) {
		const body = requiredBody(call);
		const record = add(parts, kind, kind === 'task' ? inProject(call, body) : body);
		parts.events.emit(kind === 'task' ? 'task.created' : 'project.created', record);
		return respond(parts, 'create', record);
	},
	update(parts, call, kind) {
		const before = known(parts, call, kind).body;
		const sent = requiredBody(call);
		const { id = call.id, created_at: createdAt = null } = before;
		const record = { ...before, ...sent, id, created_at: createdAt, updated_at: timeOf(parts) };
		parts.records.replace(kind, call.id, record);
		if (kind === 'task') emitTaskUpdate(parts, before, record);
		return respond(parts, 'update', record);
	},
	remove: erase('remove'),
	delete: erase('delete'),
	archive(parts, call, kind) {
		const { archived, body } = known(parts, call, kind);
		const record = archived ? body : { ...body, archived: true, archived_at: timeOf(parts) };
		if (!archived) {
			parts.records.replace(kind, call.id, record);
			parts.records.archive(kind, call.id);
		}
		return respond(parts, 'archive', record);
	},
	trigger(parts, call, kind) {
		const { body } = known(parts, call, kind);
		const id = typeof body.id === 'number' ? body.id : call.id;
		const run = parts.runs.start(id, optionalBody(call));
		return respond(parts, 'trigger', run);
	},
};

function erase(action: 'remove' | 'delete') {
	return (parts: Parts, call: Call, kind: Kind): ServiceResponse => {
		const { body } = known(parts, call, kind);
		parts.records.remove(kind, call.id);
		return respond(parts, action, body);
	};
}

function respond(parts: Parts, action: Action, record: JsonObject): ServiceResponse {
	const { status, body } = parts.settings.current.success[action];
	// HTTP allows no body with 204.
	return { status, headers: {}, ...(body && status !== 204 ? { body: record } : {}) };
}

function known(parts: Parts, call: Call, kind: Kind): StoredRecord {
	const record = parts.records.get(kind, call.id);
	if (!record) throw new Rejection('notFound', `There is no ${kind} with the ID ${call.id}`);
	return record;
}

function add(parts: Parts, kind: Kind, body: JsonObject): JsonObject {
	const time = timeOf(parts);
	const id = parts.records.newId(parts.settings.current.ids, kind);
	const record = { ...body, id, created_at: time, updated_at: time };
	parts.records.insert(kind, String(id), record);
	return record;
}

/** Whether project_id is in the body or in the query is not specified, so both are accepted. */
function inProject(call: Call, body: JsonObject): JsonObject {
	const projectId = body.project_id ?? new URLSearchParams(call.query).get('project_id');
	return projectId === null ? body : { ...body, project_id: projectId };
}

function emitTaskUpdate(parts: Parts, before: JsonObject, after: JsonObject): void {
	parts.events.emit('task.updated', after);
	if (completes(before, after)) parts.events.emit('task.completed', after);
}

function timeOf(parts: Parts): string {
	return new Date(parts.clock.now()).toISOString();
}

/**
 * Whether an update completes a task. The specification shows neither the fields of a task nor what emits
 * task.completed, so this is the sandbox's own choice: a status such as "done", or a field `completed` or `done`.
 */
function completes(before: JsonObject, after: JsonObject): boolean {
	return isComplete(after) && !isComplete(before);
}

function isComplete(task: JsonObject): boolean {
	const words = [task.status, task.state].map((word) => String(word).toLowerCase());
	return (
		task.completed === true ||
		task.done === true ||
		words.some((word) => ['completed', 'complete', 'done'].includes(word))
	);
}
