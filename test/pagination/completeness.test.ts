import { ApiError } from '../../nodes/ProjectWorkspace/errors';
import {
	errorFor,
	completenessOf,
	unknownBecause,
	type Completeness,
} from '../../nodes/ProjectWorkspace/pagination/completeness';
import { End, FailedPage } from '../../nodes/ProjectWorkspace/pagination/end';
import { Evidence } from '../../nodes/ProjectWorkspace/pagination/evidence';

const error = new ApiError('The service is down', 'Try again later.', { code: 'down' });

const lastPage = new End('lastPage');
const pastEnd = new End('pastEnd');
const rejected = new End('rejected');
const failed = new FailedPage(error, undefined);
const endless = new End('endless');
const notFound = new End('notFound', { hasNext: false });
const nextLost = new End('notFound', { hasNext: true });

describe('whether that was all: the first rule that applies', () => {
	const cases: Array<[string, End, Partial<Evidence> & { style?: string }, string]> = [
		['a page could not be read', failed, { total: 20 }, 'short'],
		['it does not end', endless, { total: 20 }, 'short'],
		['a flag says that there is more', pastEnd, { says: 'more', newPages: 1 }, 'short'],
		['a link or a token says that there is more', nextLost, { total: 20 }, 'short'],
		['it changed', lastPage, { hasTotalFallen: true, total: 20 }, 'changed'],
		['it changed, and a total is larger', lastPage, { hasTotalFallen: true, total: 21 }, 'changed'],
		['a total is larger', lastPage, { total: 21, says: 'end' }, 'short'],
		['there is no list', notFound, { recordsRead: 0, isNoList: true }, 'noList'],
		['all records are of other projects', lastPage, { leftOut: 20 }, 'short'],
		[
			'a page without a list ended it',
			pastEnd,
			{ newPages: 1, isNoList: true, hasOtherForm: true },
			'noList',
		],
		['records name their project in another form', lastPage, { hasOtherForm: true }, 'otherForm'],
		['the total is reached', notFound, { total: 20 }, 'complete'],
		[
			'the total is reached, and the page after it is rejected',
			rejected,
			{ total: 20 },
			'complete',
		],
		['a flag says that this is all', notFound, { says: 'end' }, 'complete'],
		['what leads on ends', lastPage, {}, 'complete'],
		['the service rejects a later page', rejected, { newPages: 2 }, 'rejected'],
		['a page past the end, after new pages', pastEnd, { newPages: 1 }, 'complete'],
		['a page past the end, without new pages', pastEnd, {}, 'noSign'],
		['nothing at all', notFound, { recordsRead: 0 }, 'complete'],
		['the person has set that there is one page', notFound, { style: 'none' }, 'complete'],
		['a page past the end, by what is set', pastEnd, { style: 'page' }, 'complete'],
		['what is set leads nowhere', notFound, { style: 'page' }, 'noSign'],
		['nothing says so', notFound, {}, 'noSign'],
	];

	test.each(cases)('%s', (_, end, { style, ...said }, verdict) => {
		const evidence = Object.assign(new Evidence({ resource: 'task' }), { recordsRead: 20 }, said);
		const completeness = completenessOf(end, evidence, style);
		expect(completeness.is === 'unknown' ? completeness.because : completeness.is).toBe(verdict);
	});
});

describe('what each reader needs', () => {
	const complete: Completeness = { is: 'complete' };
	const limited: Completeness = { is: 'limited', hasMore: undefined };
	const unknown = unknownBecause('noSign', 20);
	const short: Completeness = { is: 'short', error };

	test.each([
		[false, ['short']],
		[true, ['unknown', 'short']],
	])('these lists are errors if all records are needed (%s): %j', (needsAll, are) => {
		const lists = [complete, limited, unknown, short];
		const errors = lists.filter((list) => errorFor(list, needsAll));
		expect(errors.map(({ is }) => is)).toEqual(are);
	});

	test('the error says why', () => {
		expect(errorFor(unknown, true)?.message).toBe(
			'The list may be incomplete: 20 records were read, and the service does not say whether there are more',
		);
		expect(errorFor(short, true)).toBe(error);
	});

	test.each([
		['changed', 'temporarily-unavailable'],
		['noList', 'temporarily-unavailable'],
		['rejected', 'temporarily-unavailable'],
		['noSign', 'configuration-invalid'],
		['otherForm', 'configuration-invalid'],
	] as const)('n8n polls again soon only for what may pass: %s', (doubt, cause) => {
		const error = errorFor(unknownBecause(doubt, 20), true);
		expect(error).toMatchObject({ n8nCause: cause });
	});
});
