// Its `globSync` is not there in Node 20, which reads this file for the names only.
import fs from 'node:fs';

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
		change: ['client/{dispatch,retryPolicy,circuitBreaker}.ts'],
		tests: ['client/{dispatch,retryPolicy,circuitBreaker}'],
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

const { MUTATE: folder = 'dedupe', MUTATE_EVERY: every = '1' } = process.env;
const { change = [], tests = [] } = FOLDERS[folder] ?? {};

/** A sample takes so many lines of a file and leaves out the next ones. */
const LINES = 5;

/** What Stryker is to change: whole files, or ranges of their lines, which it takes of no pattern. */
function changed() {
	const patterns = change.map((name) => name.replace(/^!?/, '$&nodes/ProjectWorkspace/'));
	if (every === '1') return patterns;
	const step = LINES * Number(every);
	const exclude = patterns.filter((name) => name.startsWith('!')).map((name) => name.slice(1));
	return fs.globSync(patterns, { exclude }).flatMap((file) => {
		const { length } = fs.readFileSync(file, 'utf8').split('\n');
		const starts = Array.from({ length: Math.ceil(length / step) }, (_, at) => at * step + 1);
		return starts.map((first) => `${file}:${first}-${first + LINES - 1}`);
	});
}

export default {
	testRunner: 'jest',
	jest: {
		configFile: 'jest.config.js',
		// Looking them up takes longer than loading them, and `testMatch` has them.
		enableFindRelatedTests: false,
		config: {
			testMatch: tests.map((name) => `<rootDir>/test/${name}.test.ts`),
			testTimeout: 10_000,
		},
	},
	coverageAnalysis: 'perTest',
	mutate: changed(),
	// A change of what runs once, when a file is loaded, would need all tests in a new process.
	ignoreStatic: true,
	concurrency: 1,
	// A busy machine must not pass for a loop without end, which counts as noticed.
	timeoutMS: 5_000,
	tempDirName: '.workspace/mutate',
	ignorePatterns: ['.workspace*', 'dist'],
	cleanTempDir: 'always',
	reporters: ['clear-text', 'json', 'progress-append-only'],
	clearTextReporter: { logTests: false },
	jsonReporter: { fileName: `.workspace/mutation/${folder}.json` },
};
