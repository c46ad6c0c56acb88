import { BoundedMap } from '../../nodes/ProjectWorkspace/trigger/boundedMap';

test('the entry that was set longest ago is replaced', () => {
	const map = new BoundedMap<number>(2);
	map.set('a', 1);
	map.set('b', 2);
	map.set('a', 3);
	map.set('c', 4);
	expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([3, undefined, 4]);
	map.delete('a');
	expect(map.get('a')).toBeUndefined();
});
