import { addressIn, fieldAtPath } from '../../../nodes/ProjectWorkspace/old/lists/nextPage/ledWay';
import { lastIdOf } from '../../../nodes/ProjectWorkspace/old/lists/nextPage/suggested';
import type { Reading } from '../../../nodes/ProjectWorkspace/old/lists/page/pageReader';

const NEXT = 'https://api.example.com/v1/users?page=2';

test.each(['href', 'url', 'uri', 'link'])('an address may be in an object, as %s', (key) => {
	expect(addressIn({ [key]: NEXT }, true)).toBe(NEXT);
	expect(addressIn({ href: '', [key]: NEXT }, true)).toBe(NEXT);
});

test.each([5, null, true, {}, { href: 5 }, { href: '' }, { to: NEXT }])(
	'%j has no address',
	(value) => {
		expect(addressIn(value, true)).toBeUndefined();
	},
);

test('a string is a URL if its field says so, or if it looks like one', () => {
	expect(addressIn('page-2', true)).toBe('page-2');
	expect(addressIn('page-2', false)).toBeUndefined();
	expect(addressIn(NEXT, false)).toBe(NEXT);
});

test('a path leads to a field of the body or to a header', () => {
	const headers = { 'X-Next': 'b', link: `<${NEXT}>; rel="next"` };
	const page = { headers, body: { meta: { next: 'a' } }, query: {}, url: NEXT };
	expect(fieldAtPath(page, 'meta.next')?.value).toBe('a');
	expect(fieldAtPath(page, 'headers.x-next')?.value).toBe('b');
	expect(fieldAtPath(page, 'header.Link')?.value).toBe(NEXT);
	expect(fieldAtPath(page, 'meta.other')).toBeUndefined();
});

test('a record without an ID cannot be a last ID', () => {
	const reading = (records: object[]) =>
		({ fields: { find: () => [] }, records }) as unknown as Reading;
	expect(lastIdOf(reading([{ id: 7 }]))).toBe('7');
	expect(lastIdOf(reading([{ name: 'A' }]))).toBeUndefined();
});

test.each([
	['a9', 'a9'],
	['', '7'],
	[null, '7'],
])('the last ID is stated, or else that of the last record: %j', (value, id) => {
	const fields = { find: () => [{ value }] };
	expect(lastIdOf({ fields, records: [{ id: 7 }] } as unknown as Reading)).toBe(id);
});
