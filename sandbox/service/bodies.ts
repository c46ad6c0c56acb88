import { parseJsonObject } from '../json.ts';
import type { JsonObject } from '../json.ts';
import type { Call } from './call.ts';
import { Rejection } from './conditions.ts';

/** The body of a request that must have one. Its fields are not specified, so any JSON object is accepted. */
export function requiredBody(call: Call): JsonObject {
	checkType(call);
	const body = parseJsonObject(call.bodyText);
	if (!body) throw new Rejection('invalidBody', 'The request body must be a JSON object');
	return body;
}

/** The body of a request that may come without one. */
export function optionalBody(call: Call): JsonObject {
	return call.bodyText.trim() === '' ? {} : requiredBody(call);
}

function checkType(call: Call): void {
	if (/^application\/json\s*(;|$)/i.test(call.contentType ?? '')) return;
	throw new Rejection('wrongContentType', 'The Content-Type header must be application/json');
}
