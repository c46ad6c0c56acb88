/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	testPathIgnorePatterns: [
		'/node_modules/',
		'<rootDir>/test/e2e/',
		'<rootDir>/test/browser/',
		'<rootDir>/test/queue/',
	],
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.workspace'],
	transform: {
		'^.+\\.ts$': [
			'@swc/jest',
			{
				jsc: {
					target: 'es2022',
					parser: { syntax: 'typescript' },
				},
				module: { type: 'commonjs' },
			},
		],
	},
	// By default jest leaves one core alone, which on a machine of two halves the speed.
	maxWorkers: '100%',
	moduleNameMapper: { '^fast-check$': '<rootDir>/test/properties.cjs' },
	testTimeout: 30_000,
};
