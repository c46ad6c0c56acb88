import { findList } from '../../nodes/ProjectWorkspace/pagination/findList';
import { readPageInfo } from '../../nodes/ProjectWorkspace/pagination/page';
import { SIZE } from '../../nodes/ProjectWorkspace/pagination/pageFields';

function infoOf(fields: object) {
	const records = [{ id: 1 }];
	const response = { status: 200, headers: {}, body: { tasks: records, ...fields } };
	const list = { records, path: ['tasks'], isNoList: false };
	return readPageInfo(response, list, 'task', { ignoreTotal: false });
}

test.each([null, '', false, -1, '-1', 'null', [], {}])(
	'a cursor that is %j ends the list',
	(none) => {
		expect(infoOf({ next_cursor: none })).toMatchObject({ flag: 'end', nextValues: [] });
	},
);

test.each(SIZE)('%s is the number of records on a page', (path) => {
	const fields = path.split('.').reduceRight<unknown>((value, name) => ({ [name]: value }), 7);
	expect(infoOf(fields as object).size).toBe(7);
});

test('a value that cannot be written as a text is neither a flag nor a next page', () => {
	const odd = { toString: 1 };
	expect(infoOf({ has_more: odd, is_last: odd, next_cursor: odd }).flag).toBeUndefined();
});

test('of a response with 20,000 fields a thousand are read', () => {
	let read = 0;
	const fields = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`f${at}`, []]));
	const counting = new Proxy(fields, {
		get(target, name) {
			read += 1;
			return Reflect.get(target, name) as unknown;
		},
	});
	findList(counting, 'task');
	infoOf({ meta: counting, next: counting });
	expect(read).toBeLessThan(5_000);
});
