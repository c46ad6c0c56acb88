import type { JsonValue } from '../json.ts';
import type { PageSettings } from '../settings/schema.ts';
import type { Filter } from '../store/records.ts';
import type { Answer } from './answer.ts';
import type { Call } from './call.ts';
import { pluralOf } from './endpoints.ts';
import type { Kind } from './endpoints.ts';
import { wrapList } from './envelopes.ts';
import { paginationStyles } from './pagination.ts';
import type { PageFacts, Style } from './pagination.ts';
import type { Parts } from '../parts.ts';

export function list(parts: Parts, call: Call, kind: Kind): Answer {
	const { list: shape, pagination, success } = parts.settings.current;
	const style: Style = paginationStyles[pagination.style];
	const query = new URLSearchParams(call.query);
	const window = style.window({
		get: (name) => query.get(name),
		settings: pagination,
		sequenceOf: (id) => parts.records.get(kind, id)?.sequence,
	});
	const { page, records } = parts.records.page(kind, filterOf(query, kind), window);
	const facts: PageFacts = { ...style.facts?.(page, pagination) };
	const next = style.next?.(page, pagination);
	const link = next && nextLink(call, query, next);
	if (style.link === 'body') facts.nextLink = link;
	const answer = wrapList(shape.envelope, {
		resource: pluralOf(kind),
		items: records.map(({ body }) => body),
		facts: fieldsOf(facts, pagination),
	});
	if (style.link === 'header' && link) answer.headers.Link = `<${link}>; rel="next"`;
	return { status: success.list.status, ...answer };
}

function filterOf(query: URLSearchParams, kind: Kind): Filter {
	const projectId = kind === 'task' ? query.get('project_id') : null;
	return projectId === null ? {} : { projectId };
}

/** The facts under their configured names; null if nothing follows. */
function fieldsOf(facts: PageFacts, { response }: PageSettings): Record<string, JsonValue> {
	const named: Record<string, JsonValue> = {};
	for (const [fact, value] of Object.entries(facts)) {
		// The keys of the facts are those of the settings' table.
		const name = response[fact as keyof PageFacts];
		if (!name) continue;
		named[name] = value ?? null;
	}
	return named;
}

function nextLink(call: Call, query: URLSearchParams, next: Record<string, string>): string {
	const following = new URLSearchParams(query);
	for (const [name, value] of Object.entries(next)) following.set(name, value);
	return `http://${call.host}${call.path}?${following.toString()}`;
}
