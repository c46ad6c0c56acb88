import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from '../docs/page';

const folder = mkdtempSync(join(tmpdir(), 'project-workspace-state-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What a start finds in the state folder, in a process of its own. */
function readState(state: string) {
	const code = `import('./scripts/launch/state.mjs').then(async ({ holdState, readState }) => {
		await holdState();
		process.stdout.write(JSON.stringify(readState()));
	})`;
	const { stdout } = spawnSync(process.execPath, ['-e', code], {
		cwd: repository,
		env: { ...process.env, PROJECT_WORKSPACE_STATE: join(folder, state) },
		encoding: 'utf8',
	});
	return JSON.parse(stdout) as Record<string, string>;
}

it('each checkout has a password for n8n and secrets of its own, which the next start knows', () => {
	const [first, again, other] = [readState('a'), readState('a'), readState('b')];
	expect(again).toEqual(first);
	for (const name of ['ownerPassword', 'encryptionKey', 'signingSecret']) {
		expect(first[name]).toMatch(/\S{24}/);
		expect(other[name]).not.toBe(first[name]);
	}
	// n8n's rules.
	expect(first.ownerPassword).toMatch(/^(?=.*[A-Z])(?=.*\d).{8,64}$/);
});

it('no other user of the machine can read them', () => {
	expect(statSync(join(folder, 'a', 'state.json')).mode & 0o077).toBe(0);
});
