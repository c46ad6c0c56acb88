import type { IDataObject } from 'n8n-workflow';

import { createOperation, type Operation } from '../catalogue';
import { isEmpty, type Problem } from '../derive/request';
import { keyOf } from '../matching/matchIndex';
import { noneMatches, severalMatch, unfitToMatch } from '../matching/problems';
import { isSetByService } from '../output/fieldNames';
import type { Client } from '../transport/client';
import { bodyOfMapping, readMapping, readOptions } from './bodyParameters';
import type { ItemError } from './errors';
import { readListOverrides } from './listParameters';
import type { MatchSource } from './matchSource';
import { placed, readQuery, readSendSettings } from './parameters';
import type { ParameterReader } from './reader';
import { create, update, type Done, type Sending, type Written } from './writeMatch';

export type Matched =
	| { ok: true; records: IDataObject[]; done: Done[]; leftOut: string[]; found: string }
	| { ok: false; error: ItemError };

interface Run {
	read: ParameterReader;
	operation: Operation;
	client: Client;
	source: MatchSource;
}

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

	const record = JSON.stringify([list.query, mapping.matchOn, keyOf(mapping.matchValues)]);
	return await source.inTurn(record, async () => {
		const matches = index.find(mapping.matchValues);
		const written = await write(operation, matches, wish, { ...sending, client, index });
		return written.ok ? { ...written, leftOut: mapping.leftOut, found } : written;
	});
}

type Wish = Extract<ReturnType<typeof readWish>, { ok: true }>;

/** What the person filled in for one item. */
function readWish({ read, operation: { resource } }: Run, item: number) {
	const mapping = readMapping(read, item);
	const noMatch = String(read('noMatch', item, 'stop'));
	const unfit = unfitToMatch(mapping, resource.value, noMatch);
	if (unfit) return refused(unfit);
	// The service knows these, and takes them in the path or not at all.
	const settable = Object.entries(mapping.values).filter(
		([name]) => !(mapping.matchOn.includes(name) && isSetByService(name)),
	);
	const body = bodyOfMapping(read, item, { ...mapping, values: Object.fromEntries(settable) });
	if (!body.ok) return refused(body.problem);
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
		sending: { settings, query: further.query, body: body.text, whole },
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
	if (matches.length === 0 && noMatch === 'skip')
		return { ok: true, records: [], done: ['skipped'] };
	if (matches.length === 0 && noMatch !== 'create') return refused(noneMatches(resource, mapping));

	const written: Written[] = [];
	for (const match of matches) written.push(await update(operation, match, sending));
	if (matches.length === 0) {
		const { references = [] } = createOperation(resource.value).endpoint;
		const sent = references.map((reference) => placed(reference, narrowing, options));
		written.push(await create(operation, sent, sending));
	}
	const records: IDataObject[] = [];
	const done: Done[] = [];
	for (const one of written) {
		if (!one.ok) return one;
		done.push(one.done);
		for (const record of one.records) {
			records.push(options.includeResult ? { ...record, _result: one.done } : record);
		}
	}
	return { ok: true, records, done };
}

const refused = (problem: Problem) => ({ ok: false, error: { kind: 'input', problem } }) as const;
