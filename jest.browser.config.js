const base = require('./jest.e2e.config.js');

/** The tests that drive n8n's editor in Chromium; `npm run test:browser` starts n8n and runs them. */
/** @type {import('jest').Config} */
module.exports = {
	...base,
	testMatch: ['<rootDir>/test/browser/**/*.test.ts'],
	testTimeout: 180_000,
};
