import type { Filter } from '../store/records.ts';
import type { ServiceResponse } from './response.ts';
import type { Call } from './call.ts';
import { pluralOf } from './endpoints.ts';
import type { Kind } from './endpoints.ts';
import { wrapList } from './envelopes.ts';
import { paginationStyles } from './pagination.ts';
import type { PageFacts, Style } from './pagination.ts';
import type { Parts } from '../parts.ts';

export function list(parts: Parts, call: Call, kind: Kind): ServiceResponse {
	const { list: shape, pagination, success } = parts.settings.current;
	const style: Style = paginationStyles[pagination.style];
	const query = new URLSearchParams(call.query);
	const window = style.window({
		get: (name) => query.get(name),
		pageSize: pagination.pageSize,
		sequenceOf: (id) => parts.records.get(kind, id)?.sequence,
	});
	const { page, records } = parts.records.page(kind, filterOf(query, kind), window);
	const facts: PageFacts = { ...style.facts?.(page) };
	const next = style.next?.(page);
	const link = next && nextLink(call, query, next);
	if (style.link === 'body') facts.next = link ?? null;
	const response = wrapList(shape.envelope, {
		resource: pluralOf(kind),
		items: records.map(({ body }) => body),
		facts,
	});
	if (style.link === 'header' && link) response.headers.Link = `<${link}>; rel="next"`;
	return { status: success.list.status, ...response };
}

function filterOf(query: URLSearchParams, kind: Kind): Filter {
	const projectId = kind === 'task' ? query.get('project_id') : null;
	return projectId === null ? {} : { projectId };
}

function nextLink(call: Call, query: URLSearchParams, next: Record<string, string>): string {
	const following = new URLSearchParams(query);
	for (const [name, value] of Object.entries(next)) following.set(name, value);
	return `http://${call.host}${call.path}?${following.toString()}`;
}
