import { load } from './load';

const { causeOf } =
	load<typeof import('../../scripts/launch/install-failures.mjs')>('install-failures');

it.each([
	[
		'npm error code ENOTFOUND\nnpm error network request to https://example.com failed',
		'noNetwork',
	],
	['npm error code EAI_AGAIN', 'noNetwork'],
	['npm error FetchError: connect ECONNREFUSED 127.0.0.1:4873', 'noNetwork'],
	['npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write', 'diskFilled'],
	['npm error code E404\nnpm error 404 Not Found', 'notInRegistry'],
	['npm error code ETARGET', 'notInRegistry'],
	['gyp ERR! stack Error: not found: make', 'compilerMissing'],
	['/bin/sh: 1: g++: not found', 'compilerMissing'],
	['gyp ERR! find Python Python is not set from command line', 'compilerMissing'],
	['npm error code EACCES', 'cannotWrite'],
	['npm error code EUSAGE', 'installFailed'],
])('%j is %s', (output, cause) => expect(causeOf(output)).toBe(cause));
