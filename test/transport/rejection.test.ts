import { readRejection } from '../../nodes/ProjectWorkspace/transport/rejection';

test.each<[service: string, body: unknown, message?: string, code?: string]>([
	['the specification', { error: { code: 'no', message: 'Not here' } }, 'Not here', 'no'],
	['beside each other', { code: 17, message: 'Not here' }, 'Not here', '17'],
	['a text', { error: 'Not here' }, 'Not here'],
	['plain text', 'Slow down', 'Slow down'],
	['nothing', undefined],
	['OAuth', { error: 'bad_token', error_description: 'It expired' }, 'It expired', 'bad_token'],
	[
		'Laravel',
		{
			message: 'The title is required. (and 1 more error)',
			errors: { title: ['is required'], due: ['is no date'] },
		},
		'title: is required; due: is no date',
	],
	[
		'Rails',
		{ errors: { email: ['is taken', 'is short'], base: ['Plan is full'] } },
		'email: is taken; email: is short; Plan is full',
	],
	[
		'Rails with full messages',
		{ errors: ["Title can't be blank", 'Due is invalid'] },
		"Title can't be blank; Due is invalid",
	],
	['Rails without a wrapper', { email: ['is taken'] }, 'email: is taken'],
	[
		'Jira',
		{ errorMessages: ['Not allowed'], errors: { summary: 'is required', duedate: 'is no date' } },
		'Not allowed; summary: is required; duedate: is no date',
	],
	[
		'Asana',
		{
			errors: [{ message: 'project: Missing input', help: 'See' }, { message: 'due_on: No date' }],
		},
		'project: Missing input; due_on: No date',
	],
	[
		'GitHub',
		{
			message: 'Validation Failed',
			errors: [
				{ resource: 'Issue', field: 'title', code: 'missing_field' },
				{ field: 'due', message: 'is no date' },
			],
		},
		'title: missing_field; due: is no date',
		'missing_field',
	],
	[
		'Stripe',
		{ error: { type: 'invalid_request_error', code: 'c', param: 'due', message: 'Bad' } },
		'due: Bad',
		'c',
	],
	[
		'FastAPI',
		{
			detail: [
				{ loc: ['body', 'due'], msg: 'No date', type: 'date' },
				{ loc: ['body', 'tags', 0], msg: 'No text' },
			],
		},
		'body.due: No date; body.tags.0: No text',
		'date',
	],
	[
		'NestJS',
		{ statusCode: 400, message: ['a is empty', 'b is long'], error: 'Bad Request' },
		'a is empty; b is long',
		'Bad Request',
	],
	[
		'class-validator',
		{
			message: [{ property: 'email', constraints: { isEmail: 'must be an e-mail' }, children: [] }],
		},
		'email.isEmail: must be an e-mail',
	],
	[
		'Spring',
		{ timestamp: '2026', status: 400, error: 'Bad Request', message: 'No', path: '/v1/tasks' },
		'No',
		'Bad Request',
	],
	[
		'Spring with fields',
		{
			status: 400,
			error: 'Bad Request',
			message: '',
			errors: [
				{
					field: 'due',
					defaultMessage: 'must not be null',
					code: 'NotNull',
					arguments: [{ code: 'x' }],
				},
			],
		},
		'due: must not be null',
		'Bad Request',
	],
	[
		'RFC 9457',
		{ type: 'about:x', title: 'Bad', detail: 'Too long', status: 400 },
		'Too long',
		'about:x',
	],
	[
		'RFC 9457 with pointers',
		{
			title: 'Bad',
			errors: [
				{ detail: 'No', pointer: '#/due' },
				{ detail: 'Too big', pointer: '#/a/size' },
			],
		},
		'due: No; a.size: Too big',
	],
	[
		'RFC 7807',
		{ title: 'Bad', 'invalid-params': [{ name: 'age', reason: 'is negative' }] },
		'age: is negative',
	],
	[
		'JSON:API',
		{
			errors: [
				{
					status: '422',
					code: 'a',
					title: 'T',
					detail: 'D',
					source: { pointer: '/data/attributes/due' },
				},
				{ title: 'T2', source: { parameter: 'page' } },
			],
		},
		'due: D; page: T2',
		'a',
	],
	[
		'Zod',
		{
			success: false,
			error: {
				name: 'ZodError',
				issues: [
					{ code: 'too_small', path: ['title'], message: 'Required' },
					{ path: ['tags', 1], message: 'No' },
				],
			},
		},
		'title: Required; tags.1: No',
		'too_small',
	],
	[
		'Zod, flat',
		{ formErrors: ['All wrong'], fieldErrors: { title: ['Required'] } },
		'All wrong; title: Required',
	],
	[
		'Zod, as a tree',
		{ error: { _errors: [], title: { _errors: ['Required'] } } },
		'title: Required',
	],
	[
		'express-validator',
		{
			errors: [
				{ type: 'field', msg: 'Invalid', path: 'email', location: 'body' },
				{ msg: 'Short', path: 'title' },
			],
		},
		'email: Invalid; title: Short',
		'field',
	],
	[
		'Django REST',
		{
			title: [],
			name: ['is required'],
			owner: { email: ['is taken'] },
			non_field_errors: ['Twice'],
		},
		'name: is required; owner.email: is taken; Twice',
	],
	['Django REST, a list', [{}, { title: ['is required'] }], 'title: is required'],
	['Django REST, detail', { detail: 'Not found.' }, 'Not found.'],
	[
		'Google',
		{
			error: {
				code: 400,
				message: 'Bad',
				status: 'INVALID_ARGUMENT',
				details: [
					{
						'@type': 'x/BadRequest',
						fieldViolations: [
							{ field: 'task.due', description: 'No date' },
							{ field: 'task.title', description: 'Empty' },
						],
					},
				],
			},
		},
		'task.due: No date; task.title: Empty',
		'400',
	],
	[
		'Microsoft Graph',
		{
			error: {
				code: 'BadRequest',
				message: 'Bad',
				details: [{ code: 'x', target: 'due', message: 'No date' }],
				innerError: { date: '2026' },
			},
		},
		'due: No date',
		'BadRequest',
	],
	[
		'Shopify',
		{ errors: { title: ["can't be blank"], base: ['Too many'] } },
		"title: can't be blank; Too many",
	],
	['Shopify with a text', { errors: 'Not Found' }, 'Not Found'],
	[
		'HubSpot',
		{
			status: 'error',
			message: 'Not valid',
			correlationId: 'x',
			errors: [{ message: 'due is no date', context: { propertyName: ['due'] } }],
			category: 'VALIDATION_ERROR',
		},
		'due: due is no date',
	],
	[
		'Notion',
		{ object: 'error', status: 400, code: 'validation_error', message: 'body failed' },
		'body failed',
		'validation_error',
	],
	[
		'Airtable',
		{ error: { type: 'UNKNOWN_FIELD', message: 'Unknown field: x' } },
		'Unknown field: x',
		'UNKNOWN_FIELD',
	],
	['Airtable, 404', { error: 'NOT_FOUND' }, 'NOT_FOUND'],
	[
		'Zendesk',
		{
			error: 'RecordInvalid',
			description: 'Record validation errors',
			details: {
				name: [{ description: 'cannot be blank', error: 'BlankValue' }],
				email: [{ description: 'is taken' }],
			},
		},
		'name: cannot be blank; email: is taken',
		'RecordInvalid',
	],
	[
		'Salesforce',
		[{ message: 'Required', errorCode: 'REQUIRED', fields: ['Name', 'Due'] }],
		'Name, Due: Required',
		'REQUIRED',
	],
	[
		'Twilio',
		{ code: 21211, message: "Invalid 'To'", more_info: 'https://x', status: 400 },
		"Invalid 'To'",
		'21211',
	],
	[
		'GraphQL',
		{ errors: [{ message: 'Bad', path: ['createTask'], extensions: { code: 'BAD_USER_INPUT' } }] },
		'createTask: Bad',
		'BAD_USER_INPUT',
	],
	[
		'ClickUp',
		{ err: 'Team not authorized', ECODE: 'OAUTH_027' },
		'Team not authorized',
		'OAUTH_027',
	],
	[
		'Freshdesk',
		{
			description: 'Validation failed',
			errors: [{ field: 'email', message: 'is no e-mail', code: 'invalid_value' }],
		},
		'email: is no e-mail',
		'invalid_value',
	],
	[
		'Bitbucket',
		{ type: 'error', error: { message: 'Bad', fields: { title: ['is required'] } } },
		'title: is required',
		'error',
	],
	[
		'ASP.NET',
		{
			type: 'https://x',
			title: 'One or more errors',
			status: 400,
			errors: { Title: ['is required'], '$.due': ['is no date'] },
			traceId: '0',
		},
		'Title: is required; $.due: is no date',
		'https://x',
	],
	[
		'PayPal',
		{
			name: 'INVALID',
			message: 'Bad',
			details: [{ field: '/due', issue: 'MISSING', description: 'is required' }],
		},
		'due: is required',
	],
	[
		'Square',
		{ errors: [{ category: 'X', code: 'MISSING', detail: 'is required', field: 'due' }] },
		'due: is required',
		'MISSING',
	],
	[
		'Discord',
		{
			code: 50035,
			message: 'Invalid',
			errors: { name: { _errors: [{ code: 'REQUIRED', message: 'is required' }] } },
		},
		'name: is required',
		'50035',
	],
	[
		'Mongoose',
		{
			name: 'ValidationError',
			message: 'Failed',
			errors: { title: { message: 'is required', kind: 'required', path: 'title' } },
		},
		'title: is required',
	],
	[
		'Strapi',
		{
			data: null,
			error: {
				status: 400,
				name: 'ValidationError',
				message: '2 errors',
				details: {
					errors: [
						{ path: ['title'], message: 'is required' },
						{ path: ['due'], message: 'is no date' },
					],
				},
			},
		},
		'title: is required; due: is no date',
	],
	[
		'Symfony',
		{
			code: 400,
			message: 'Failed',
			errors: { children: { title: { errors: ['is required'] }, due: {} } },
		},
		'title: is required',
		'400',
	],
	[
		'API Platform',
		{
			title: 'An error',
			detail: 'a: No',
			violations: [{ propertyPath: 'title', message: 'is blank' }],
		},
		'title: is blank',
	],
	[
		'JSend',
		{ status: 'fail', data: { title: 'is required', due: 'is no date' } },
		'title: is required; due: is no date',
	],
	['PHP', { status: false, msg: 'Title is required' }, 'Title is required'],
	[
		'monday',
		{ error_code: 'ItemError', error_message: 'Bad', status_code: 400 },
		'Bad',
		'ItemError',
	],
	[
		'Okta',
		{ errorCode: 'E1', errorSummary: 'Failed', errorCauses: [{ errorSummary: 'login: taken' }] },
		'Failed; login: taken',
		'E1',
	],
	[
		'PagerDuty',
		{ error: { message: 'Invalid', code: 2001, errors: ['Title is blank', 'Due is bad'] } },
		'Invalid; Title is blank; Due is bad',
		'2001',
	],
	[
		'a field named as a message',
		{ errors: { description: 'is long', title: ['is blank'] } },
		'description: is long; title: is blank',
	],
])('a rejection names all that is wrong: %s', (_, body, ...[message, code]) => {
	expect(readRejection(body)).toEqual({ message, code });
});
