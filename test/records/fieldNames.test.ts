import {
	isPartOfId,
	isSetByService,
	ownId,
	plainName,
	recordId,
	recordLabel,
} from '../../nodes/ProjectWorkspace/old/records/fieldNames';
import type { JsonObject } from '../../nodes/ProjectWorkspace/old/records/value';

test.each([
	[{ id: 't1' }, 't1'],
	[{ id: '', uuid: 'u' }, 'u'],
	[{ id: null, ID: 'x' }, 'x'],
	[{ id: 'req_1' }, undefined],
	[{ id: 'request:1' }, undefined],
	[{ id: 'trace-1' }, undefined],
	[{ id: 'corr_1' }, undefined],
	[{ id: 'Correlation-1' }, undefined],
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
	[{ id: ' ' }, undefined],
	[{ id: 2 ** 53 }, undefined],
	[{ id: 7.5 }, undefined],
	[{ id: null, uuid: 'u7' }, undefined],
	[{ key: 'A' }, undefined],
	[{ uid: 'owner' }, undefined],
])('%j is written to by the ID %j', (record, id) => {
	expect(recordId(record, 'task')).toBe(id);
});

test.each([
	['id uuid created created_at CreatedOn last_updated lastModifiedDate updated-time', true],
	['deleted_at deletedDate archived_on archivedTime modified last_created_at', true],
	['date_updated date_created last_edited_time lastModifiedDateTime createdDateTime', true],
	['dateLastActivity last_activity_at lastUpdate creationDate update_time time_created', true],
	['archived deleted created_by due_date completed_at update last_seen uid', false],
])('the service sets %s: %s', (names, isSet) => {
	expect(names.split(' ').map(isSetByService)).toEqual(names.split(' ').map(() => isSet));
});

test.each([
	['project project_id projectKey workspace-gid Repo folder_slug tenantuuid organisation', true],
	['list_id SectionId site_key group_gid collectionSlug', true],
	['type object Kind resource_type record-type entityType', true],
	[
		'list group site id key projects project_url parent_id project_ids type_id owner_id uuid',
		false,
	],
])('an ID may only be unique together with %s: %s', (names, isPart) => {
	expect(names.split(' ').map(isPartOfId)).toEqual(names.split(' ').map(() => isPart));
});

test.each<[JsonObject, string | undefined]>([
	[{ id: 7, title: 'Write' }, 'Write (7)'],
	[{ id: 1, first_name: 'Ada', lastName: 'Lovelace' }, 'Ada Lovelace (1)'],
	[{ id: 'only' }, 'only'],
	[{ id: 'k', name: '  ' }, 'k'],
	[{ id: 1, url: 'https://api.example.com/v1/tasks/1' }, '1'],
	[{ id: 1, url: 'http://x.org', permalink: 'javascript:alert(1)' }, '1'],
	[{ name: 'No ID' }, undefined],
])('%j is shown as %j, without a page', (record, name) => {
	expect(recordLabel(record, 'task')).toEqual(name && { id: record.id, name });
});

test.each<[string, (record: JsonObject) => unknown, string]>([
	['ID to write to', (record) => recordId(record, 'task'), 'id _id gid sid TaskID uuid guid Id ID'],
	['ID of a record', ownId, 'id _id gid sid uuid guid uid Id ID'],
	[
		'ID in a list',
		(record) => recordLabel(record, 'task')?.id,
		'id _id gid sid uuid guid uid key slug task_id task-key',
	],
	[
		'title in a list',
		(record) => recordLabel({ ...record, id: 'x' }, 'task')?.name.replace(' (x)', ''),
		'name FullName display_name title subject summary label email username key slug',
	],
	[
		'page in a list',
		(record) => recordLabel({ ...record, id: 'x' }, 'task')?.url,
		'html_url web_url PageUrl app_url permalink url',
	],
])('the %s is read from the first of these fields', (_, read, fields) => {
	const names = fields.split(' ');
	const valueOf = (name: string) => `https://x.org/${name}`;
	for (const [at, first] of names.entries()) {
		const others = names.slice(at).reverse();
		const record = Object.fromEntries(others.map((name) => [name, valueOf(name)]));
		expect(read(record)).toBe(valueOf(first));
	}
});
