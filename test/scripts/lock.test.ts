import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { load } from './load';

const { hold, socketOf } = load<typeof import('../../scripts/launch/lock.mjs')>('launch/lock');

const folder = `/made-up/${randomUUID()}`;

it('lets one hold a folder at a time, and the next when it was given back', async () => {
	const giveBack = await hold(folder);
	expect(giveBack).toBeDefined();
	expect(await hold(folder)).toBeUndefined();
	const other = await hold(`${folder}/other`);
	expect(other).toBeDefined();
	other?.();
	giveBack?.();
	const again = await hold(folder);
	expect(again).toBeDefined();
	again?.();
});

it('takes over the lock of a killed process, and leaves none itself', async () => {
	writeFileSync(socketOf(folder), '');
	const giveBack = await hold(folder);
	expect(giveBack).toBeDefined();
	giveBack?.();
	expect(existsSync(socketOf(folder))).toBe(false);
});
