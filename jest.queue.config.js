const base = require('./jest.e2e.config.js');

/** The tests that need n8n in queue mode; `npm run test:queue` starts it and runs them. */
/** @type {import('jest').Config} */
module.exports = {
	...base,
	testMatch: ['<rootDir>/test/queue/**/*.test.ts'],
	testTimeout: 300_000,
};
