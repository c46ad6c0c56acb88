import type { Failure } from '../../nodes/ProjectWorkspace/old/client/types';
import { type ListOptions, readPages } from '../../nodes/ProjectWorkspace/old/lists/readPages';
import type { ListProblem } from '../../nodes/ProjectWorkspace/old/lists/messages';
import type {
	FetchPage,
	PageResponse,
	PageTarget,
} from '../../nodes/ProjectWorkspace/old/lists/page/target';
import type { JsonObject } from '../../nodes/ProjectWorkspace/old/records/value';
import type { ListOutcome } from '../../nodes/ProjectWorkspace/old/lists/outcome';
import { ok, reject } from '../../nodes/ProjectWorkspace/old/result';

export const LIST_URL = 'https://api.example.com/v1/users';

/** How the fake services give a page: what they reject is thrown. */
export type GivePage = (target: PageTarget) => Promise<PageResponse>;

export type FakeList = Omit<ListOptions, 'fetchPage' | 'address'> & {
	fetchPage: GivePage;
	address?: string;
};

export interface CollectedList {
	/** All of them, or those read before the refusal. */
	records: JsonObject[];
	outcome: ListOutcome & ({ kind: 'done' } | { kind: 'refused'; refusal: ListProblem });
}

/** The pages of a fake service. */
export const pagesOf = ({ fetchPage, ...options }: FakeList) =>
	readPages({ address: LIST_URL, ...options, fetchPage: answering(fetchPage) });

/** Reads a list into one array. A rejection does not lose what was read before it. */
export async function collectList(options: FakeList): Promise<CollectedList> {
	const records: JsonObject[] = [];
	const { pages } = pagesOf(options);
	for (;;) {
		const step = await pages.next();
		if (step.done) return { records, outcome: told(step.value) };
		records.push(...step.value);
	}
}

const answering =
	(give: GivePage): FetchPage =>
	async (target) =>
		await give(target).then(ok, (error: unknown) => reject(failureOf(error)));

function failureOf(error: unknown): Failure {
	// As the fakes throw.
	const { message, httpCode, isJson } = error as {
		message: string;
		httpCode?: unknown;
		isJson?: true;
	};
	return {
		cause: 'unknown',
		message,
		description: '',
		code: 'made_up',
		status: httpCode === undefined ? undefined : Number(httpCode),
		isJson,
		method: 'GET',
		path: '/users',
	};
}

/** Where Limit was reached, a list that has more is none that is short. */
function told(outcome: ListOutcome): CollectedList['outcome'] {
	const { completeness, more } = outcome;
	return completeness.is === 'short' && !more
		? { ...outcome, kind: 'refused', refusal: completeness.problem }
		: { ...outcome, kind: 'done' };
}
