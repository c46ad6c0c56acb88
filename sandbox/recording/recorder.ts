/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../clock.ts';
import { parseJson } from '../json.ts';
import type { JsonValue } from '../json.ts';
import type { ServiceResponse } from '../service/response.ts';
import type { Call } from '../service/call.ts';
import type { KeyStore } from '../store/keys.ts';

/** One API request as it was received, and the status of its response. */
export interface RecordedRequest {
	sequence: number;
	/** Milliseconds since 1970. */
	time: number;
	method: string;
	/** Path and query, not decoded. */
	path: string;
	query: string;
	/** Names in lower case; the key is replaced by its name. */
	headers: Record<string, string>;
	bodyText: string;
	/** Undefined if the text is not JSON. */
	body?: JsonValue;
	/** Undefined until the response is sent, null if the connection was dropped. */
	status?: number | null;
	durationMs?: number;
}

const KEPT = 50_000;

/** The API requests of this run, newest last. If there are too many, the oldest are removed. */
export class Recorder {
	#keys: KeyStore;
	#clock: Clock;
	#requests: RecordedRequest[] = [];
	#sequence = 0;

	constructor(keys: KeyStore, clock: Clock) {
		this.#keys = keys;
		this.#clock = clock;
	}

	get requests(): readonly RecordedRequest[] {
		return this.#requests;
	}

	open(call: Call, headers: IncomingHttpHeaders): RecordedRequest {
		const entry: RecordedRequest = {
			sequence: ++this.#sequence,
			time: this.#clock.now(),
			method: call.method,
			path: call.path,
			query: call.query,
			headers: this.#shown(headers),
			bodyText: call.bodyText,
			body: call.bodyText === '' ? undefined : parseJson(call.bodyText),
		};
		this.#requests.push(entry);
		// Removing many at once is cheaper than moving the whole list for each request.
		if (this.#requests.length > KEPT * 1.1) this.#requests = this.#requests.slice(-KEPT);
		return entry;
	}

	close(entry: RecordedRequest, response: ServiceResponse): void {
		entry.status = response.dropped ? null : response.status;
		entry.durationMs = this.#clock.now() - entry.time;
	}

	clear(): void {
		this.#requests = [];
	}

	#shown({ authorization, ...others }: IncomingHttpHeaders): Record<string, string> {
		const shown: Record<string, string> = {};
		for (const [name, value] of Object.entries(others)) {
			if (value !== undefined) shown[name] = Array.isArray(value) ? value.join(', ') : value;
		}
		if (authorization !== undefined) {
			// Everything after the scheme, since it may not be a valid key.
			shown.authorization = authorization.replace(
				/(^\s*\S+\s+)?(.+)/s,
				(_header, scheme: string | undefined, key: string) =>
					`${scheme ?? ''}<${this.#keys.find(key)?.name ?? 'unknown key'}>`,
			);
		}
		return shown;
	}
}
