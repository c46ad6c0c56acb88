const { availableParallelism } = require('node:os');

/** The tests in these folders need a running n8n. `npm run test:e2e` and its like start one, and select their folder. */
const FOLDERS = { e2e: 120_000, browser: 180_000, queue: 300_000 };
const { PROJECT_WORKSPACE_TESTS: folder } = process.env;
if (folder && !(folder in FOLDERS)) throw new Error(`No tests of n8n are in test/${folder}`);

const selected = folder
	? {
			testMatch: [`<rootDir>/test/${folder}/**/*.test.ts`],
			testTimeout: FOLDERS[folder],
			// One n8n and one sandbox for all of them.
			maxWorkers: 1,
		}
	: {
			testMatch: ['<rootDir>/test/**/*.test.ts'],
			testPathIgnorePatterns: Object.keys(FOLDERS).map((name) => `<rootDir>/test/${name}/`),
			testTimeout: 30_000,
			// One more than cores, because some tests wait for most of their time.
			maxWorkers: availableParallelism() + 1,
		};

/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	runtime: '<rootDir>/test/runtime.cjs',
	testSequencer: '<rootDir>/test/sequencer.cjs',
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
	moduleNameMapper: { '^fast-check$': '<rootDir>/test/properties.cjs' },
	...selected,
};
