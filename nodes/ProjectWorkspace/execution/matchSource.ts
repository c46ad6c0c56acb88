import type { Resource } from '../catalogue';
import { listOperation } from '../catalogue';
import { createMatchIndex, type MatchIndex } from '../matching/matchIndex';
import type { ListOverrides } from '../pagination';
import type { Client, SendSettings } from '../transport/client';
import type { ItemError } from './errors';
import { list } from './list';

export type Indexed =
	| { ok: true; index: MatchIndex; found: string }
	| { ok: false; error: ItemError };

/** The records in which a run looks for matches: read once, and kept up with what the run itself writes. */
export interface MatchSource {
	indexOf: (
		resource: Resource,
		query: Record<string, string>,
		fields: readonly string[],
		how: { overrides: ListOverrides; settings: SendSettings },
	) => Promise<Indexed>;
	/** Work for the same record waits for each other: of two items that are new, the second finds the first's. */
	inTurn: <T>(record: string, work: () => Promise<T>) => Promise<T>;
}

export function createMatchSource(client: Client): MatchSource {
	const indices = new Map<string, Promise<Indexed>>();
	const turns = new Map<string, Promise<unknown>>();
	return {
		indexOf: async (resource, query, fields, { overrides, settings }) => {
			const key = JSON.stringify([resource.value, query, fields, overrides]);
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
					return { ok: true, index, found: result.found };
				}
				return 'refusal' in result
					? { ok: false, error: { kind: 'list', ...result } }
					: { ok: false, error: { kind: 'request', ...result } };
			});
			indices.set(key, reading);
			return await reading;
		},
		inTurn: async (record, work) => {
			const before = turns.get(record) ?? Promise.resolve();
			const turn = before.then(work, work);
			turns.set(record, turn);
			return await turn;
		},
	};
}
