const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { dest, parallel, series, src } = require('gulp');

const clean = () => rm('dist', { recursive: true, force: true });

const compile = () =>
	spawn(process.execPath, [require.resolve('typescript/bin/tsc'), '--project', 'tsconfig.json'], {
		stdio: 'inherit',
	});

const ASSETS = ['icons/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'];

/** n8n looks for the icons, the codex (search words, documentation link) and the output schemas beside the compiled files. */
const copyAssets = () => src(ASSETS, { base: '.', encoding: false }).pipe(dest('dist'));

exports.build = series(clean, parallel(compile, copyAssets));
exports.default = exports.build;
