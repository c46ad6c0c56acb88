import { recordsIn, recordsOf } from '../../nodes/ProjectWorkspace/records/envelope';
import type { ResourceName } from '../../nodes/ProjectWorkspace/resources';

const t1 = { id: 't1', title: 'Write' };
const u1 = { id: 'u1', name: 'Ada' };
const run = { id: 'r1', status: 'queued' };

const opened: Array<[service: string, body: unknown, records?: unknown[]]> = [
	['a record alone', t1],
	['Rails', { task: t1 }],
	['Asana, Laravel', { data: t1 }],
	['JSON:API', { jsonapi: { version: '1.1' }, data: t1, links: { self: '/t1' }, included: [u1] }],
	['Strapi', { data: t1, meta: {} }],
	['Paystack', { status: true, message: 'Task retrieved', data: t1 }],
	['NestJS', { statusCode: 200, message: 'Success', data: t1 }],
	['JSend', { status: 'success', data: { task: t1 } }],
	['Cloudflare', { success: true, errors: [], messages: [], result: t1 }],
	['Slack', { ok: true, channel: t1 }],
	['MangaDex', { result: 'ok', task: t1 }],
	['.NET, by another name', { isSuccess: true, errors: null, value: t1 }],
	['AWS Lambda', { statusCode: 200, body: t1 }],
	['Smartsheet', { message: 'SUCCESS', resultCode: 0, version: 4, result: t1 }],
	[
		'Smartsheet with several',
		{ message: 'SUCCESS', resultCode: 0, result: [t1, { id: 't2' }] },
		[t1, { id: 't2' }],
	],
	['Zoho Projects', { tasks: [t1] }],
	[
		'Zoho CRM',
		{ data: [{ code: 'SUCCESS', details: t1, message: 'record added', status: 'success' }] },
	],
	['Zoho Books', { code: 0, message: 'success', task: t1 }],
	['Express', { error: false, data: t1 }],
	['hand-written', { data: t1, timestamp: 1767225600 }],
	['hand-written', { msg: 'ok', data: t1 }],
	['PHP', { status: 1, msg: 'Saved', data: t1 }],
	['WeChat', { errcode: 0, errmsg: 'ok', result: t1 }],
	['banks', { responseCode: '00', responseMessage: 'Successful', data: t1 }],
	['.NET', { IsSuccessful: true, HasErrors: false, StatusMessage: 'OK', Result: t1 }],
	['Spring', { timestamp: '2026-01-01', status: 200, payload: t1 }],
	['ASP.NET', { isSuccess: true, statusCode: 200, errorMessage: '', value: null, result: t1 }],
	['Foursquare', { meta: { code: 200, requestId: 'x' }, response: { task: t1 } }],
	['Google', { kind: 'tasks#task', etag: '"x"', apiVersion: '2.0', data: t1 }],
	['ABP', { result: t1, targetUrl: null, unAuthorizedRequest: false, __abp: true }],
	['CoinMarketCap', { status: { code: 200, message: 'OK' }, data: t1 }],
	['Monday', { data: { create_task: t1 }, account_id: 5 }],
	['Zoho People', { response: { result: t1, message: 'Saved', uri: '/api/1', status: 0 } }],
	['Django', { count: 1, task: t1 }],
	['OData 2', { d: t1 }],
	['HAL', { _links: { self: { href: '/t1' } }, _embedded: { task: t1 } }],
	['GraphQL', { data: { task: t1 } }],
	['GraphQL after a change', { data: { createTask: t1 }, extensions: { cost: 1 } }],
	['Linear', { data: { taskUpdate: { success: true, task: t1 } } }],
	['Shopify', { data: { taskUpdate: { task: t1, userErrors: [] } } }],
	['after a change', { success: true, updated_task: t1 }],
	['the ID of the request', { id: 'req_1', task: t1 }],
	['its own ID twice', { task_id: 't1', task: t1 }],
	['an empty field', { message: 'Created', task: t1, sprint: null }],
	['an unknown field', { errors: ['One field is unknown'], data: t1 }],
	['two envelopes', { success: true, data: { result: { task: t1 } } }],
	['no ID', { task: { title: 'x' } }, [{ title: 'x' }]],
	['an ID of another name', { ok: true, data: { task_id: 5 } }, [{ task_id: 5 }]],
	['a key', { ok: true, data: { key: 'T-1' } }, [{ key: 'T-1' }]],
	['a list', [t1, { id: 't2' }], [t1, { id: 't2' }]],
	['a list of envelopes', [{ task: t1 }]],
	['a list of texts', ['a'], [{ value: 'a' }]],
	['false', false, [{ value: false }]],
];

test.each(opened)('a record is found: %s', (_, body, records = [t1]) => {
	expect(recordsOf(body, 'task')).toEqual(records);
});

const whole: Array<[what: string, body: object, resource?: ResourceName]> = [
	['a field named as the resource', { task: 'Write' }],
	['a list of texts', { data: ['a'] }],
	['data of its own', { id: 't1', data: { id: 'd1' } }],
	['a result of its own', { id: 't1', title: 'x', result: { id: 'd1' } }],
	['data and a title', { title: 'x', data: { id: 'd1' } }],
	['its parent', { id: 't1', title: 'x', task: { id: 't2' } }],
	['its user', { id: 't1', user: u1 }],
	['its own ID and a part without one', { id: 't1', task: { title: 'x' } }],
	['a membership', { role: 'admin', user: u1 }, 'user'],
	['a membership with a state', { status: 'invited', user: u1 }, 'user'],
	['an echo', { assignee: { id: 'u1' } }],
	['an echo with a version', { version: 3, assignee: u1 }],
	['the user of a task', { success: true, user: u1 }],
	['an echo of a state', { status: null, assignee: u1 }],
	['an echo without an error', { error: null, assignee: u1 }],
	['an echo in an envelope', { data: { assignee: { id: 'u1' } }, time: 1, priority: 2 }],
	['two records', { task: t1, project: { id: 'p1' } }],
	['a record and a list', { task: t1, users: [u1] }],
	['a run', { status: 'completed', result: { total: 5 } }],
	['a line of an order', { quantity: 2, item: { id: 'i1' } }],
	['a run by its own ID', { run_id: 'r1', result: { id: 'f1' } }],
	['a run that is queued', { status: 'queued', task: t1 }],
	['a result without an ID', { status: 'success', result: { total: 5 } }],
	['a list of its own', { success: true, tags: [{ id: 1 }] }],
	['Airtable', { id: 'rec1', createdTime: '2026-01-01', fields: { Name: 'x' } }],
	['JSON:API inside', { id: '1', type: 'task', attributes: { title: 'x' } }],
	['HubSpot', { id: '1', properties: { name: 'x' }, archived: false }],
	['Notion', { object: 'page', id: 'n1', properties: { Name: { title: [] } } }],
	['Jira', { id: '1', key: 'T-1', fields: { summary: 'x' } }],
	['Salesforce', { attributes: { type: 'Task' }, Id: '00T' }],
	['a rejection', { error: { id: 'e1', message: 'No' } }],
	['a success without a record', { success: true }],
	['a state alone', { status: 'deleted' }],
];

test('the elements of a list are only opened if all are envelopes', () => {
	expect(recordsIn([{ node: t1 }, { id: 't2' }], 'task')).toEqual([{ node: t1 }, { id: 't2' }]);
	expect(recordsIn([{ node: t1 }, { node: { id: 't2' } }], 'task')).toEqual([t1, { id: 't2' }]);
});

test.each(whole)('a record stays whole: %s', (_, body, resource = 'task') => {
	expect(recordsOf(body, resource)).toEqual([body]);
	expect(recordsIn([body, body], resource)).toEqual([body, body]);
});

test.each([undefined, null, '', {}, [], { data: null }, { success: true, task: null }])(
	'the response %j has no content',
	(body) => expect(recordsOf(body, 'task')).toBeUndefined(),
);

/** Twice the work on each level would never end. */
test('a record in envelopes of a hundred levels is found at once', () => {
	const body: unknown = JSON.parse(`${'{"data":'.repeat(100)}{"id":"t1"}${'}'.repeat(100)}`);
	expect(recordsOf(body, 'task')).toEqual([{ id: 't1' }]);
	expect(recordsIn([body], 'task')).toEqual([{ id: 't1' }]);
});

test('what starts a workflow returns a run', () => {
	const named = { ...run, workflow: { id: 'w1' } };
	expect(recordsOf(named, 'workflow', 'run')).toEqual([named]);
	expect(recordsOf({ run }, 'workflow', 'run')).toEqual([run]);
});
