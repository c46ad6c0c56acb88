import {
	beginningOf,
	keyOfRecord,
	readPosition,
	returnedOf,
	writePosition,
} from '../../nodes/ProjectWorkspace/lists/position';

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

test('the last record that was returned is found by its ID, though it was updated', () => {
	const position = {
		...beginningOf({}),
		returned: 1,
		last: keyOfRecord({ id: 7, status: 'open' }),
	};
	expect(returnedOf([{ id: 8 }, { id: 7, status: 'done' }], position)).toBe(2);
});

test('a position fits the same query in another order', () => {
	const address = 'https://api.example.com/v1/users';
	const text = writePosition({ address, firstQuery: { a: '1', b: '2' } }, beginningOf({ a: '1' }));
	expect(readPosition({ address, firstQuery: { b: '2', a: '1' } }, text)).toBeDefined();
});
