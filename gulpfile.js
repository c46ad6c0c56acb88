const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { dest, parallel, series, src } = require('gulp');

const clean = () => rm('dist', { recursive: true, force: true });

const compile = () =>
	spawn(process.execPath, [require.resolve('typescript/bin/tsc'), '--project', 'tsconfig.json'], {
		stdio: 'inherit',
	});

/** n8n looks for the icons and the codex (search words, documentation link) beside the compiled files. */
const copyAssets = () =>
	src(['icons/*.svg', 'nodes/**/*.node.json'], { base: '.', encoding: false }).pipe(dest('dist'));

exports.build = series(clean, parallel(compile, copyAssets));
exports.default = exports.build;
