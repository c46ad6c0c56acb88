import { load } from './load';

const { causeOf } = load<typeof import('../../scripts/launch/npm.mjs')>('launch/npm');

it.each([
	['npm error network request to https://example.com failed, reason: ENOTFOUND', 'noNetwork'],
	['npm error code EAI_AGAIN', 'noNetwork'],
	['npm error FetchError: connect ECONNREFUSED 127.0.0.1:4873', 'noNetwork'],
	['npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write', 'diskFull'],
	['npm error code E404\nnpm error 404 Not Found', 'toolFailed'],
	['gyp ERR! stack Error: not found: make', 'toolFailed'],
])('%j is %s', (output, cause) => expect(causeOf(output)).toBe(cause));
