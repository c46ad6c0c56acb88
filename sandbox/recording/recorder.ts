/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../clock.ts';
import { parseJson } from '../json.ts';
import type { JsonValue } from '../json.ts';
import type { Answer } from '../service/answer.ts';
import type { Call } from '../service/call.ts';
import { fingerprintOf } from '../store/keys.ts';
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
	/** Names in lower case; the key is replaced by its name and a short fingerprint. */
	headers: Record<string, string>;
	bodyText: string;
	/** Undefined when the text is not JSON. */
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

	close(entry: RecordedRequest, answer: Answer): void {
		entry.status = answer.broken === 'dropped' ? null : answer.status;
		entry.durationMs = this.#clock.now() - entry.time;
	}

	clear(): void {
		this.#requests = [];
	}

	#shown(headers: IncomingHttpHeaders): Record<string, string> {
		const shown: Record<string, string> = {};
		for (const [name, value] of Object.entries(headers)) {
			if (value !== undefined) shown[name] = Array.isArray(value) ? value.join(', ') : value;
		}
		if (shown.authorization !== undefined) {
			shown.authorization = this.#withoutKey(shown.authorization);
		}
		return shown;
	}

	/** Keeps the scheme and the spaces of the header, since tests check them. */
	#withoutKey(header: string): string {
		const parts = /^(\s*\S+\s+)(.*)$/s.exec(header);
		const scheme = parts?.[1] ?? '';
		const key = parts?.[2] ?? header;
		const name = this.#keys.find(key)?.name ?? 'unknown key';
		return `${scheme}<${name}, ${fingerprintOf(key)}>`;
	}
}
