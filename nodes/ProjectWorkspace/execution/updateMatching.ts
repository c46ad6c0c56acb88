import type { IDataObject } from 'n8n-workflow';

import { createOperation, type Operation } from '../catalogue';
import { isEmpty, type Problem } from '../derive/request';
import { keyOf } from '../matching/matchIndex';
import { noneMatches, severalMatch, unfitToMatch } from '../matching/problems';
import { isSetByService } from '../output/fieldNames';
import type { Client } from '../transport/client';
import { bodyOfMapping, readMapping, readOptions } from './bodyParameters';
import type { ItemError } from './errors';
import type { MatchSource } from './matchSource';
import { readListOverrides } from './listParameters';
import { placed, readQuery, readSendSettings } from './parameters';
import type { ParameterReader } from './reader';
import { create, update, type Done } from './writeMatch';

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
	const { read, operation, client, source } = run;
	const { resource } = operation;
	const mapping = readMapping(read, item);
	const noMatch = String(read('noMatch', item, 'stop'));
	const unfit = unfitToMatch(mapping, resource.value, noMatch);
	if (unfit) return input(unfit);
	// The service knows these, and takes them in the path or not at all.
	const values = Object.fromEntries(
		Object.entries(mapping.values).filter(
			([name]) => !(mapping.matchOn.includes(name) && isSetByService(name)),
		),
	);
	const body = bodyOfMapping(read, item, { ...mapping, values });
	if (!body.ok) return input(body.problem);
	const further = readQuery(read, item);
	if (!further.ok) return input(further.problem);

	const options = readOptions(read, item);
	const settings = readSendSettings(read, item);
	const { narrowedBy } = resource;
	const narrowing = narrowedBy && read.locator(narrowedBy.parameter, item);
	const query: Record<string, string> =
		narrowedBy && !isEmpty(narrowing) ? { [narrowedBy.sendAs]: String(narrowing) } : {};
	const overrides = readListOverrides(read, item);
	const how = { overrides, settings };
	const indexed = await source.indexOf(resource, query, mapping.matchOn, how);
	if (!indexed.ok) return indexed;
	const { index, found } = indexed;
	const whole = options.sendWholeRecord === true;
	const sending = { client, settings, index, query: further.query, body: body.text, whole };

	const key = JSON.stringify([query, mapping.matchOn, keyOf(mapping.matchValues)]);
	return await source.inTurn(key, async () => {
		const matches = index.find(mapping.matchValues);
		if (matches.length > 1 && !options.updateAllMatches) {
			return input(severalMatch(resource, mapping, matches));
		}
		const told = { leftOut: mapping.leftOut, found };
		const all: IDataObject[] = [];
		const done: Done[] = [];
		const note = (what: Done, records: IDataObject[]) => {
			done.push(what);
			for (const record of records) {
				all.push(options.includeResult ? { ...record, _result: what } : record);
			}
		};
		for (const match of matches) {
			const written = await update(operation, match, sending);
			if (!written.ok) return written;
			note(written.done, written.records);
		}
		if (matches.length === 0) {
			if (noMatch === 'stop') return input(noneMatches(resource, mapping));
			if (noMatch === 'create') {
				const references = (createOperation(resource.value).endpoint.references ?? []).map(
					(reference) => placed(reference, narrowing, options),
				);
				const written = await create(operation, references, sending);
				if (!written.ok) return written;
				note(written.done, written.records);
			} else note('skipped', []);
		}
		return { ok: true, records: all, done, ...told };
	});
}

const input = (problem: Problem) => ({ ok: false, error: { kind: 'input', problem } }) as const;
