import fc from 'fast-check';

import { isBlank } from '../../nodes/ProjectWorkspace/old/records/value';
import { ID_KEYS } from '../../nodes/ProjectWorkspace/old/records/fieldNames';
import { readStatedError } from '../../nodes/ProjectWorkspace/old/records/serviceError';
import { objects } from '../lists/said';

describe('a response with a success status that states a failure', () => {
	test.each([
		...`failed is_error has_error hasErrors errored incomplete incomplete_results partial partial_results
		timed_out`
			.split(/\s+/)
			.map((field) => ({ [field]: true, data: [] })),
		...objects(`{"status": "error", "message": "m", "data": []} | {"status": "fail", "data": {"tasks": []}}
		{"status": false, "message": "m"} | {"stat": "fail", "code": 100, "message": "m"}
		{"_status": "ERR", "_error": {"code": 404, "message": "m"}} | {"Ack": "Failure", "tasks": []}
		{"status": "REQUEST_DENIED", "results": [], "error_message": "m"}
		{"type": "error", "error": {"type": "overloaded_error", "message": "m"}}
		{"kind": "Status", "apiVersion": "v1", "status": "Failure", "message": "m", "code": 403}
		{"Response": "False", "Error": "m"} | {"code": "forbidden", "data": []} | {"code": -1, "tasks": []}
		{"code": 403, "message": "Forbidden"} | {"code": "rest_forbidden", "message": "m", "data": {"status": 401}}
		{"errorCode": "E1"} | {"statusCode": 404, "message": "m"} | {"status": -503, "message": "m", "data": []}
		{"status": "404", "error": "Not Found", "path": "/v1/tasks", "timestamp": "t"}
		{"type": "https://example.com/p", "status": 403, "instance": "/x", "balance": null}
		{"errors": [{"message": "m"}], "data": {"tasks": null}} | {"errors": {"email": ["is taken"]}, "task": null}
		{"errors": [{"status": "422", "title": "m"}], "jsonapi": {"version": "1.0"}}
		{"errorMessages": ["m"], "errors": {}} | {"success": "false", "message": "m", "data": []}
		{"success": 0, "tasks": []} | {"success": false, "task": {"id": "t1", "title": "x"}}
		{"success": false, "errors": [{"code": 7, "message": "m"}], "result": []}
		{"error": {"code": "c"}, "request_id": "r", "timestamp": "t"} | {"Error": {"Code": "c", "Message": "m"}}
		{"__type": "AccessDeniedException", "message": "m"}
		{"jsonrpc": "2.0", "id": 1, "error": {"code": -32600, "message": "m"}}
		{"id": "req_1", "status": "error", "data": null} | {"status": {"code": 400, "message": "m"}, "data": []}
		{"data": {"success": false, "message": "m"}} | {"result": {"status": "error", "message": "m"}, "meta": {}}`),
	])('%j', (body) => {
		expect(readStatedError(body)).toMatchObject({ besideRecords: false });
	});

	test.each(
		objects(`{"errors": [{"message": "m"}], "tasks": [{"id": "t1"}]}
		{"errors": [{"message": "m"}], "data": {"tasks": [{"id": "t1"}], "users": null}}
		{"errors": ["m"], "data": {"id": "t1"}} | {"status": "error", "data": [{"id": "t1"}]}
		{"error": "m", "items": [{"id": "t1"}]} | {"result": {"success": false, "id": "x", "tasks": null}}
		{"id": "run_1", "status": "error", "tasks": []} | {"id": "run_1", "status": "failed", "result": null}
		{"code": 50001, "data": [], "folk": "x"} | {"status": "failed", "workflow": "w1"}
		{"meta": {"code": 400, "error_message": "m"}, "tasks": [{"id": "t1"}]}
		{"error": {"code": "c", "message": "m"}, "workflow": "w1"}`),
	)('%j may have records as well', (body) => {
		expect(readStatedError(body)).toMatchObject({ besideRecords: true });
	});

	test.each<[unknown, string | undefined, string]>([
		[{ error: { code: 'c', message: 'm' } }, 'c', 'm'],
		[{ error: 'c', message: 'm' }, 'c', 'm'],
		[{ code: 'b', error: { code: 'c' }, errors: {}, message: 'm' }, 'c', 'm'],
		[{ errors: {}, error: { code: 'c', message: 'm' } }, 'c', 'm'],
		[{ success: false, detail: 'm' }, undefined, 'm'],
		[{ errors: { a: { b: { c: ['m'] } } } }, undefined, 'c: m'],
		[{ error: 'Something broke' }, undefined, 'Something broke'],
		[{ error: 'invalid_auth', ok: false }, 'invalid_auth', 'invalid_auth'],
		[{ errors: [{ code: 7, detail: 'm' }] }, '7', 'm'],
		[{ errors: { email: ['is taken'] } }, undefined, 'email: is taken'],
		[{ errors: { email_taken: true } }, undefined, 'email_taken: true'],
		[{ code: 50001, msg: 'm', data: null }, '50001', 'm'],
		[{ ok: 'False', description: 'm', result: [] }, undefined, 'm'],
		[{ status: 'error', data: null }, undefined, '"status": "error"'],
		[{ type: 'about:blank', title: 't', status: 500, detail: 'd' }, undefined, 't: d'],
		[{ fault: { faultstring: 'm', detail: { errorcode: 'c' } } }, undefined, 'm'],
		[{ meta: { code: 400, error_message: 'm' }, data: [] }, '400', 'm'],
		[{ data: { error: { code: 'c', message: 'm' } } }, 'c', 'm'],
	])("%j is reported with the service's message", (body, code, message) => {
		expect(readStatedError(body)).toMatchObject({ code, message, besideRecords: false });
	});
});

test('a failure without a message is reported by its field, shortened', () => {
	const said = readStatedError({ status: `error ${'x'.repeat(200)}` });
	expect(said?.message).toMatch(/^"status": "error x{50,}$/);
	expect(said?.message).toHaveLength(100);
	expect(readStatedError({ error: 'long '.repeat(200) })?.message).toHaveLength(500);
});

test.each([
	[[{ title: 'x', state: 'failed', message: 'The build failed' }], undefined],
	[[{ title: 'x', state: 'failed', code: 'E12', message: 'm' }], undefined],
	[[{ errorCode: 'c', message: 'm' }], { code: 'c', message: 'm', besideRecords: false }],
	[Array(2).fill({ errorCode: 'c', message: 'm' }), undefined],
])('a list is a failure only if it is one error: %j', (body, said) => {
	expect(readStatedError(body)).toEqual(said);
});

describe('what is not a failure', () => {
	test.each([
		undefined,
		null,
		'error',
		[],
		[{ status: 'error' }],
		...objects(`{} | {"data": []} | {"code": 204, "message": "x", "data": []} | {"code": "00000", "data": []}
		{"code": "OK", "data": []} | {"code": 1, "msg": "success", "data": []}
		{"success": true, "code": 1, "data": []} | {"code": 1, "data": [{"id": "t1"}]}
		{"code": "TASK-1", "title": "x"} | {"code": 7} | {"code": "TASK-1", "message": "x"}
		{"errcode": 0, "errmsg": "ok", "tasks": []} | {"status": 200, "data": []}
		{"status": 1, "message": "x", "data": []} | {"status": "open"} | {"status": true, "data": []}
		{"success": 1, "errors": [], "messages": [], "result": []} | {"success": "true", "error": null, "tasks": []}
		{"error": 0, "data": []} | {"error": {"code": 0, "message": ""}, "data": []} | {"error": "none", "data": []}
		{"object": "list", "type": "default", "data": []} | {"id": "t1", "status": "error"}
		{"id": "t1", "error": "late", "code": 50001, "success": false}
		{"id": 1, "error": {"code": "c", "message": "m"}} | {"uuid": "x", "status": "failed", "errors": ["m"]}
		{"data": {"id": "t1", "status": "error", "error": "m"}}
		{"data": [{"id": "t1", "status": "error", "error": "m"}]} | {"task": {"id": "t1", "status": "failed"}}
		{"tasks": [], "warnings": [{"code": "w", "message": "m"}]} | {"message": "User invited"}
		{"meta": {"code": 200}, "data": []} | {"responseHeader": {"status": 0}, "response": {"docs": []}}`),
	])('%j', (body) => {
		expect(readStatedError(body)).toBeUndefined();
	});

	test('a record with its own ID is never a failure', () => {
		const fields = 'status error errors success ok code data result message x';
		const field = fc.constantFrom(...fields.split(' '));
		const value = fc.oneof(
			fc.constantFrom('error', 'failed', false, true, 500, null, 'no'),
			fc.jsonValue(),
		);
		fc.assert(
			fc.property(fc.constantFrom(...ID_KEYS), fc.dictionary(field, value), (id, others) => {
				expect(readStatedError({ ...others, [id]: 't1' })?.besideRecords).not.toBe(false);
			}),
		);
	});

	test('fields that state success or nothing never make a list a failure', () => {
		const nothing = fc.jsonValue().filter((value) => isBlank(value) || value === false);
		fc.assert(
			fc.property(
				nothing,
				fc.constantFrom('error', 'errors', 'fault', 'exception'),
				(value, field) => {
					expect(readStatedError({ [field]: value, data: [] })).toBeUndefined();
				},
			),
			{ examples: [[' ', 'error']] },
		);
	});
});

test('no value makes it throw', () => {
	fc.assert(
		fc.property(fc.jsonValue(), fc.jsonValue(), (status, error) => {
			const said = readStatedError({ status, error, errors: error, meta: status, data: error });
			expect(said === undefined || typeof said.message === 'string').toBe(true);
		}),
		{ examples: [[{ toString: null }, []]] },
	);
});
