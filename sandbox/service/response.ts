import type { JsonValue } from '../json.ts';

/** A response as plain data, so that a fault can replace it before it is sent. */
export interface ServiceResponse {
	status: number;
	headers: Record<string, string>;
	body?: JsonValue;
	/** The connection ends without a response. */
	dropped?: boolean;
}
