import { globSync, readFileSync } from 'node:fs';

/**
 * The folders for `MUTATE=lists npm run mutate`: what is changed, and the tests that have to notice it.
 *
 * @type {Readonly<Record<string, { change: readonly string[], tests: readonly string[] }>>}
 */
const FOLDERS = {
	// Without `execute.ts`: it needs n8n-core, which would be loaded again for each change.
	dedupe: {
		change: ['trigger/dedupe/*.ts', '!trigger/dedupe/execute.ts'],
		tests: ['trigger/dedupe/*'],
	},
	// Without `figures`, which takes as long as all other tests together.
	rateLimit: {
		change: ['client/rateLimit/*.ts'],
		tests: ['client/rateLimit/!(figures)'],
	},
	retry: {
		change: ['client/{dispatch,retryPolicy,circuitBreaker}.ts'],
		tests: ['client/{dispatch,retryPolicy,circuitBreaker}'],
	},
	// Without the slow tests: `libraries` loads the libraries of other senders, two try every reading of a text.
	signature: {
		change: ['signature/**/*.ts'],
		tests: ['signature/!(bounds|libraries|unambiguous)'],
	},
	upsert: {
		change: ['upsert/**/*.ts'],
		tests: ['upsert/*', 'node/{updateMatching*,matchValues,preview}'],
	},
	lists: { change: ['lists/**/*.ts'], tests: ['lists/**/*', 'docs/actionNode'] },
};

const { MUTATE: folder = '', MUTATE_EVERY: every = '1' } = process.env;
const names = Object.keys(FOLDERS);
if (!names.includes(folder)) throw new Error(`Set MUTATE to a folder: ${names.join(', ')}`);
if (!/^[1-9]\d*$/.test(every)) throw new Error('MUTATE_EVERY must be a whole number of at least 1');
const { change, tests } = FOLDERS[folder];
// Property tests with their usual number of inputs would take hours.
process.env.PROPERTY_RUNS ??= '30';

/** `MUTATE_EVERY=3` changes one of three blocks of this many lines. */
const BLOCK_LINES = 5;

/** Whole files, or ranges of their lines. Stryker accepts no ranges in a pattern. */
function changed() {
	const patterns = change.map((name) => name.replace(/^!?/, '$&nodes/ProjectWorkspace/'));
	if (every === '1') return patterns;
	const step = BLOCK_LINES * Number(every);
	const exclude = patterns.filter((name) => name.startsWith('!')).map((name) => name.slice(1));
	return globSync(patterns, { exclude }).flatMap((file) => {
		const { length } = readFileSync(file, 'utf8').split('\n');
		const starts = Array.from({ length: Math.ceil(length / step) }, (_, at) => at * step + 1);
		return starts.map((first) => `${file}:${first}-${first + BLOCK_LINES - 1}`);
	});
}

export default {
	testRunner: 'jest',
	jest: {
		configFile: 'jest.config.js',
		// `testMatch` already selects the tests.
		enableFindRelatedTests: false,
		config: {
			testMatch: tests.map((name) => `<rootDir>/test/${name}.test.ts`),
			testTimeout: 10_000,
		},
	},
	coverageAnalysis: 'perTest',
	mutate: changed(),
	// Code that only runs when a file is loaded would need a new process for each change.
	ignoreStatic: true,
	concurrency: 1,
	// Generous, since a timeout counts as noticed and must not come from a busy machine.
	timeoutMS: 5_000,
	tempDirName: '.workspace/mutate',
	ignorePatterns: ['.workspace*', 'dist'],
	cleanTempDir: 'always',
	reporters: ['clear-text', 'json', 'progress-append-only'],
	clearTextReporter: { logTests: false },
	jsonReporter: { fileName: `.workspace/mutation/${folder}.json` },
};
