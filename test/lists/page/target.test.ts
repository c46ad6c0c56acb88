import {
	keyOfTarget,
	type PageTarget,
	stepOf,
} from '../../../nodes/ProjectWorkspace/lists/page/target';

const query = (parameters: Record<string, string>): PageTarget => ({ query: parameters });
const url = (end: string): PageTarget => ({ url: `https://api.example.com/v1/users${end}` });

test('the order of its parameters does not make another page', () => {
	expect(keyOfTarget(query({ a: '1', b: '2' }))).toBe(keyOfTarget(query({ b: '2', a: '1' })));
	expect(keyOfTarget(url('?a=1&b=2'))).toBe(keyOfTarget(url('?b=2&a=1')));
	expect(keyOfTarget(url('?a=1&b=2'))).not.toBe(keyOfTarget(url('?a=2&b=1')));
	expect(keyOfTarget(query({ a: '1' }))).not.toBe(keyOfTarget(query({ a: '2' })));
});

test('a step between two pages is one number that grows', () => {
	const step = { name: 'offset', value: 40, by: 20 };
	expect(stepOf(query({ offset: '20', q: 'a' }), query({ offset: '40', q: 'a' }))).toEqual(step);
	expect(stepOf(url('?offset=20'), url('?offset=40'))).toEqual(step);
	expect(stepOf(query({ offset: '40' }), query({ offset: '20' }))).toBeUndefined();
	expect(stepOf(query({ offset: 'a' }), query({ offset: 'b' }))).toBeUndefined();
	expect(stepOf(query({ a: '1', b: '1' }), query({ a: '2', b: '2' }))).toBeUndefined();
});
