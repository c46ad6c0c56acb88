import type { JsonObject } from '../json.ts';
import type { StoredRecord } from '../store/records.ts';
import type { Answer } from './answer.ts';
import { optionalBody, requiredBody } from './bodies.ts';
import type { Call } from './call.ts';
import { completes } from './completion.ts';
import { Refusal } from './conditions.ts';
import type { Action, Kind } from './endpoints.ts';
import { wrapRecord } from './envelopes.ts';
import { list } from './lists.ts';
import type { Parts } from '../parts.ts';

/**
 * What each operation does. Which operation emits which event is not shown in the specification; the sandbox goes by
 * the names: creation, update, invitation, and the end of a triggered run.
 */
export const actions: Record<Action, (parts: Parts, call: Call, kind: Kind) => Answer> = {
	list,
	get: (parts, call, kind) => answer(parts, 'get', kind, known(parts, call, kind).body),
	invite(parts, call, kind) {
		const record = add(parts, kind, requiredBody(call, parts.settings.current));
		parts.events.emit('user.invited', record);
		return answer(parts, 'invite', kind, record);
	},
	create(parts, call, kind) {
		const body = requiredBody(call, parts.settings.current);
		const record = add(parts, kind, kind === 'task' ? inProject(parts, call, body) : body);
		parts.events.emit(kind === 'task' ? 'task.created' : 'project.created', record);
		return answer(parts, 'create', kind, record);
	},
	update(parts, call, kind) {
		const before = known(parts, call, kind).body;
		const sent = requiredBody(call, parts.settings.current);
		const { id = call.id, created_at: createdAt = null } = before;
		const base = parts.settings.current.updates === 'merge' ? before : {};
		const record = { ...base, ...sent, id, created_at: createdAt, updated_at: timeOf(parts) };
		parts.records.replace(kind, call.id, record);
		if (kind === 'task') emitTaskUpdate(parts, before, record);
		return answer(parts, 'update', kind, record);
	},
	remove: erase('remove'),
	delete: erase('delete'),
	archive(parts, call, kind) {
		const { archived, body } = known(parts, call, kind);
		const { again } = parts.settings.current.archive;
		if (archived && again === 'notFound') throw notFound(kind, call.id);
		if (archived && again === 'conflict') {
			throw new Refusal('conflict', `The ${kind} ${call.id} is archived already`);
		}
		const record = archived ? body : { ...body, archived: true, archived_at: timeOf(parts) };
		if (!archived) {
			parts.records.replace(kind, call.id, record);
			parts.records.archive(kind, call.id);
		}
		return answer(parts, 'archive', kind, record);
	},
	trigger(parts, call, kind) {
		const { body } = known(parts, call, kind);
		const id = typeof body.id === 'number' ? body.id : call.id;
		const run = parts.runs.start(id, optionalBody(call, parts.settings.current));
		return answer(parts, 'trigger', 'run', run);
	},
};

function erase(action: 'remove' | 'delete') {
	return (parts: Parts, call: Call, kind: Kind): Answer => {
		const { body } = known(parts, call, kind);
		parts.records.remove(kind, call.id);
		return answer(parts, action, kind, body);
	};
}

function answer(parts: Parts, action: Action, resource: string, record: JsonObject): Answer {
	const { success, record: shape } = parts.settings.current;
	const { status, body } = success[action];
	// HTTP allows no body with 204.
	if (!body || status === 204) return { status, headers: {} };
	return { status, headers: {}, body: wrapRecord(shape.envelope, resource, record) };
}

function known(parts: Parts, call: Call, kind: Kind): StoredRecord {
	const record = parts.records.get(kind, call.id);
	if (!record) throw notFound(kind, call.id);
	return record;
}

function notFound(kind: Kind, id: string): Refusal {
	return new Refusal('notFound', `There is no ${kind} with the ID ${id}`);
}

function add(parts: Parts, kind: Kind, body: JsonObject): JsonObject {
	const time = timeOf(parts);
	const id = parts.records.newId(parts.settings.current.ids, kind);
	const record = { ...body, id, created_at: time, updated_at: time };
	parts.records.insert(kind, String(id), record);
	return record;
}

/** project_id may travel in the body or in the query: the specification leaves it open, so both count. */
function inProject(parts: Parts, call: Call, body: JsonObject): JsonObject {
	const { projectIdOnCreate } = parts.settings.current.tasks;
	const projectId = body.project_id ?? new URLSearchParams(call.query).get('project_id');
	if (projectId === null) {
		if (projectIdOnCreate === 'optional') return body;
		throw new Refusal('invalidBody', 'project_id is required');
	}
	if (projectIdOnCreate === 'known' && !parts.records.get('project', String(projectId))) {
		throw new Refusal('invalidBody', `There is no project with the ID ${String(projectId)}`);
	}
	return { ...body, project_id: projectId };
}

function emitTaskUpdate(parts: Parts, before: JsonObject, after: JsonObject): void {
	const completed = completes(before, after);
	if (!completed || parts.settings.current.events.updatedWithCompleted) {
		parts.events.emit('task.updated', after);
	}
	if (completed) parts.events.emit('task.completed', after);
}

function timeOf(parts: Parts): string {
	return new Date(parts.clock.now()).toISOString();
}
