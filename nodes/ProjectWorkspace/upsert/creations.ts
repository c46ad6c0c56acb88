import type { IDataObject } from 'n8n-workflow';

import type { List } from '../lists/listRecords';
import { recordId } from '../records/fieldNames';
import { sameValue } from '../records/sameValue';
import { hasRounded, isEmpty } from '../records/value';
import { isInList } from '../records/parentId';
import type { Problem } from '../result';
import type { MatchRequest } from './matchRequest';
import { upsertMessages } from './messages';

/**
 * The creations of a run. They go out one by one until one has proven that the next run will find its record: otherwise
 * each run would create everything again.
 */
export class Creations {
	/** Why nothing more is created. */
	problem: Problem | undefined;
	private isProven = false;
	private turn: Promise<unknown> = Promise.resolve();

	async inTurn<T>(create: () => Promise<T>): Promise<T> {
		// An object, because a promise would be waited for.
		const started = this.turn.then(() => ({ done: create() }));
		this.turn = started.then(async ({ done }) => {
			if (!this.isProven) await done.catch(() => undefined);
		});
		return await (
			await started
		).done;
	}

	/**
	 * Why the next run would not find a new record, and would create it again.
	 * @param saved the record of the response; empty if there is none
	 * @param isNearly whether it is found by its saved values, although they are not the same
	 */
	async whyNotFoundAgain(
		request: MatchRequest,
		list: { result: List; isListed: (request: MatchRequest) => Promise<boolean> },
		saved: IDataObject,
		isNearly: () => boolean,
	): Promise<Problem | undefined> {
		const { resource, match, zone } = request;
		const id = recordId(saved, resource.value);
		const shown = shownIn(saved, match);
		const differing = shown.find((name) => !sameValue(saved[name], match[name], zone));
		const lost = differing === undefined || isNearly() ? undefined : differing;
		const isShownWhole = lost === undefined && shown.length === Object.keys(match).length;
		if (!this.isProven) {
			const isSaved = isShownWhole && isSavedIn(request, list, saved);
			this.isProven = isSaved || (await list.isListed(request));
			if (this.isProven) return undefined;
			this.problem = upsertMessages.notCreatedAfter(resource);
			// A response without an ID may be about something else.
			if (lost === undefined || id === undefined)
				return upsertMessages.notListed(resource, match, id);
		}
		return lost === undefined || id === undefined
			? undefined
			: upsertMessages.notFindable(resource, lost, match[lost], id);
	}
}

/** The fields to match on that a response shows. */
export const shownIn = (saved: IDataObject, match: IDataObject): string[] =>
	Object.keys(match).filter((name) => !isEmpty(saved[name]) && !hasRounded(saved[name]));

/** Whether a new record says that it is in the project that is searched, or the records of that project do not say so. */
function isSavedIn({ wanted }: MatchRequest, { result }: { result: List }, saved: IDataObject) {
	const { query } = wanted.request;
	const saysSo = (record: IDataObject) => isInList(record, query);
	return saysSo(saved) ?? (result.records.length > 0 && !result.records.some(saysSo));
}
