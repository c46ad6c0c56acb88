import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { listOperation, type Resource } from '../catalogue';
import { DEFAULT_TIMEOUT_MS } from './options';
import { nodeError } from '../run/errors';
import { pagesOf, refused } from '../run/list';
import { connect } from '../client/connect';
import type { Bounds } from '../client/retryPolicy';

/** In the editor a person is waiting, and can click again. */
const IMPATIENT: Bounds = { attempts: 2, totalMs: DEFAULT_TIMEOUT_MS, quotaMs: 10_000 };

/** Long enough to scroll and to search, short enough to show a record that was just created. */
const KEPT_MS = 20_000;

const MOST_LISTS = 50;

/** A list that the editor has begun to read. It grows while the person scrolls, so no page is asked for twice. */
interface BegunList {
	at: number;
	records: IDataObject[];
	complete: boolean;
	/** The reading that is under way, so that two readers wait for one page. */
	reading: Promise<void>;
	more: () => Promise<void>;
}

const begunLists = new Map<string, BegunList>();

export interface PartOfList {
	records: readonly IDataObject[];
	complete: boolean;
}

/**
 * At least `count` records from the beginning of a list, or all of it. Refusals are thrown, never an empty list.
 * @param anew whether a list that is kept is read again from its first page
 */
export async function beginningOf(
	context: ILoadOptionsFunctions,
	resource: Resource,
	query: Record<string, string>,
	count: number,
	{ anew }: { anew: boolean },
): Promise<PartOfList> {
	const connected = await connect(context);
	if (!connected.ok) {
		const { message, description } = connected.problem;
		throw new NodeOperationError(context.getNode(), message, { description });
	}
	const key = [connected.client.fingerprint, resource.value, JSON.stringify(query)].join(' ');
	const now = performance.now();
	for (const [name, { at }] of begunLists) if (now - at > KEPT_MS) begunLists.delete(name);
	if (anew) begunLists.delete(key);
	let list = begunLists.get(key);
	if (!list) {
		list = begin(context, connected.client, resource, query);
		if (begunLists.size < MOST_LISTS) begunLists.set(key, list);
	}
	while (!list.complete && list.records.length < count) {
		list.reading = list.reading.then(list.more);
		// A list that could not be read is not kept: the next click tries again.
		list.reading.catch(() => begunLists.delete(key));
		await list.reading;
	}
	return list;
}

function begin(
	context: ILoadOptionsFunctions,
	client: Parameters<typeof pagesOf>[0],
	resource: Resource,
	query: Record<string, string>,
): BegunList {
	const { method, path } = listOperation(resource.value);
	const pages = pagesOf(client, {
		resource: resource.value,
		request: { method, path, query },
		limit: undefined,
		overrides: {},
		parallel: 1,
		settings: { timeout: DEFAULT_TIMEOUT_MS, bounds: IMPATIENT },
	});
	const list: BegunList = {
		at: performance.now(),
		records: [],
		complete: false,
		reading: Promise.resolve(),
		more: async () => {
			if (list.complete) return;
			const step = await pages.next();
			if (!step.done) {
				list.records.push(...step.value.records.map((record) => record as IDataObject)); // from JSON
				return;
			}
			list.complete = true;
			if (step.value.kind === 'done') return;
			const why = refused(step.value.refusal, list.records);
			throw nodeError(
				context.getNode(),
				'refusal' in why ? { kind: 'list', ...why } : { kind: 'request', ...why },
				0,
			);
		},
	};
	return list;
}
