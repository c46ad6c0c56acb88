const base = require('./jest.config.js');

/** The tests that need a running n8n; `npm run test:e2e` starts one and runs them. */
/** @type {import('jest').Config} */
module.exports = {
	...base,
	testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/'],
	// One n8n and one sandbox for all of them.
	maxWorkers: 1,
	testTimeout: 120_000,
};
