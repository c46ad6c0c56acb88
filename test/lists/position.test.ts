import { beginningOf, keyOfRecord, returnedOf } from '../../nodes/ProjectWorkspace/lists/position';

const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];

test.each([
	['in its place', [a, b, c], 2],
	['earlier', [b, a, c], 1],
	['later', [c, a, b], 3],
	['gone', [a, c], undefined],
	['in its place, and once more', [b, b, c], 2],
	['in two other places, of which either may be it', [b, c, b], undefined],
])('the last record that was returned is %s', (_, records, returned) => {
	const position = { ...beginningOf({}), returned: 2, last: keyOfRecord(b) };
	expect(returnedOf(records, position)).toBe(returned);
});

test('on a page of which nothing was returned, no record is looked for', () => {
	expect(returnedOf([a, b], { ...beginningOf({}), last: keyOfRecord(b) })).toBe(0);
});
