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

/** What each operation does. The specification does not say which one emits which event: the sandbox goes by the names. */
export const actions: Record<Action, (parts: Parts, call: Call, kind: Kind) => Answer> = {
	list,
	get: (parts, call, kind) => answer(parts, 'get', kind, known(parts, call, kind).body),
	invite(parts, call, kind) {
		const record = add(parts, kind, requiredBody(call));
		parts.events.emit('user.invited', record);
		return answer(parts, 'invite', kind, record);
	},
	create(parts, call, kind) {
		const body = requiredBody(call);
		const record = add(parts, kind, kind === 'task' ? inProject(call, body) : body);
		parts.events.emit(kind === 'task' ? 'task.created' : 'project.created', record);
		return answer(parts, 'create', kind, record);
	},
	update(parts, call, kind) {
		const before = known(parts, call, kind).body;
		const sent = requiredBody(call);
		const { id = call.id, created_at: createdAt = null } = before;
		const record = { ...before, ...sent, id, created_at: createdAt, updated_at: timeOf(parts) };
		parts.records.replace(kind, call.id, record);
		if (kind === 'task') emitTaskUpdate(parts, before, record);
		return answer(parts, 'update', kind, record);
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
		return answer(parts, 'archive', kind, record);
	},
	trigger(parts, call, kind) {
		const { body } = known(parts, call, kind);
		const id = typeof body.id === 'number' ? body.id : call.id;
		const run = parts.runs.start(id, optionalBody(call));
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
	if (!record) throw new Refusal('notFound', `There is no ${kind} with the ID ${call.id}`);
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
