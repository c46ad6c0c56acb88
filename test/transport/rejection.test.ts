import { readRejection } from '../../nodes/ProjectWorkspace/transport/rejection';

const TITLE = { title: ['is required'] };

test.each<[service: string, body: unknown, message?: string, code?: string]>([
	['the specification', { error: { code: 'no', message: 'Not here' } }, 'Not here', 'no'],
	['beside each other', { code: 17, message: 'Not here' }, 'Not here', '17'],
	['a text', { error: 'Not here' }, 'Not here'],
	['plain text', 'Slow down', 'Slow down'],
	['texts in two fields', { error: 'Bad', details: 'No title' }, 'Bad; No title', 'Bad'],
	['nothing', undefined],
	['a record', { id: 't1', name: 'x' }],
	['OAuth', { error: 'bad_token', error_description: 'It expired' }, 'It expired', 'bad_token'],
	['Laravel', { message: 'Bad', errors: TITLE }, 'Bad; title: is required'],
	['Rails', { errors: { email: ['A', 'B'], base: ['Full'] } }, 'email: A; email: B; Full'],
	['Rails with full messages', { errors: ['Title is short', 'No'] }, 'Title is short; No'],
	['Rails without a wrapper', { timestamp: 1, ...TITLE }, 'title: is required'],
	['Shopify', { errors: 'Not Found' }, 'Not Found'],
	['Jira', { errorMessages: ['No'], errors: { due: 'is no date' } }, 'No; due: is no date'],
	['Asana', { errors: [{ message: 'a: No', help: 'See' }, { message: 'b: No' }] }, 'a: No; b: No'],
	[
		'GitHub',
		{ message: 'Bad', errors: [{ resource: 'Issue', field: 'title', code: 'missing_field' }] },
		'Bad; title: missing_field',
		'missing_field',
	],
	['Stripe', { error: { type: 't', code: 'c', param: 'due', message: 'Bad' } }, 'due: Bad', 'c'],
	['FastAPI', { detail: [{ loc: ['body', 'tags', 0], msg: 'No' }] }, 'body.tags.0: No'],
	['NestJS', { statusCode: 400, message: ['a', 'b'], error: 'Bad' }, 'Bad; a; b', 'Bad'],
	[
		'class-validator',
		{ message: [{ property: 'email', constraints: { isEmail: 'No' }, children: [] }] },
		'email.isEmail: No',
	],
	[
		'Spring',
		{ timestamp: '2026', status: 400, error: 'Bad', message: 'No', path: '/v1/tasks' },
		'No',
		'Bad',
	],
	[
		'Spring with fields',
		{ errors: [{ field: 'due', defaultMessage: 'No', arguments: [{ code: 'x' }] }] },
		'due: No',
	],
	['RFC 9457', { type: 'about:x', title: 'Bad', detail: 'Too long' }, 'Too long', 'about:x'],
	[
		'RFC 9457 with pointers',
		{ title: 'Bad', errors: [{ detail: 'No', pointer: '#/a/size' }] },
		'Bad; a.size: No',
	],
	['RFC 7807', { 'invalid-params': [{ name: 'age', reason: 'is negative' }] }, 'age: is negative'],
	[
		'JSON:API',
		{
			errors: [
				{ status: '422', code: 'a', detail: 'D', source: { pointer: '/data/attributes/due' } },
				{ title: 'T', source: { parameter: 'page' } },
			],
		},
		'due: D; page: T',
		'a',
	],
	[
		'Zod',
		{ error: { name: 'ZodError', issues: [{ path: ['tags', 1], message: 'No' }] } },
		'tags.1: No',
	],
	['Zod, flat', { formErrors: ['All wrong'], fieldErrors: TITLE }, 'All wrong; title: is required'],
	['Zod, as a tree', { error: { _errors: [], title: { _errors: ['No'] } } }, 'title: No'],
	['Ajv', { errors: [{ instancePath: '/due', message: 'No' }] }, 'due: No'],
	[
		'Django REST',
		{ name: [], title: ['No'], owner: { email: ['is taken'] }, non_field_errors: ['Twice'] },
		'title: No; owner.email: is taken; Twice',
	],
	['Django REST, a list', [{}, TITLE], 'title: is required'],
	[
		'Google',
		{
			error: {
				code: 400,
				message: 'Bad',
				details: [{ '@type': 'x', fieldViolations: [{ field: 'due', description: 'No' }] }],
			},
		},
		'Bad; due: No',
		'400',
	],
	[
		'Microsoft Graph',
		{
			error: {
				code: 'BadRequest',
				message: 'Bad',
				details: [{ code: 'x', target: 'due', message: 'No' }],
				innerError: { date: '2026' },
			},
		},
		'Bad; due: No',
		'BadRequest',
	],
	['WeChat', { errcode: 40013, errmsg: 'No' }, 'No', '40013'],
	[
		'Zendesk',
		{ error: 'Invalid', description: 'Bad', details: { name: [{ description: 'is blank' }] } },
		'Bad; name: is blank',
		'Invalid',
	],
	['Salesforce', [{ message: 'No', errorCode: 'E', fields: ['Due'] }], 'No; Due', 'E'],
	[
		'GraphQL',
		{ errors: [{ message: 'Bad', path: ['createTask'], extensions: { code: 'INPUT' } }] },
		'createTask: Bad',
		'INPUT',
	],
	['ClickUp', { err: 'Not allowed', ECODE: 'OAUTH_027' }, 'Not allowed', 'OAUTH_027'],
	[
		'Bitbucket',
		{ error: { message: 'Bad', fields: { title: ['is blank'] } } },
		'Bad; title: is blank',
	],
	['OpenProject', { message: 'Bad', _embedded: { errors: [{ message: 'No' }] } }, 'Bad; No'],
	[
		'Discord',
		{ code: 50035, errors: { name: { _errors: [{ code: 'REQUIRED', message: 'No' }] } } },
		'name: No',
		'50035',
	],
	[
		'Mongoose',
		{ message: 'Bad', errors: { title: { message: 'No', kind: 'required', path: 'title' } } },
		'Bad; title: No',
	],
	['Symfony', { errors: { children: { title: { errors: ['No'] }, due: {} } } }, 'title: No'],
	['API Platform', { violations: [{ propertyPath: 'title', message: 'No' }] }, 'title: No'],
	['JSend', { success: false, data: { title: 'No', due: 'is bad' } }, 'title: No; due: is bad'],
	[
		'ABP',
		{ error: { message: 'Bad', validationErrors: [{ message: 'No', members: ['title'] }] } },
		'Bad; title: No',
	],
	['monday', { error_code: 'E', error_message: 'Bad' }, 'Bad', 'E'],
	[
		'Okta',
		{ errorCode: 'E1', errorSummary: 'Bad', errorCauses: [{ errorSummary: 'login: taken' }] },
		'Bad; login: taken',
		'E1',
	],
	[
		'fields named as a message or as something about the response',
		{ errors: { description: 'is long', version: 'is old', title: ['No'] } },
		'description: is long; version: is old; title: No',
	],
])('a rejection names all that is wrong: %s', (_, body, ...[message, code]) => {
	expect(readRejection(body)).toEqual({ message, code });
});

/** Twice the work on each level would never end. */
test('errors in errors of a hundred levels without a message say nothing', () => {
	const body: unknown = JSON.parse(`${'{"errors":['.repeat(100)}${']}'.repeat(100)}`);
	expect(readRejection(body)).toEqual({});
});

test('a name of a field that is an object is none, even one that cannot be a text', () => {
	const body = { errors: [{ field: { toString: 1 }, message: 'No' }] };
	expect(readRejection(body)).toEqual({ message: 'No' });
});

test('the path of a field at fault has at most 200 characters', () => {
	const { message } = readRejection({ errors: { ['n'.repeat(9_000)]: { due: 'No' } } });
	expect(message).toBe(`${'n'.repeat(199)}…: No`);
});
