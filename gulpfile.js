const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { dest, lastRun, parallel, series, src, watch } = require('gulp');

const DIST = process.env.PROJECT_WORKSPACE_DIST || 'dist';
const SOURCES = ['credentials/**/*.ts', 'nodes/**/*.ts'];
/** n8n looks for icons, the codex (search words, documentation link) and output schemas beside the compiled files. */
const ASSETS = ['icons/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'];

const clean = () => rm(DIST, { recursive: true, force: true });

const compile = () => {
	const tsc = require.resolve('typescript/bin/tsc');
	const args = [tsc, '--project', 'tsconfig.json', '--outDir', DIST];

	return spawn(process.execPath, args, { stdio: 'inherit' });
};

const copyAssets = () =>
	src(ASSETS, { base: '.', encoding: false, since: lastRun(copyAssets) }).pipe(dest(DIST));

const watchAll = () => {
	watch(SOURCES, compile);
	watch(ASSETS, copyAssets);
};

exports.build = series(clean, parallel(compile, copyAssets));
exports.watch = series(copyAssets, watchAll);
exports.default = exports.build;
