const { createRequire, isBuiltin } = require('node:module');
const { default: Runtime } = require('jest-runtime');

/** Parts of n8n, whose state and classes belong to one test file, and what uses a clock that a test may replace. */
const LOADED_FOR_EACH_FILE = /^(n8n-|@n8n\/|luxon$|axios$|reflect-metadata$)/;
const OF_N8N = /node_modules\/(n8n-|@n8n\/)/;

/**
 * Loads the libraries that n8n's packages and the sandbox use once for each worker, as Node does. jest loads every
 * module anew for each test file: for n8n-core 2,000 of them, which took a quarter of the time of all tests.
 */
module.exports = class extends Runtime {
	requireModuleOrMock(from, name) {
		const isShared =
			name === 'fastify' ||
			(OF_N8N.test(from) &&
				/^[@\w]/.test(name) &&
				!isBuiltin(name) &&
				!LOADED_FOR_EACH_FILE.test(name));
		return isShared ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
	}
};
