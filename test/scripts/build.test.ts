import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from './load';

const { isNewer } = load<typeof import('../../scripts/launch/build.mjs')>('launch/build');

const folder = mkdtempSync(join(tmpdir(), 'project-workspace-build-'));
const sources = join(folder, 'sources');
const inner = join(sources, 'inner');
const file = join(inner, 'file');
const stamp = join(folder, 'stamp');

/** Sets the time of a change, in seconds since 1970. */
const changed = (path: string, time: number) => utimesSync(path, time, time);

beforeEach(() => {
	rmSync(sources, { recursive: true, force: true });
	mkdirSync(inner, { recursive: true });
	for (const each of [file, stamp]) writeFileSync(each, '');
	for (const each of [file, inner, sources]) changed(each, 1_000);
	changed(stamp, 2_000);
});
afterAll(() => rmSync(folder, { recursive: true }));

it('is not compiled again if nothing has changed', () => {
	expect(isNewer(sources, stamp)).toBe(false);
	expect(isNewer(file, stamp)).toBe(false);
});

it.each([
	['a file has changed', () => changed(file, 3_000)],
	['a file was added', () => writeFileSync(join(sources, 'new'), '')],
	['a file was deleted', () => rmSync(file)],
	['the folder is missing', () => rmSync(sources, { recursive: true })],
])('is compiled again if %s', (_case, change) => {
	change();
	expect(isNewer(sources, stamp)).toBe(true);
});
