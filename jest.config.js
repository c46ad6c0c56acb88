/** The tests in these folders need a running n8n: `npm run test:e2e` and its like start one and name their folder. */
const TIMEOUTS = { e2e: 120_000, browser: 180_000, queue: 300_000 };

const { CI, PROJECT_WORKSPACE_TESTS: folder } = process.env;
const withN8n = Object.keys(TIMEOUTS).map((name) => `<rootDir>/test/${name}/`);
// It takes as long as all other tests.
const slow = CI ? [] : ['<rootDir>/test/expressions.test.ts'];

/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	testMatch: [`<rootDir>/test/${folder ?? ''}/**/*.test.ts`],
	testPathIgnorePatterns: folder ? [] : [...withN8n, ...slow],
	// A test that takes a second on a quiet machine may take twenty on a busy one.
	testTimeout: TIMEOUTS[folder] ?? 60_000,
	// One n8n and one sandbox for all of them.
	maxWorkers: folder ? 1 : '100%',
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.workspace'],
	transform: {
		'^.+\\.ts$': [
			'@swc/jest',
			{
				jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
				module: { type: 'commonjs' },
			},
		],
	},
};
