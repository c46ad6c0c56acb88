import type { JsonValue } from '../json.ts';
import type { Settings } from '../settings/schema.ts';
import type { Filter } from '../store/records.ts';
import type { Answer } from './answer.ts';
import type { Call } from './call.ts';
import { Refusal } from './conditions.ts';
import { pluralOf } from './endpoints.ts';
import type { Kind } from './endpoints.ts';
import { wrapList } from './envelopes.ts';
import { paginationStyles } from './pagination.ts';
import type { PageFacts, Style } from './pagination.ts';
import type { Parts } from '../parts.ts';

type Pagination = Settings['pagination'];

export function list(parts: Parts, call: Call, kind: Kind): Answer {
	const { list: shape, pagination, success } = parts.settings.current;
	const style: Style = paginationStyles[pagination.style];
	const query = new URLSearchParams(call.query);
	const filter = filterOf(parts, query, kind);
	const window = style.window({
		get: (name) => query.get(name),
		settings: pagination,
		sequenceOf: (id) => parts.records.get(kind, id)?.sequence,
	});
	const found = parts.records.page(kind, filter ?? {}, window);
	const page = filter ? found.page : { ...found.page, total: 0, count: 0, hasMore: false };
	const facts: PageFacts = { ...style.facts?.(page, pagination) };
	const next = style.next?.(page, pagination);
	const link = next && nextLink(call, query, next);
	if (style.link === 'body') facts.nextLink = link;
	const answer = wrapList(shape.envelope, {
		resource: pluralOf(kind),
		items: filter ? found.records.map(({ body }) => body) : [],
		facts: fieldsOf(facts, pagination),
		extras: shape.extras,
	});
	if (style.link === 'header' && link) answer.headers.Link = `<${link}>; rel="next"`;
	return { status: success.list.status, ...answer };
}

/** Which records are meant; undefined stands for none. */
function filterOf(parts: Parts, query: URLSearchParams, kind: Kind): Filter | undefined {
	const { archive, tasks } = parts.settings.current;
	if (kind === 'project') return { withArchived: archive.listed };
	if (kind !== 'task') return {};
	const projectId = query.get('project_id');
	if (projectId !== null) return { projectId };
	if (tasks.withoutProject === 'refused') {
		throw new Refusal('invalidQuery', 'project_id is required');
	}
	return tasks.withoutProject === 'none' ? undefined : {};
}

/** The facts under their configured names, with the configured sign for "nothing follows". */
function fieldsOf(facts: PageFacts, { end, response }: Pagination): Record<string, JsonValue> {
	const named: Record<string, JsonValue> = {};
	for (const [fact, value] of Object.entries(facts)) {
		// The keys of the facts are those of the settings' table.
		const name = response[fact as keyof PageFacts];
		if (!name) continue;
		if (value !== undefined) named[name] = value;
		else if (end !== 'omitted') named[name] = end === 'null' ? null : '';
	}
	return named;
}

function nextLink(call: Call, query: URLSearchParams, next: Record<string, string>): string {
	const following = new URLSearchParams(query);
	for (const [name, value] of Object.entries(next)) following.set(name, value);
	return `http://${call.host}${call.path}?${following.toString()}`;
}
