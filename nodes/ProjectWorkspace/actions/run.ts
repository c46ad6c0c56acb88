import type { ApiError } from '../errors';
import type { Options } from '../parameters/options';
import type { ParameterReader } from '../parameters/reader';
import type { OutputShape } from '../records/shape';
import type { ApiRequest, ApiResponse, Client } from '../transport/types';
import { MatchLists } from '../upsert/matchList';

/** What an item runs with. */
export interface ItemRun {
	/** Its number, from 0. */
	index: number;
	reader: ParameterReader;
	options: Options;
	output: OutputShape;
	shared: SharedByItems;
}

/** What items with the same client share, also what they learn about its service. */
export class SharedByItems {
	readonly matchLists: MatchLists;
	/** Items that are sent must not find what a preview would create. */
	readonly previewLists: MatchLists;

	private readonly lastWrites = new Map<string, Promise<unknown>>();

	constructor(readonly client: Client) {
		this.matchLists = new MatchLists(client);
		this.previewLists = new MatchLists(client);
	}

	/** Sends the writes to one record one after another, so that the last item applies. Items that match have their rounds instead. */
	async send(request: ApiRequest): Promise<ApiResponse | ApiError> {
		const { method, path } = request;
		if (method === 'GET' || method === 'POST') return await this.client.send(request);

		const before = this.lastWrites.get(path) ?? Promise.resolve();
		const response = before.then(async () => await this.client.send(request));
		this.lastWrites.set(path, response);
		return await response;
	}
}
