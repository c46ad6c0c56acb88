import fc from 'fast-check';
import { collectList } from './collectList';
import { fakeService, makeRows } from './fakeService';

/** A service with its habits, of which at most one misleads. */
const services = fc.record({
	style: fc.constantFrom('page1', 'page0', 'offset', 'lastId', 'cursor', 'link', 'nextPage'),
	length: fc.constantFrom(0, 1, 7, 9, 10, 18, 20, 27, 30, 97),
	size: fc.constantFrom(9, 10),
	/** Records that this key must not see leave gaps. */
	hidden: fc.constantFrom('none', 'some', 'page'),
	position: fc.boolean(),
	limit: fc.constantFrom('none', 'true', 'larger'),
	total: fc.constantFrom('none', 'true', 'withHidden', 'ofPage', 'capped', 'estimated'),
	pages: fc.constantFrom('none', 'true', 'from0'),
	more: fc.constantFrom('none', 'true', 'neverTrue', 'words', 'numbers'),
	leadsOnForever: fc.boolean(),
	pastEnd: fc.constantFrom('empty', 'notFound', 'lastPage'),
});
type Service = typeof services extends fc.Arbitrary<infer T> ? T : never;

const isLed = ({ style }: Service) => /cursor|link|nextPage/.test(style);

const misleadings = (s: Service) =>
	[
		s.hidden !== 'none',
		s.limit === 'larger',
		['ofPage', 'capped', 'estimated'].includes(s.total),
		s.pages === 'from0',
		s.more === 'neverTrue',
		s.leadsOnForever && isLed(s),
		s.pastEnd === 'lastPage',
	].filter(Boolean).length;

/** A flag and a total are taken at their word, where no more than this page is there to contradict them. */
const isBelieved = (s: Service) => s.more === 'neverTrue' || s.total === 'ofPage';

function start(s: Service) {
	const all = makeRows(s.length);
	const isHidden = (at: number) =>
		s.hidden === 'some' ? at % 7 === 3 : s.hidden === 'page' && at >= s.size && at < 2 * s.size;
	const shown = all.filter((_, at) => !isHidden(at));
	const pages = Math.ceil(all.length / s.size);
	const service = fakeService((query, url) => {
		const first = s.style === 'page0' ? 0 : 1;
		const page = Number(query.page ?? first);
		let from = {
			page1: (page - 1) * s.size,
			page0: page * s.size,
			nextPage: (page - 1) * s.size,
			link: (page - 1) * s.size,
			offset: Number(query.offset ?? 0),
			cursor: Number(query.cursor?.slice(1) ?? 0),
			lastId: all.findIndex(({ id }) => id === query.starting_after) + 1,
		}[s.style];
		if (from >= all.length && from > 0) {
			if (s.pastEnd === 'notFound')
				throw Object.assign(new Error('404'), { httpCode: 404, isJson: true });
			if (s.pastEnd === 'lastPage' && /page/.test(s.style)) from = Math.max(0, pages - 1) * s.size;
		}
		const users = all.slice(from, from + s.size).filter((_, at) => !isHidden(from + at));
		const hasMore = from + s.size < all.length;
		const leads = hasMore || s.leadsOnForever;
		const body = {
			users,
			page: s.position && s.style.startsWith('page') ? page : undefined,
			offset: s.position && s.style === 'offset' ? from : undefined,
			limit: { none: undefined, true: s.size, larger: 50 }[s.limit],
			total: {
				none: undefined,
				true: shown.length,
				withHidden: all.length,
				ofPage: users.length,
				capped: { value: Math.min(20, all.length), relation: 'gte' },
				estimated: `~${all.length + 3}`,
			}[s.total],
			total_pages: s.pages === 'true' ? pages : undefined,
			last_page: s.pages === 'from0' ? Math.max(0, pages - 1) : undefined,
			has_more: {
				none: undefined,
				true: hasMore,
				neverTrue: false,
				words: hasMore ? 'Yes' : 'No',
				numbers: hasMore ? 1 : '0',
			}[s.more],
			...(s.style === 'cursor' && { next_cursor: leads ? `c${from + s.size}` : null }),
			...(s.style === 'nextPage' && { next_page: leads ? page + 1 : null }),
			...(s.style === 'link' && { next: leads ? `${url.pathname}?page=${page + 1}` : null }),
		};
		return { body };
	});
	return { service, shown };
}

async function read(s: Service, parallel: number) {
	const { service, shown } = start(s);
	const { fetchPage } = service;
	const list = { resource: 'user', firstQuery: {}, fetchPage, parallel } as const;
	const { records, outcome } = await collectList(list);
	const ids = records.map(({ id }) => id);
	const isWhole = JSON.stringify(ids) === JSON.stringify(shown.map(({ id }) => id));
	return { outcome, ids, isWhole, asked: service.asked.length };
}

test('a short list never counts as complete, with 1 and with 10 parallel requests', async () => {
	await fc.assert(
		fc.asyncProperty(
			services.filter((s) => misleadings(s) <= 1 && !isBelieved(s)),
			async (s) => {
				const one = await read(s, 1);
				if (one.outcome.completeness.is === 'complete')
					expect(one).toMatchObject({ isWhole: true });
				const ten = await read(s, 10);
				expect([ten.outcome.completeness, ten.ids]).toEqual([one.outcome.completeness, one.ids]);
			},
		),
		{ numRuns: 400 },
	);
});
