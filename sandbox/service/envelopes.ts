import { setAt } from '../json.ts';
import type { JsonObject, JsonValue } from '../json.ts';

/**
 * Where the records of a list are: a dotted path, with `{resource}` for the resource's own name in the plural.
 * An empty path is a bare array. A new shape is one entry.
 */
export const listEnvelopes = {
	array: { at: '' },
	data: { at: 'data' },
	items: { at: 'items' },
	resource: { at: '{resource}' },
	results: { at: 'results' },
	records: { at: 'records' },
	values: { at: 'values' },
	dataItems: { at: 'data.items' },
	dataResource: { at: 'data.{resource}' },
	responseResource: { at: 'response.{resource}' },
	embedded: { at: '_embedded.{resource}' },
	edges: { at: 'edges', wrap: 'node' },
	resourceEdges: { at: 'data.{resource}.edges', wrap: 'node' },
	nodes: { at: 'nodes' },
	resourceNodes: { at: 'data.{resource}.nodes' },
} satisfies Record<string, { at: string; wrap?: string }>;

export interface ListParts {
	resource: string;
	items: readonly JsonObject[];
	/** The fields about the pages. */
	facts: Readonly<Record<string, JsonValue>>;
}

/** The body of a list. A bare array has no place for the facts, so they are sent as headers. */
export function wrapList(
	name: keyof typeof listEnvelopes,
	parts: ListParts,
): { body: JsonValue; headers: Record<string, string> } {
	const envelope: { at: string; wrap?: string } = listEnvelopes[name];
	const { wrap } = envelope;
	const items = parts.items.map((item) => (wrap ? { [wrap]: item } : item));
	if (!envelope.at) return { body: items, headers: factHeaders(parts.facts) };
	const body: JsonObject = {};
	setAt(body, envelope.at.replaceAll('{resource}', parts.resource), items);
	return { body: { ...body, ...parts.facts }, headers: {} };
}

/** `next_cursor` becomes `X-Next-Cursor`. */
function factHeaders(facts: Readonly<Record<string, JsonValue>>): Record<string, string> {
	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(facts)) {
		if (value === null) continue;
		const words = name.split('_');
		const title = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('-');
		headers[`X-${title}`] = String(value);
	}
	return headers;
}
