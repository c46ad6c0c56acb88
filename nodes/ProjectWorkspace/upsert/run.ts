import type { IDataObject } from 'n8n-workflow';

import { createOperation, resourceNamed, type Operation } from '../catalogue';
import type { Client } from '../client/connect';
import { bodyOfMapping, readMapping, readOptions } from '../parameters/bodyParameters';
import { readListOverrides } from '../parameters/listParameters';
import { placed, readQuery, readSendSettings } from '../parameters/parameters';
import type { ParameterReader } from '../parameters/reader';
import { isEmpty, unfitId, type Problem } from '../parameters/request';
import { unfitField } from '../parameters/bodyText';
import { inType } from '../parameters/typedValue';
import { isSetByService } from '../records/fieldNames';
import { isObject, parseJson } from '../records/json';
import type { ItemError } from '../run/errors';
import {
	noneMatches,
	notCreatedBefore,
	severalMatch,
	undecided,
	unfitToCreate,
	unfitToMatch,
} from './messages';
import { recordId } from './recordId';
import type { RecordList, RecordSource } from './recordSource';
import { create, update, type Done, type Sending } from './write';

/** What all items of a run have in common. */
export interface MatchingRun {
	read: ParameterReader;
	operation: Operation;
	client: Client;
	source: RecordSource;
}

/** `done` says for each record what became of it; a skipped item has an entry there and no record. */
export type Matched =
	| { ok: true; records: IDataObject[]; done: Done[]; leftOut: string[]; found: string }
	| { ok: false; error: ItemError };

/**
 * Finds the record by what it holds, and updates it; creates it if there is none and the person wants that.
 * Nothing is sent for a record that holds everything already.
 */
export async function updateMatching(run: MatchingRun, item: number): Promise<Matched> {
	const request = readMatchRequest(run, item);
	if (!request.ok) return request;
	const { lookup, mapping } = request;
	const opened = await run.source.open(lookup);
	if (!opened.ok) return opened;
	return await run.source.serialize(mapping.matchValues, async () => {
		const written = await write(run, opened.list, request);
		return written.ok
			? { ...written, leftOut: mapping.leftOut, found: opened.list.summary }
			: written;
	});
}

type MatchRequest = Extract<ReturnType<typeof readMatchRequest>, { ok: true }>;

/** What the person filled in for one item. */
function readMatchRequest({ read, operation: { resource } }: MatchingRun, item: number) {
	const given = readMapping(read, item);
	const { matchOn, fields } = given;
	const unfit = unfitToMatch(given, resource.value);
	if (unfit) return rejected(unfit);
	// The service knows these, and takes them in the path or not at all.
	const settable = Object.entries(given.values).filter(
		([name]) => !(matchOn.includes(name) && isSetByService(name)),
	);
	const body = bodyOfMapping(read, item, { fields, values: Object.fromEntries(settable) });
	if (!body.ok) return rejected(body.problem);
	const parsed = parseJson(body.text);
	const wanted: IDataObject = isObject(parsed) ? parsed : {};
	// Looked for as it is written, or what is written would not be found again.
	const matchValues: unknown[] = [];
	for (const [at, name] of matchOn.entries()) {
		const typed = inType(fields.get(name) ?? {}, given.matchValues[at]);
		if (!typed.ok) return rejected(unfitField(name, typed.wanted));
		matchValues.push(Object.hasOwn(wanted, name) ? wanted[name] : parseJson(typed.json));
	}
	const mapping = { ...given, matchValues };
	const noMatch = String(read('noMatch', item, 'stop'));
	const cannot = noMatch === 'create' ? unfitToCreate(matchOn, wanted, resource.value) : undefined;
	if (cannot) return rejected(cannot);
	const further = readQuery(read, item);
	if (!further.ok) return rejected(further.problem);

	const options = readOptions(read, item);
	const settings = readSendSettings(read, item);
	const { narrowedBy } = resource;
	const narrowing = narrowedBy && read.locator(narrowedBy.parameter, item);
	const displayName = narrowedBy ? resourceNamed(narrowedBy.resource).displayName : '';
	const unfitNarrowing = isEmpty(narrowing) ? undefined : unfitId(narrowing, displayName);
	if (unfitNarrowing) return rejected(unfitNarrowing);
	const query: Record<string, string> =
		narrowedBy && !isEmpty(narrowing) ? { [narrowedBy.sendAs]: String(narrowing) } : {};
	const overrides = readListOverrides(read, item);
	const whole = options.sendWholeRecord === true;
	return {
		ok: true,
		mapping,
		noMatch,
		options,
		narrowing,
		lookup: { resource, query, fields: matchOn, overrides, settings },
		sending: { settings, query: further.query, body: body.text, wanted, whole },
	} as const;
}

type WrittenAll =
	| { ok: true; records: IDataObject[]; done: Done[] }
	| { ok: false; error: ItemError };

async function write(
	{ operation, client, source }: MatchingRun,
	list: RecordList,
	{ mapping, noMatch, options, narrowing, lookup, ...request }: MatchRequest,
): Promise<WrittenAll> {
	const { resource } = operation;
	const sending: Sending = { ...request.sending, client, list };
	const found = list.find(mapping.matchValues);
	if (found.undecided) return rejected(undecided(resource, mapping));
	const matches = [...found.records];
	if (matches.length > 1 && !options.updateAllMatches) {
		return rejected(severalMatch(resource, mapping, matches));
	}
	if (matches.length === 0) {
		if (noMatch === 'skip') return { ok: true, records: [], done: ['skipped'] };
		if (noMatch !== 'create') return rejected(noneMatches(resource, mapping));
		if (source.mayExist(mapping.matchValues, lookup.query)) {
			return rejected(notCreatedBefore(resource, mapping));
		}
		const { references = [] } = createOperation(resource.value).endpoint;
		const sent = references.map((reference) => placed(reference, narrowing, options));
		const created = await create(operation, sent, sending);
		if (created.ok) return { ...created, done: created.records.map(() => created.done) };
		if (created.error.kind === 'request') {
			source.creationFailed(mapping.matchValues, lookup.query);
		}
		return created;
	}
	const records: IDataObject[] = [];
	const done: Done[] = [];
	const updated: Array<string | number> = [];
	for (const match of matches) {
		const one = await update(operation, match, sending);
		if (!one.ok) return { ok: false, error: afterOthers(one.error, updated) };
		records.push(...one.records);
		done.push(...one.records.map(() => one.done));
		if (one.done === 'updated') updated.push(recordId(match, resource.value) ?? '');
	}
	return { ok: true, records, done };
}

/** Of several records that match, some may be written when one is rejected. */
function afterOthers(error: ItemError, updated: ReadonlyArray<string | number>): ItemError {
	if (updated.length === 0 || error.kind !== 'request') return error;
	const description = `${error.failure.description} Already updated: ${updated.join(', ')}.`;
	return { ...error, failure: { ...error.failure, description, updated } };
}

const rejected = (problem: Problem) => ({ ok: false, error: { kind: 'input', problem } }) as const;
