/**
 * What `npm run mutate` changes, and the tests that have to notice it: those of the folder itself.
 *
 * @type {Readonly<Record<string, { change: readonly string[], tests: readonly string[] }>>}
 */
export const FOLDERS = {
	// `execute.ts` needs n8n-core, which would be loaded once more for each change.
	dedupe: {
		change: ['trigger/dedupe/*.ts', '!trigger/dedupe/execute.ts'],
		tests: ['trigger/dedupe/*'],
	},
	// Without `figures`, which takes as long as all others together.
	rateLimit: {
		change: ['client/rateLimit/*.ts'],
		tests: ['client/rateLimit/!(figures)'],
	},
	retry: {
		change: ['client/retry*.ts', 'client/circuitBreaker.ts'],
		tests: ['client/{retry,retryPolicy,circuitBreaker}'],
	},
	// Without `libraries`, which loads those of other senders each time, and the two that try every reading of a text.
	signature: {
		change: ['signature/**/*.ts'],
		tests: ['signature/!(bounds|libraries|unambiguous)'],
	},
	upsert: {
		change: ['upsert/**/*.ts'],
		tests: ['upsert/*', 'node/{updateMatching*,matchValues,preview}'],
	},
	lists: { change: ['lists/**/*.ts'], tests: ['lists/**/*'] },
};

const folder = process.env.MUTATE ?? 'dedupe';
const { change = [], tests = [] } = FOLDERS[folder] ?? {};

export default {
	testRunner: 'jest',
	jest: {
		configFile: 'jest.config.js',
		// Looking them up takes longer than loading them, and `testMatch` has them.
		enableFindRelatedTests: false,
		config: {
			testMatch: tests.map((name) => `<rootDir>/test/${name}.test.ts`),
			testTimeout: 10_000,
			moduleNameMapper: { '^fast-check$': '<rootDir>/test/fewerRuns.cjs' },
		},
	},
	coverageAnalysis: 'perTest',
	mutate: change.map((name) => name.replace(/^!?/, '$&nodes/ProjectWorkspace/')),
	// A change of what runs once, when a file is loaded, would need all tests in a new process.
	ignoreStatic: true,
	concurrency: 1,
	// A busy machine must not pass for a loop without end, which counts as noticed.
	timeoutMS: 10_000,
	tempDirName: '.workspace/mutate',
	ignorePatterns: ['.workspace*', 'dist'],
	cleanTempDir: 'always',
	reporters: ['clear-text', 'json', 'progress-append-only'],
	clearTextReporter: { logTests: false },
	jsonReporter: { fileName: `.workspace/mutation/${folder}.json` },
};
