import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { UserError } from '../errors';
import { recordLabel } from '../records/fields';
import type { ResourceName } from '../resources';
import { joinSentences } from '../texts';
import { withLiterals } from './literals';
import { readForEditor, type ShownList } from './readForEditor';

/** How many records a list shows when it is opened. */
const FIRST_SHOWN = 100;

/** The service documents no search, so the node searches in so many records. */
const MAX_SEARCHED = 1_000;

/** The lists of resource locators, by the name of the resource. */
export const listSearch = {
	project: searchIn('project'),
	task: searchIn('task'),
	user: searchIn('user'),
	workflow: searchIn('workflow'),
};

/** n8n gives what was typed, or after scrolling the token. */
function searchIn(resource: ResourceName) {
	return async function (
		this: ILoadOptionsFunctions,
		filter = '',
		token?: string,
	): Promise<INodeListSearchResult> {
		const typed = filter.trim().toLowerCase();
		const isOpening = typed === '' && token === undefined;
		const limit = isOpening ? FIRST_SHOWN : MAX_SEARCHED;
		const list = await readForEditor(this, resource, { limit }, isOpening);
		if (!(list instanceof UserError)) {
			return withLiterals(shownOf(list, resource, typed, Number(token ?? 0)));
		}
		// Without an error, the list would look empty. The editor only shows the message, as plain text.
		throw new NodeOperationError(this.getNode(), joinSentences([list.message, list.description]));
	};
}

/** @param from how many have been shown */
function shownOf(
	list: ShownList,
	resource: ResourceName,
	typed: string,
	from: number,
): INodeListSearchResult {
	const results: INodeListSearchResult['results'] = [];
	let selectable = 0;
	for (const record of list.records) {
		const label = recordLabel(record, resource);
		if (!label) continue;
		selectable += 1;
		const isAsked = selectable > from && label.name.toLowerCase().includes(typed);
		if (isAsked) results.push({ name: label.name, value: label.id });
	}

	const isFirstPart = list.hasMore && list.records.length < MAX_SEARCHED && results.length > 0;
	if (isFirstPart) return { results, paginationToken: String(selectable) };

	const tooMany = `Only the first ${list.records.length} records are listed. Enter the ID instead.`;
	const notice = list.notice ?? (list.hasMore ? tooMany : undefined);
	// n8n does not select an entry whose value is a boolean.
	if (notice !== undefined) results.push({ name: notice, value: false });
	return { results };
}
