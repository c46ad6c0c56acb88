import { itemError } from '../../nodes/ProjectWorkspace/actions/errors';
import { ApiError, UserError } from '../../nodes/ProjectWorkspace/errors';
import { redactorOf } from '../../nodes/ProjectWorkspace/transport/redact';

const KEY = 'ac_test_made_up_key_for_tests';
const hide = redactorOf({ apiKey: KEY });

test.each([
	['a person can change', new UserError(`Not ${KEY}`, `Change ${KEY}`)],
	['the service did', new ApiError(`No ${KEY}`, `Ask ${KEY}`, { code: KEY, serviceMessage: KEY })],
	['is unexpected', new TypeError(KEY)],
])('secrets are hidden in all texts of an error that %s', (_, thrown) => {
	const error = itemError(thrown, hide);
	expect(JSON.stringify(error)).not.toContain(KEY);
	expect(error.message).toContain('[API key hidden]');
});
