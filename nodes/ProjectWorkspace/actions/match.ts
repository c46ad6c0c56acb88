import { bodyOf } from '../parameters/body';
import { readMatchFields, type FieldNotes } from '../parameters/fields';
import { isSetByService } from '../records/fields';
import { givenValue } from '../records/same';
import type { Operation, Resource } from '../resources';
import { joinSentences } from '../texts';
import type { LocatedItem } from '../upsert/matchList';
import { requestFor, type MatchRequest } from '../upsert/matchRequest';
import type { Plan } from '../upsert/plan';
import { carryOut } from '../upsert/write';
import { outputOfWrite, type ItemOutput } from './output';
import { runRequest } from './record';
import type { ItemRun } from './run';

/** An item that has been read and located, and that is written after all others have been. */
export interface PendingItem extends LocatedItem {
	run: ItemRun;
	notes: FieldNotes;
}

export const isPending = (done: ItemOutput | PendingItem): done is PendingItem => 'slots' in done;

/** What to do where a record matches, and where none does. */
type IfFound = Pick<MatchRequest, 'ifMatch' | 'noMatch'>;

/** The record is found by its ID, or by the values of its fields. */
export async function runUpdate(
	run: ItemRun,
	operation: Operation,
): Promise<ItemOutput | PendingItem> {
	const findBy = run.reader.choice('findBy', 'Find By', ['id', 'match']);
	if (findBy === 'id') return await runRequest(run, operation);

	const noMatch = run.reader.choice('noMatch', 'If No Match Is Found', ['stop', 'skip']);
	return await locate(run, operation.resource, { ifMatch: 'update', noMatch });
}

/** Create or Update. */
export async function runUpsert(run: ItemRun, { resource }: Operation): Promise<PendingItem> {
	const ifMatch = run.reader.choice('ifMatch', 'If a Match Is Found', ['update', 'keep']);
	return await locate(run, resource, { ifMatch, noMatch: 'create' });
}

async function locate(run: ItemRun, resource: Resource, ifFound: IfFound): Promise<PendingItem> {
	const { reader, options, shared } = run;
	const { zone } = reader.item;
	const { fields, matchOn, notes } = readMatchFields(reader, options);
	const { values: match } = bodyOf(matchOn, zone);
	// What the service sets itself is only matched on.
	const sent = fields.filter(({ name }) => !Object.hasOwn(match, name) || !isSetByService(name));
	const body = bodyOf(sent, zone);
	const values = Object.entries({ ...body.values, ...match });
	const given = new Map(values.map(([name, value]) => [name, givenValue(value, zone)]));

	const request = { resource, match, body, given, ...ifFound, options, reader };
	const lists = options.previewOnly ? shared.previewLists : shared.matchLists;
	const located = await lists.locate(request);
	// What its parameters do not allow is an error before anything is written.
	if (located.nearSlot && request.noMatch === 'create') requestFor(request, 'create', body);
	return { ...located, run, notes };
}

/** Writes what is planned for an item. */
export async function writePending(pending: PendingItem, plan: Plan): Promise<ItemOutput> {
	const { run, list, notes } = pending;
	const { reading } = list;
	const done = await carryOut(pending, plan);
	return {
		...outputOfWrite(done, run, notes),
		countedResult: done.result,
		summary: reading.summary,
		warning: joinSentences([reading.warning, done.warning, notes.warning]),
	};
}
