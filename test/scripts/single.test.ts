/* eslint-disable @n8n/community-nodes/no-restricted-imports -- needs a folder of its own; tests never ship */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from './load';

const { hold } = load<typeof import('../../scripts/launch/single.mjs')>('single');

const folder = mkdtempSync(join(tmpdir(), 'pw-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('lets one hold it, and tells the next who that is', async () => {
	const first = await hold(folder, 'a', 'first');
	if (!first.held) throw new Error('it was free');
	expect(await hold(folder, 'a')).toEqual({ held: false, holder: 'first' });
	first.describe('first, busy');
	expect(await hold(folder, 'a')).toEqual({ held: false, holder: 'first, busy' });
	first.release();
	const second = await hold(folder, 'a');
	expect(second.held).toBe(true);
	if (second.held) second.release();
});

it('takes over what a killed process left behind', async () => {
	writeFileSync(join(folder, 'b.sock'), '');
	const lock = await hold(folder, 'b');
	expect(lock.held).toBe(true);
	if (lock.held) lock.release();
	expect(existsSync(join(folder, 'b.sock'))).toBe(false);
});
