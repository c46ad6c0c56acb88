/** Names in lower case. */
export type DeliveryHeaders = ReadonlyMap<string, string>;

/** The values of all headers whose names match. */
export function headerValues(headers: DeliveryHeaders, names: RegExp): string[] {
	const values: string[] = [];
	for (const [name, value] of headers) {
		if (names.test(name)) values.push(value);
	}
	return values;
}

/** A delivery as it was received, because its bytes are signed. */
export interface ReceivedDelivery {
	body: Buffer;
	headers: DeliveryHeaders;
}

/** What the signature of a genuine delivery covers besides the body. */
export interface Signature {
	/** Milliseconds since 1970. */
	time?: number;
	id?: string;
}

/** A delivery whose signature is correct. */
export interface GenuineDelivery {
	/** The trigger that received it. */
	trigger: string;
	/** A hash of the bytes that were received. */
	bodyHash: string;
	headers: DeliveryHeaders;
	signature: Signature;
	/** JSON, or the text if it is not JSON. */
	payload: unknown;
}

/** An event that starts the workflow. */
export interface StartingEvent {
	/** The payload, or an entry of a batch. */
	payload: unknown;
	name?: string;
}
