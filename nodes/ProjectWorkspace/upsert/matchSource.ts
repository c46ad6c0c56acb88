import type { IDataObject } from 'n8n-workflow';

import type { Resource } from '../catalogue';
import { listOperation } from '../catalogue';
import { createMatchIndex, type MatchIndex } from './matchIndex';
import { recordId } from './recordId';
import type { ListOverrides } from '../lists';
import type { Client, SendSettings } from '../client/client';
import type { ItemError } from '../run/errors';
import { list } from '../run/list';

export type Indexed =
	| { ok: true; index: MatchIndex; found: string }
	| { ok: false; error: ItemError };

/** The records in which a run looks for matches: read once, and kept up with what the run itself writes. */
export interface MatchSource {
	/** All items of a run look in the same list: the settings are those of the first that asks. */
	indexOf: (
		resource: Resource,
		query: Record<string, string>,
		fields: readonly string[],
		how: { overrides: ListOverrides; settings: SendSettings },
	) => Promise<Indexed>;
	/** Work for the same values waits for each other: of two items that are new, the second finds the first's. */
	inTurn: <T>(values: string, work: () => Promise<T>) => Promise<T>;
	/** Values whose record could not be created: it may be there all the same. */
	notCreated: Set<string>;
}

export function createMatchSource(client: Client): MatchSource {
	const indices = new Map<string, Promise<Indexed>>();
	const whole = new Map<string, MatchIndex>();
	/** Created in a project while the list of all may be under way. */
	const created = new Map<string, IDataObject[]>();
	const turns = new Map<string, Promise<unknown>>();
	return {
		indexOf: async (resource, query, fields, { overrides, settings }) => {
			const key = JSON.stringify([resource.value, query, fields]);
			const known = indices.get(key);
			if (known) return await known;
			const { method, path } = listOperation(resource.value);
			const reading = list(client, {
				resource: resource.value,
				request: { method, path, query },
				limit: undefined,
				overrides,
				parallel: client.parallel,
				settings,
			}).then((result): Indexed => {
				if (result.ok) {
					const index = createMatchIndex(result.records, fields);
					const lists = JSON.stringify([resource.value, fields]);
					const isWhole = Object.keys(query).length === 0;
					if (isWhole) {
						const known = new Set(result.records.map((each) => recordId(each, resource.value)));
						for (const record of created.get(lists) ?? []) {
							if (!known.has(recordId(record, resource.value))) index.add(record);
						}
						whole.set(lists, index);
					}
					// What is created in one project is in the list of all projects, too.
					const add = (record: IDataObject) => {
						index.add(record);
						if (isWhole) return;
						whole.get(lists)?.add(record);
						const those = created.get(lists) ?? [];
						those.push(record);
						created.set(lists, those);
					};
					return { ok: true, index: { ...index, add }, found: result.found };
				}
				return 'refusal' in result
					? // Each item gets this one: the records would stand there as often.
						{
							ok: false,
							error: { kind: 'list', ...result, records: [], read: result.records.length },
						}
					: { ok: false, error: { kind: 'request', ...result } };
			});
			indices.set(key, reading);
			return await reading;
		},
		notCreated: new Set(),
		inTurn: async (values, work) => {
			const before = turns.get(values) ?? Promise.resolve();
			const turn = before.then(work, work);
			turns.set(values, turn);
			return await turn;
		},
	};
}
