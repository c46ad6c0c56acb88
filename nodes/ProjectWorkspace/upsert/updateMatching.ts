import type { IDataObject } from 'n8n-workflow';

import { createOperation, type Operation } from '../catalogue';
import { isEmpty, type Problem } from '../parameters/request';
import { inType } from '../parameters/typedValue';
import { keyOf } from './matchIndex';
import {
	noneMatches,
	notCreatedBefore,
	severalMatch,
	unfitToCreate,
	unfitToMatch,
} from './problems';
import { recordId } from './recordId';
import { isSetByService } from '../records/fieldNames';
import { bodyOfMapping, readMapping, readOptions } from '../parameters/bodyParameters';
import type { ItemError } from '../run/errors';
import type { Run } from '../run/item';
import { readListOverrides } from '../parameters/listParameters';
import { placed, readQuery, readSendSettings } from '../parameters/parameters';
import { create, update, type Done, type Sending } from './writeMatch';

/** `done` says for each record what became of it; a skipped item has an entry there and no record. */
export type Matched =
	| { ok: true; records: IDataObject[]; done: Done[]; leftOut: string[]; found: string }
	| { ok: false; error: ItemError };

/**
 * Finds the record by what it holds, and updates it; creates it if there is none and the person wants that.
 * Nothing is sent for a record that holds everything already.
 */
export async function updateMatching(run: Run, item: number): Promise<Matched> {
	const { operation, client, source } = run;
	const wish = readWish(run, item);
	if (!wish.ok) return wish;
	const { mapping, list, sending } = wish;
	const indexed = await source.indexOf(operation.resource, list.query, mapping.matchOn, list.how);
	if (!indexed.ok) return indexed;
	const { index, found } = indexed;

	const values = JSON.stringify([mapping.matchOn, keyOf(mapping.matchValues)]);
	const place = JSON.stringify([list.query, values]);
	return await source.inTurn(values, async () => {
		const matches = index.find(mapping.matchValues);
		if (matches.length === 0 && wish.noMatch === 'create' && source.notCreated.has(place)) {
			return refused(notCreatedBefore(operation.resource, mapping));
		}
		const written = await write(operation, matches, wish, { ...sending, client, index });
		if (!written.ok && matches.length === 0) source.notCreated.add(place);
		return written.ok ? { ...written, leftOut: mapping.leftOut, found } : written;
	});
}

type Wish = Extract<ReturnType<typeof readWish>, { ok: true }>;

/** What the person filled in for one item. */
function readWish({ read, operation: { resource } }: Run, item: number) {
	const given = readMapping(read, item);
	const unfit = unfitToMatch(given, resource.value);
	if (unfit) return refused(unfit);
	const { matchOn, types } = given;
	// The service knows these, and takes them in the path or not at all.
	const settable = Object.entries(given.values).filter(
		([name]) => !(matchOn.includes(name) && isSetByService(name)),
	);
	const body = bodyOfMapping(read, item, { types, values: Object.fromEntries(settable) });
	if (!body.ok) return refused(body.problem);
	const wanted: IDataObject = JSON.parse(body.text);
	// Looked for as it is written, or what is written would not be found again.
	const matchValues = matchOn.map((name, at) => {
		const typed = inType(types.get(name), given.matchValues[at]);
		if (Object.hasOwn(wanted, name)) return wanted[name];
		return typed.ok ? typed.value : given.matchValues[at];
	});
	const mapping = { ...given, matchValues };
	const noMatch = String(read('noMatch', item, 'stop'));
	const cannot = noMatch === 'create' ? unfitToCreate(matchOn, wanted, resource.value) : undefined;
	if (cannot) return refused(cannot);
	const further = readQuery(read, item);
	if (!further.ok) return refused(further.problem);

	const options = readOptions(read, item);
	const settings = readSendSettings(read, item);
	const { narrowedBy } = resource;
	const narrowing = narrowedBy && read.locator(narrowedBy.parameter, item);
	const query: Record<string, string> =
		narrowedBy && !isEmpty(narrowing) ? { [narrowedBy.sendAs]: String(narrowing) } : {};
	const whole = options.sendWholeRecord === true;
	return {
		ok: true,
		mapping,
		noMatch,
		options,
		narrowing,
		list: { query, how: { overrides: readListOverrides(read, item), settings } },
		sending: { settings, query: further.query, body: body.text, wanted, whole },
	} as const;
}

type WrittenAll =
	| { ok: true; records: IDataObject[]; done: Done[] }
	| { ok: false; error: ItemError };

async function write(
	operation: Operation,
	matches: readonly IDataObject[],
	{ mapping, noMatch, options, narrowing }: Wish,
	sending: Sending,
): Promise<WrittenAll> {
	const { resource } = operation;
	if (matches.length > 1 && !options.updateAllMatches) {
		return refused(severalMatch(resource, mapping, matches));
	}
	if (matches.length === 0) {
		if (noMatch === 'skip') return { ok: true, records: [], done: ['skipped'] };
		if (noMatch !== 'create') return refused(noneMatches(resource, mapping));
		const { references = [] } = createOperation(resource.value).endpoint;
		const sent = references.map((reference) => placed(reference, narrowing, options));
		const created = await create(operation, sent, sending);
		return created.ok ? { ...created, done: created.records.map(() => created.done) } : created;
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

/** Of several records that match, some may be written when one is refused. */
function afterOthers(error: ItemError, updated: ReadonlyArray<string | number>): ItemError {
	if (updated.length === 0 || error.kind !== 'request') return error;
	const description = `${error.failure.description} These were updated before it: ${updated.join(', ')}.`;
	return { ...error, failure: { ...error.failure, description, updated } };
}

const refused = (problem: Problem) => ({ ok: false, error: { kind: 'input', problem } }) as const;
