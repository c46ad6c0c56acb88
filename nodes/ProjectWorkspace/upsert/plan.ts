import type { ApiError, UserError } from '../errors';
import { isSetByService, recordId } from '../records/fields';
import { isStructure, type JsonObject } from '../records/value';
import type { Entry, LocatedItem, MatchList } from './matchList';
import type { MatchRequest } from './matchRequest';
import { nearlyMatches, notWritten, severalMatches } from './messages';
import { toProve, type ToProve } from './proofs';

/** The fields that change; `from` is left out where a record did not have the field. */
export type Changes = Record<string, { from?: JsonObject[string]; to: JsonObject[string] }>;

export interface Update {
	is: 'update';
	entry: Entry;
	/** Empty for a record that only exists in a preview. */
	id: string | number;
	/** What is sent. */
	body: JsonObject;
	changes: Changes;
	/** Undefined: nothing, so that it can be sent with others. */
	proof: ToProve | undefined;
}

/** An error: why the item is not written. */
export type Plan =
	| Update
	| { is: 'create' }
	| { is: 'skip' }
	| { is: 'unchanged'; entry: Entry }
	| ApiError
	| UserError;

/** What to do for an item, with what is known by now. Nothing is sent here. */
export function planOf({ request, list, slots, nearSlot = [] }: LocatedItem): Plan {
	// One entry may be in several slots, if the service has saved it in another form than this run has sent.
	const matches = [...new Set(slots.flat())];
	const [entry] = matches;
	const { completeness } = list.reading;
	const needsWholeList = request.noMatch === 'create' || !entry;

	if (completeness.is === 'short' && needsWholeList) return completeness.error;
	if (matches.length > 1) return severalMatches(request, matches);
	if (entry) return planMatch(request, entry, list);

	const near = nearSlot.find(({ record }) => list.recognizes(record, request));
	return near ? nearlyMatches(request, near.record) : planAbsent(request, list);
}

function planAbsent(request: MatchRequest, { reading, fields }: MatchList): Plan {
	const { match, body, noMatch, options } = request;
	const { completeness, recordsRead } = reading;
	const names = Object.keys(match);

	const field = names.find((name) => !fields.names.has(name));
	const mayBeNew = options.matchOn.length > 0 || recordsRead === 0;
	if (field !== undefined && !mayBeNew) {
		return notWritten('fieldNowhere', request, { field, count: recordsRead });
	}
	if (completeness.is === 'unknown') {
		const { because, warning, advice } = completeness;
		return notWritten(because === 'noList' ? because : 'notKnown', request, { warning, advice });
	}

	if (noMatch === 'stop') return notWritten('nothingMatches', request);
	if (noMatch === 'skip') return { is: 'skip' };
	const missing = names.find((name) => !Object.hasOwn(body.values, name));
	if (missing === undefined) return { is: 'create' };
	return notWritten('notCreatable', request, { field: missing });
}

function planMatch(request: MatchRequest, entry: Entry, list: MatchList): Plan {
	if (entry.state === 'uncertain') return notWritten('mayExist', request);

	const changes = request.ifMatch === 'keep' ? {} : changesOf(request, entry.record, list);
	if (Object.keys(changes).length === 0) return { is: 'unchanged', entry };

	const id = entry.state === 'preview' ? '' : recordId(entry.record, request.resource.name);
	if (id === undefined) return notWritten('noId', request);
	if (list.lists.idsTwice.has(String(id))) return notWritten('idTwice', request, { id });

	const body = updateBody(request, entry.record);
	return { is: 'update', entry, id, body, changes, proof: toProve(entry, body, changes, list) };
}

function changesOf(request: MatchRequest, record: JsonObject, { fields }: MatchList): Changes {
	const changes = new Map<string, Changes[string]>();
	for (const [name, to] of Object.entries(request.body.values)) {
		if (fields.has(record, name, request) || fields.unsaved.has(name)) continue;
		changes.set(name, Object.hasOwn(record, name) ? { from: record[name], to } : { to });
	}
	return Object.fromEntries(changes);
}

/** All values of the item, because some services need more than what changes. */
function updateBody({ body, match, options }: MatchRequest, record: JsonObject): JsonObject {
	const kept = Object.entries(options.sendWholeRecord ? record : {});
	const sent = new Map(kept.filter(([name]) => !isSetByService(name)));
	for (const [name, value] of Object.entries(body.values)) {
		// A value that was matched on stays as it is saved, unless that is a list or an object, in whose place services take
		// an ID.
		const isMatched = Object.hasOwn(match, name) && Object.hasOwn(record, name);
		sent.set(name, isMatched && !isStructure(record[name]) ? record[name] : value);
	}
	return Object.fromEntries(sent);
}
