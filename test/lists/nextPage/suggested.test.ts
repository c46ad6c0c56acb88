import { spell, suggestedWays } from '../../../nodes/ProjectWorkspace/old/lists/nextPage/suggested';
import type { WaySpec } from '../../../nodes/ProjectWorkspace/old/lists/nextPage/way';
import { readPage } from '../../../nodes/ProjectWorkspace/old/lists/page/pageReader';

/** What a first page of two users shows. */
function waysOf(said: object, query: Record<string, string> = {}) {
	const url = 'https://api.example.com/v1/users';
	const body = { users: [{ id: 'u1' }, { id: 'u2' }], ...said };
	const reading = readPage({ body, headers: {}, query, url }, 'user', {});
	if (!reading.ok) throw new TypeError(reading.problem.message);
	const { ways, endsHere } = suggestedWays(reading.value);
	const by = (evidence: WaySpec['evidence']) => ways.filter((way) => way.evidence === evidence);
	return { stated: by('stated'), reported: by('reported'), guesses: by('guess'), endsHere };
}

const told = (ways: readonly WaySpec[]) =>
	ways.map(({ kind, parameter, base }) => `${kind} ${parameter} ${base}`.trim());

test.each<[string, object]>([
	['a link', { next: '?page=2' }],
	...['_links', 'urls', 'pages', 'hydra:view'].map((above): [string, object] => [
		`a path in ${above}`,
		{ [above]: { next: 'two' } },
	]),
	['a link next to anything else', { next: '?page=2', page: 1, next_cursor: 'c' }],
])('after %s, no parameters are tried', (_, said) => {
	const { stated, reported, guesses } = waysOf(said);
	expect([told(stated), reported, guesses]).toEqual([['link  0'], [], []]);
});

test.each<[string, object, boolean]>([
	['a cursor that is null', { next_cursor: null }, true],
	['a cursor that is empty', { next_cursor: '' }, true],
	[
		'a cursor that is null, and one that may be where this page is',
		{ next_cursor: null, cursor: 'c' },
		true,
	],
	[
		'a cursor that is null, and one that leads on',
		{ next_cursor: null, meta: { next_token: 't' } },
		false,
	],
	['a null in an object of any name', { settings: { cursor: null } }, false],
	...['links', 'pages', 'pageInfo', 'meta', 'additional_data'].map(
		(name): [string, object, boolean] => [`a null in ${name}`, { [name]: { next: null } }, true],
	),
	...Object.entries({
		page: { id: 'P', next: null },
		cursor: { id: 'x', next: null },
		list: { key: 'x', next: null },
		view: { sort: 'title', next: null },
		position: { lat: 1, next: null },
		query_info: { project: 'p', next: null },
	}).map(([name, object]): [string, object, boolean] => [
		`a null in ${name}, which may be a thing`,
		{ [name]: object },
		false,
	]),
	['a cursor', { next_cursor: 'c' }, false],
	['nothing', {}, false],
])('%s says that this was all: %#', (_, said, endsHere) => {
	expect(waysOf(said).endsHere).toBe(endsHere);
});

test('a cursor that may be where this page is counts after one that leads on, next to one that is null', () => {
	const { stated } = waysOf({ next_cursor: null, meta: { next_token: 't' }, cursor: 'c' });
	expect([...new Set(stated.map(({ path }) => path))]).toEqual(['meta.next_token', 'cursor']);
});

test.each<[string, unknown, string]>([
	[
		'a link',
		'?page=2',
		`paginationnext odatanextlink nextlink nextrecordsurl nextpageuri nextpageurl nextpagelink nextpagepath
		nexturl nexturi nexthref nextpath nextbyoffset nextpagehref nextrequest nextrecords nextresults moreurl
		moretopicsurl loadmoreurl nextpage next`,
	],
	[
		'a token',
		't',
		`next.startingafter>startingafter next.after>after,page[after],cursor next.cursor>cursor,after,start_cursor
		next.page>page next.offset>offset next.token>page_token,token,cursor
		nextpage.token>page_token,pageToken,token nextpage.offset>offset endcursor>after,cursor,end_cursor
		aftercursor>page[after],after,cursor,aftercursor cursor.next>cursor,next,after,from,offset,page_token,until
		cursors.next>cursor,next,after,from,offset,page_token,until
		nextcursor>cursor,start_cursor,nextcursor,after,page_token,page[cursor] nextcursormark>cursor_mark
		nextpagecursor>page_cursor,cursor,nextpagecursor
		nextpagetoken>page_token,nextpagetoken,page-token,pageToken,token nextpagekey>nextpagekey,page_key
		nexttoken>nexttoken,token,page_token,pagination_token,cursor
		nextcontinuationtoken>continuation-token,continuation_token nextmarker>marker,nextmarker
		continuationtoken>continuationtoken,continuationToken continuation>continuation,continuation_token
		continue>continue lastkey>lastkey,start_key
		lastevaluatedkey>exclusive_start_key,lastevaluatedkey,start_key,cursor bookmark>bookmark scrollid>scrollid
		searchafter>searchafter resumptiontoken>resumptiontoken paginationtoken>paginationtoken
		pagingtoken>pagingtoken resumetoken>resumetoken pagestate>pagestate nextkey>key,start_key,nextkey
		nextbatch>from,since,nextbatch cursornext>cursor,cursornext nextafter>after,starting_after,nextafter
		nextid>from,nextid,start_id,cursor,after nextpagestart>start nextstart>start nextstartindex>start_index
		nextoffset>offset,nextoffset nextskip>skip nextpage>page,page_number,nextpage,page_token,cursor
		next>cursor,next,from,after,offset,page_token,until pagetoken>pagetoken
		pagination.cursor>cursor,after,start_cursor cursors.after>after,cursor,page[after]
		cursor.after>after,cursor,page[after] cursor>cursor,after,start_cursor after>after,page[after],cursor
		startingafter>startingafter marker>marker position>position offset>offset`,
	],
	[
		'a number',
		1,
		`pageable.pagenumber>page,pagenumber,page[number] currentpage>page,currentpage,page[number]
		pagenumber>pagenumber,page,page[number] page.number>page,page[number],page_number
		page>page,page[number],pagination[page],page_number pageno>pageno,page,p pagenum>pagenum,page,p
		pageindex>pageindex,page,p pageoffset>page,pageoffset startat>startat startindex>startindex
		startposition>startposition skip>skip,$skip offset>offset,page[offset],start,skip,from start>start,offset
		from>from`,
	],
])('%s is found in each of these fields, sent in these parameters', (_, value, fields) => {
	const shownIn = (at: string) => {
		const said = at.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
		const { stated, reported } = waysOf(said as object);
		expect([at, stated.length + reported.length]).not.toEqual([at, 0]);
		const parameters = new Set([...stated, ...reported].map(({ parameter }) => parameter));
		return [at, ...[...parameters].filter(Boolean)].join().replace(',', '>');
	};
	const wanted = fields.split(/\s+/);
	expect(wanted.map((field) => shownIn(field.replace(/>.*/, '')))).toEqual(wanted);
});

test.each<[string, object]>([
	['0', { cursor: 0 }],
	['"0"', { cursor: '0' }],
])('the cursor %s may be one, and stops no other way', (_, said) => {
	const { stated, reported, guesses } = waysOf(said);
	expect(stated).toEqual([]);
	expect(told(reported)).toEqual(['cursor cursor 0']);
	expect(told(guesses)).toContain('page page 1');
});

test('a page number that is shown may count from 0 or from 1', () => {
	expect(told(waysOf({ page: 1 }).reported).slice(0, 2)).toEqual(['page page 1', 'page page 0']);
	expect(told(waysOf({ page: 0 }).reported).slice(0, 2)).toEqual(['page page 0', 'page page 1']);
});

test('the cursor of the request is the position of this page', () => {
	expect(waysOf({ cursor: 'here' }, { cursor: 'here' }).stated).toEqual([]);
	expect(told(waysOf({ cursor: 'there' }, { cursor: 'here' }).stated)).toContain('cursor cursor 0');
});

test.each([
	['page token', 'nextPageToken', 'pageToken'],
	['page token', 'next_page_token', 'page_token'],
	['page token', 'next-page-token', 'page-token'],
	['page token', 'NextPageToken', 'PageToken'],
	['page token', 'next', 'page_token'],
	['=', 'ns:nextCursor', 'nextCursor'],
	['page[after]', 'after_cursor', 'page[after]'],
])('%s next to %s is spelled %s', (words, key, spelled) => {
	expect(spell(words, { path: ['meta', key] })).toBe(spelled);
});

test('the name of a header is spelled as a field', () => {
	expect(spell('=', { path: ['header', 'X-Next-Offset'] })).toBe('next_offset');
});
