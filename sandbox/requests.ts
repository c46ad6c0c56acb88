import type { JsonObject } from './json.ts';
import type { ServiceRequest } from './service.ts';

const KEPT = 50_000;

/** A request to the service as it was received, and the status of its response. */
export interface RecordedRequest extends ServiceRequest {
	/** Milliseconds since 1970. */
	time: number;
	/** Undefined if it is not a JSON object. */
	body?: JsonObject;
	/** Undefined until the response is sent, null if the connection was dropped. */
	status?: number | null;
	durationMs?: number;
}

/** The requests of this run, newest last. If there are too many, the oldest are removed. */
export class Requests {
	list: RecordedRequest[] = [];

	add(request: RecordedRequest): RecordedRequest {
		// Removing many at once is cheaper than moving the whole list for each request.
		if (this.list.length > 2 * KEPT) this.list = this.list.slice(-KEPT);

		this.list.push(request);
		return request;
	}

	clear(): void {
		this.list = [];
	}
}
