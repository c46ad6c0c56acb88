import { ApiError } from '../../nodes/ProjectWorkspace/errors';
import {
	errorFor,
	judge,
	unknownBecause,
	type Completeness,
	type EndReason,
	type Need,
} from '../../nodes/ProjectWorkspace/pagination/completeness';
import type { ListProgress } from '../../nodes/ProjectWorkspace/pagination/progress';
import type { ApiRequest, ListSettings } from '../../nodes/ProjectWorkspace/transport/types';

const error = new ApiError('The service is down', 'Try again later.', { code: 'down' });

const lastPage: EndReason = { is: 'lastPage' };
const pastEnd: EndReason = { is: 'pastEnd' };
const rejected: EndReason = { is: 'rejected' };
const request: ApiRequest = { method: 'GET', path: '/tasks', query: {} };
const failed: EndReason = { is: 'failed', error, request };
const endless: EndReason = { is: 'endless', error };
const nextNotFound: EndReason = { is: 'nextNotFound', hasNext: false, tried: [] };
const nextLost: EndReason = { is: 'nextNotFound', hasNext: true, tried: [] };

const facts = {
	recordsRead: 20,
	hasMore: undefined,
	total: undefined,
	hasChanged: false,
	isNoList: false,
	isOtherProject: false,
	newPages: 0,
};

describe('whether that was all: the first rule that applies', () => {
	const cases: Array<
		[
			string,
			EndReason,
			Partial<ListProgress & Pick<ListSettings, 'style'>>,
			ReturnType<typeof judge>,
		]
	> = [
		['a page could not be read', failed, { total: 20 }, 'short'],
		['it does not end', endless, { total: 20 }, 'short'],
		['a flag says that there is more', pastEnd, { hasMore: true, newPages: 1 }, 'short'],
		['a link or a token says that there is more', nextLost, { total: 20 }, 'short'],
		['it changed', lastPage, { hasChanged: true, total: 20 }, 'changed'],
		['it changed, and a total is larger', lastPage, { hasChanged: true, total: 21 }, 'changed'],
		['a total is larger', lastPage, { total: 21, hasMore: false }, 'short'],
		[
			'a total is larger, and there is nothing',
			nextNotFound,
			{ recordsRead: 0, total: 5 },
			'short',
		],
		['there is no list', nextNotFound, { recordsRead: 0, isNoList: true }, 'noList'],
		['a page without a list ended it', pastEnd, { newPages: 1, isNoList: true }, 'noList'],
		[
			'records name their project in another form',
			lastPage,
			{ isOtherProject: true },
			'otherProject',
		],
		['the total is reached', nextNotFound, { total: 20 }, 'complete'],
		['records were added to the total', pastEnd, { recordsRead: 22, total: 20 }, 'complete'],
		[
			'the total is reached, and the page after it is rejected',
			rejected,
			{ total: 20 },
			'complete',
		],
		['a flag says that this is all', nextNotFound, { hasMore: false }, 'complete'],
		['what leads on ends', lastPage, {}, 'complete'],
		['the service rejects a later page', rejected, { newPages: 2 }, 'rejected'],
		['a page past the end, after new pages', pastEnd, { newPages: 1 }, 'complete'],
		['a page past the end, without new pages', pastEnd, {}, 'noSign'],
		['nothing at all', nextNotFound, { recordsRead: 0 }, 'complete'],
		['the person has set that there is one page', nextNotFound, { style: 'none' }, 'complete'],
		['a page past the end, by what is set', pastEnd, { style: 'page' }, 'complete'],
		['what is set leads nowhere', nextNotFound, { style: 'page' }, 'noSign'],
		['nothing says so', nextNotFound, {}, 'noSign'],
	];

	test.each(cases)('%s', (_, end, { style, ...said }, verdict) => {
		expect(judge(end, { ...facts, ...said } as ListProgress, style)).toBe(verdict);
	});
});

describe('what each reader needs', () => {
	const complete: Completeness = { is: 'complete' };
	const limited: Completeness = { is: 'limited', hasMore: undefined };
	const unknown = unknownBecause('noSign', 20);
	const short: Completeness = { is: 'short', error };

	const cases: Array<[Need, Completeness, string | undefined]> = [
		['found', complete, undefined],
		['found', limited, undefined],
		['found', unknown, undefined],
		['found', short, undefined],
		['noGap', complete, undefined],
		['noGap', unknown, undefined],
		['noGap', short, 'The service is down'],
		['all', complete, undefined],
		[
			'all',
			unknown,
			'The list may be incomplete: 20 records were read, and the service does not say whether there are more',
		],
		['all', short, 'The service is down'],
	];

	test.each(cases)('%s: %j', (need, completeness, message) => {
		expect(errorFor({ completeness, recordsRead: 20 }, need)?.message).toBe(message);
	});

	test.each([
		['changed', 'temporarily-unavailable'],
		['noList', 'temporarily-unavailable'],
		['rejected', 'temporarily-unavailable'],
		['noSign', 'configuration-invalid'],
		['otherProject', 'configuration-invalid'],
	] as const)('n8n polls again soon only for what may pass: %s', (doubt, cause) => {
		const error = errorFor({ completeness: unknownBecause(doubt, 20), recordsRead: 20 }, 'all');
		expect(error).toMatchObject({ n8nCause: cause });
	});

	test('a list of which nothing could be read does for nobody', () => {
		expect(errorFor({ completeness: short, recordsRead: 0 }, 'found')).toBe(error);
	});
});
