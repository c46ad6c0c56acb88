import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from './load';

const { fingerprint } =
	load<typeof import('../../scripts/launch/fingerprint.mjs')>('launch/fingerprint');

const folder = mkdtempSync(join(tmpdir(), 'project-workspace-fingerprint-'));
const now = () => fingerprint(folder, ['file', 'sub', 'absent']);

beforeEach(() => {
	mkdirSync(join(folder, 'sub'), { recursive: true });
	writeFileSync(join(folder, 'file'), 'one');
	writeFileSync(join(folder, 'sub', 'inner'), 'two');
});
afterEach(() => rmSync(join(folder, 'sub'), { recursive: true }));
afterAll(() => rmSync(folder, { recursive: true }));

it('is the same for the same names and contents, whatever the times', () => {
	const before = now();
	utimesSync(join(folder, 'file'), 0, 0);
	expect(now()).toBe(before);
});

it.each([
	['a content changes', () => writeFileSync(join(folder, 'sub', 'inner'), 'three')],
	[
		'a file is renamed',
		() => renameSync(join(folder, 'sub', 'inner'), join(folder, 'sub', 'other')),
	],
	['a file appears', () => writeFileSync(join(folder, 'sub', 'new'), '')],
])('differs when %s', (_case, change) => {
	const before = now();
	change();
	expect(now()).not.toBe(before);
});
