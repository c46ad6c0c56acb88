const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { dest, lastRun, parallel, series, src, watch } = require('gulp');

const DIST = process.env.PROJECT_WORKSPACE_DIST || 'dist';
const SOURCES = ['credentials/**/*.ts', 'nodes/**/*.ts'];
/** n8n looks for icons, the codex (search words, documentation link) and output schemas beside the compiled files. */
const ASSETS = ['icons/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'];

const clean = () => rm(DIST, { recursive: true, force: true });

/** @param {string[]} more */
const tsc = (...more) => {
	const args = [require.resolve('typescript/bin/tsc'), '--project', 'tsconfig.json'];

	return spawn(process.execPath, [...args, '--outDir', DIST, ...more], { stdio: 'inherit' });
};

const compile = () => tsc();

const compileChanged = () => tsc('--incremental', '--tsBuildInfoFile', `${DIST}.tsbuildinfo`);

const copyAssets = () =>
	src(ASSETS, { base: '.', encoding: false, since: lastRun(copyAssets) }).pipe(dest(DIST));

/** Also what was changed before it was watching. */
const watchAll = () => {
	watch(SOURCES, { ignoreInitial: false }, compileChanged);
	watch(ASSETS, { ignoreInitial: false }, copyAssets);
};

exports.build = series(clean, parallel(compile, copyAssets));
exports.watch = watchAll;
exports.default = exports.build;
