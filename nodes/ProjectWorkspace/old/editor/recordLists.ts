import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { listOperation, resources, type Resource } from '../catalogue';
import { sleep } from '../client/clock';
import { connect, noCredential, type Client } from '../client/connect';
import type { SendSettings } from '../client/dispatch';
import { listError, TRY_AGAIN } from '../lists/messages';
import { pagesOf } from '../lists/listRecords';
import { inBrief } from '../texts';
import { options } from '../parameters/options';
import { recordLabel } from '../records/fieldNames';
import { isNothing, isObject, type JsonObject } from '../records/value';
import { ok, reject, type Problem, type Result } from '../result';

/** Number of records that a list shows at first, and adds when the person scrolls. */
const PAGE = 100;

/** The service documents no search, so the node searches: this many records at most before the person has to scroll. */
export const SEARCHED_AT_ONCE = 1_000;

export const listSearch = Object.fromEntries(
	resources.map((resource) => [resource.value, searchIn(resource)]),
);

/** The token is the number of records that were looked at so far. */
function searchIn(resource: Resource) {
	return async function (this: ILoadOptionsFunctions, filter = '', token = '0') {
		const wanted = filter.trim().toLowerCase();
		const from = Number(token) || 0;
		const to = from + (wanted === '' ? PAGE : SEARCHED_AT_ONCE);
		// Opening the list sends neither a filter nor a token; typing and scrolling then use the cached list.
		const refresh = wanted === '' && from === 0;
		const query = narrowing(this, resource);
		const list = await readAtLeast(this, resource, query, to, refresh);
		// An error, so that the list does not look empty. The editor only shows the message, as plain text.
		if (!list.ok) throw new NodeOperationError(this.getNode(), inBrief(list.problem));
		const { records, complete, mayHaveMore } = list.value;
		const labels = records
			.slice(from, to)
			.flatMap((record) => recordLabel(record, resource.value) ?? []);
		const results = labels
			.filter(({ name }) => name.toLowerCase().includes(wanted))
			.map(({ id, name, url }) => ({ name, value: id, url }));
		const isEnd = complete && records.length <= to;
		const notice =
			labels.length === 0 && records.length > from
				? noIdsIn(records.length)
				: isEnd
					? mayHaveMore && NOT_ALL
					: results.length === 0 && notFoundIn(to);
		return {
			// n8n does not select an entry whose value is true or false.
			results: notice ? [...results, { name: notice, value: false }] : results,
			paginationToken: isEnd ? undefined : String(to),
		};
	};
}

const NOT_ALL =
	"There may be more records. Enter the ID if one is missing, or set 'Pagination' in the credential under 'Service Details'.";

const noIdsIn = (records: number) =>
	`${records === 1 ? 'The only record' : `The ${records} records`} read so far cannot be selected without an ID. Enter the ID, or set 'Records Path' in the credential under 'Service Details'.`;

/** n8n only requests more when the person scrolls, which an empty list does not allow. */
const notFoundIn = (records: number) =>
	`Not found in the first ${records.toLocaleString('en')} records. Enter the ID instead.`;

/** For the task list: only tasks of the selected project. */
function narrowing(context: ILoadOptionsFunctions, { narrowedBy }: Resource) {
	if (!narrowedBy) return {};
	const chosen: unknown = context.getCurrentNodeParameter(narrowedBy.parameter);
	const id = isObject(chosen) ? chosen.value : chosen;
	if (isNothing(id) || typeof id === 'object') return {};
	return { [narrowedBy.sendAs]: String(id) };
}

const { timeout } = options.requests.default;

/** In the editor, a person is waiting, and can try again. */
const SETTINGS: SendSettings = {
	timeout,
	limits: { attempts: 2, totalMs: timeout, rateLimitMs: 10_000 },
};

/** Here, there is no 'Limit' to set. */
const ENTER_MANUALLY = `${TRY_AGAIN} Until then, enter the ID or the field name yourself.`;

/** The first records have most fields, so they are shown without the newest if these take longer. */
const NEWEST_WITHIN_MS = 3_000;

/** Long enough to scroll and to search, short enough to show a record that was just created. */
const KEEP_MS = 20_000;

const listCache = new Map<string, CachedList>();

/**
 * Reads at least `count` records from the beginning of a list, or all of it.
 * @param refresh whether a cached list is read again from its first page
 */
export async function readAtLeast(
	context: ILoadOptionsFunctions,
	resource: Resource,
	query: Record<string, string>,
	count: number,
	refresh = false,
): Promise<Result<Pick<CachedList, 'records' | 'complete' | 'mayHaveMore' | 'newest'>>> {
	const connected = await connect(context).catch((error: unknown) =>
		reject(noCredential(context.getNode(), error, OPEN_AGAIN)),
	);
	if (!connected.ok) return connected;
	const key = [connected.value.fingerprint, resource.value, JSON.stringify(query)].join(' ');
	const now = performance.now();
	for (const [name, { startedAtMs }] of listCache)
		if (now - startedAtMs > KEEP_MS) listCache.delete(name);
	if (refresh) listCache.delete(key);
	const list = listCache.get(key) ?? new CachedList(connected.value, resource, query);
	listCache.set(key, list);
	while (!list.complete && list.records.length < count) {
		const problem = await list.readNext();
		if (!problem) continue;
		// Not cached, so that the next click tries again.
		listCache.delete(key);
		return reject(problem);
	}
	return ok(list);
}

/** n8n does not request the fields again when a credential is selected in a new node. */
const OPEN_AGAIN = 'Once one is selected, close this node and open it again.';

/** A list that grows while the person scrolls, so that no page is requested twice. */
class CachedList {
	readonly startedAtMs = performance.now();
	/** As they are shown. */
	readonly records: IDataObject[] = [];
	complete = false;
	/** Set at its end, where the service does not say whether it is one. */
	mayHaveMore = false;
	private readonly client: Client;
	private readonly list: ReturnType<typeof pagesOf>;
	/** The request in flight, shared by all readers, and why it did not succeed. */
	private request = Promise.resolve<Problem | undefined>(undefined);
	private last: Promise<IDataObject[]> | undefined;

	constructor(client: Client, resource: Resource, query: Record<string, string>) {
		const { method, path } = listOperation(resource.value);
		const wanted = { resource: resource.value, request: { method, path, query } };
		this.client = client;
		this.list = pagesOf(client, { ...wanted, settings: SETTINGS }, 1);
	}

	/** Returns why the next page could not be read. */
	async readNext(): Promise<Problem | undefined> {
		this.request = this.request.then(async (problem) => problem ?? (await this.readPage()));
		return await this.request;
	}

	/** A sample of the newest records. */
	async newest(): Promise<IDataObject[]> {
		this.last ??= this.list.readLast().then((records) => records.map((each) => this.shown(each)));
		const waiting = new AbortController();
		const late = sleep(NEWEST_WITHIN_MS, waiting.signal).then(() => []);
		return await Promise.race([this.last, late]).finally(() => waiting.abort('over'));
	}

	private shown(record: JsonObject) {
		return this.client.hide.inRecords(record as IDataObject); // from JSON
	}

	private async readPage(): Promise<Problem | undefined> {
		if (this.complete) return undefined;
		const step = await this.list.pages.next();
		if (!step.done) {
			for (const record of step.value) this.records.push(this.shown(record));
			return undefined;
		}
		this.complete = true;
		const { completeness } = step.value;
		this.mayHaveMore = completeness.is === 'unknown';
		if (completeness.is !== 'short') return undefined;
		const found = { records: [], read: this.records.length };
		const { message, description } = listError(completeness.problem, found, ENTER_MANUALLY);
		return this.client.hide.inMessages({ message, description });
	}
}
