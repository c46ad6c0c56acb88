import {
	ownId,
	plainName,
	recordId,
	recordLabel,
} from '../../nodes/ProjectWorkspace/records/fieldNames';
import type { JsonObject } from '../../nodes/ProjectWorkspace/records/json';

const API = 'https://api.example.com/v1/tasks/1';

test.each<[JsonObject, ReturnType<typeof recordLabel>]>([
	[
		{ id: 7, title: 'Write' },
		{ id: 7, name: 'Write (7)' },
	],
	[
		{ task_id: 't1', summary: 'Sum' },
		{ id: 't1', name: 'Sum (t1)' },
	],
	[
		{ uuid: 'x', email: 'a@x.org' },
		{ id: 'x', name: 'a@x.org (x)' },
	],
	[
		{ id: 1, first_name: 'Ada', lastName: 'Lovelace' },
		{ id: 1, name: 'Ada Lovelace (1)' },
	],
	[{ id: 'only' }, { id: 'only', name: 'only' }],
	[
		{ id: 'k', name: '  ' },
		{ id: 'k', name: 'k' },
	],
	[
		{ id: 1, url: API, html_url: 'https://x.org/1' },
		{ id: 1, name: '1', url: 'https://x.org/1' },
	],
	[
		{ id: 1, url: API },
		{ id: 1, name: '1' },
	],
	[
		{ id: 1, url: 'javascript:alert(1)' },
		{ id: 1, name: '1' },
	],
	[{ name: 'No ID' }, undefined],
])('%j is shown as %j', (record, label) => {
	expect(recordLabel(record, 'task')).toEqual(label);
});

test.each([
	[{ id: 't1' }, 't1'],
	[{ _id: 5 }, 5],
	[{ id: '', uuid: 'u' }, 'u'],
	[{ id: null, ID: 'x' }, 'x'],
	[{ id: 'req_1' }, undefined],
	[{ id: 'trace-1' }, undefined],
	[{ jsonrpc: '2.0', id: 1 }, undefined],
	[{ task_id: 't1' }, undefined],
	[{ id: { $oid: 'x' } }, undefined],
])('%j identifies itself as %j', (record, id) => {
	expect(ownId(record)).toBe(id);
});

test.each(['display_name', 'displayName', 'Display-Name', '@display.name'])(
	'%s is plain in any spelling',
	(name) => {
		expect(plainName(name)).toBe('displayname');
	},
);

test.each([
	[{ id: 7 }, 7],
	[{ id: 't7', uuid: 'u7' }, 't7'],
	[{ task_id: 7 }, 7],
	[{ id: ' ' }, undefined],
	[{ id: 2 ** 53 }, undefined],
	[{ id: 7.5 }, undefined],
	[{ id: null, uuid: 'u7' }, undefined],
	[{ key: 'A' }, undefined],
	[{ TaskID: 't7' }, 't7'],
	[{ sid: 'SM1', task_id: 9 }, 'SM1'],
	[{ uid: 'owner' }, undefined],
])('%j is written to by the ID %j', (record, id) => {
	expect(recordId(record, 'task')).toBe(id);
});
