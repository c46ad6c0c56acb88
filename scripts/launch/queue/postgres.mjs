import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { LaunchError } from '../messages.mjs';
import { stateFolder } from '../paths.mjs';
import { freePort } from '../ports.mjs';
import { runProgram, startServer } from './start.mjs';

/** Where Debian puts it, one folder for each major version; nothing of it is on PATH. */
const DEBIAN = '/usr/lib/postgresql';
const DEBIAN_USER = 'postgres';
const USER = 'n8n';

/** The folder of PostgreSQL's programs, the newest there is. */
function programs() {
	const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
	const newest = versions.sort((a, b) => Number(b) - Number(a));
	const folders = newest.map((version) => join(DEBIAN, version, 'bin'));
	const found = [...folders, ...(process.env.PATH ?? '').split(delimiter)].find((folder) =>
		['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
	);
	if (found) return found;
	throw new LaunchError('programMissing', {
		program: 'PostgreSQL',
		need: 'the queue mode tests start their own server',
		debian: 'postgresql',
		elsewhere: 'put the folder of initdb and postgres on PATH',
	});
}

/** The user for PostgreSQL, which does not run as root. */
function ownerWhenRoot() {
	if (process.getuid?.() !== 0) return undefined;
	/** @param {string} kind */
	const id = (kind) => Number(execFileSync('id', [kind, DEBIAN_USER]));
	return { uid: id('-u'), gid: id('-g') };
}

/**
 * A PostgreSQL of its own in the state folder, on loopback, with the settings that it has when it is installed.
 *
 * @param {string} password
 * @returns {Promise<NodeJS.ProcessEnv>} what n8n has to know of it
 */
export async function startPostgres(password) {
	const folder = programs();
	const owner = ownerWhenRoot();
	const place = join(stateFolder, 'postgres');
	const data = join(place, 'data');
	const passwordFile = join(place, 'password');
	mkdirSync(place, { mode: 0o700 });
	writeFileSync(passwordFile, password, { mode: 0o600 });
	if (owner) {
		// That user can reach its own folder, and cannot list the state folder.
		chmodSync(stateFolder, 0o711);
		for (const each of [place, passwordFile]) chownSync(each, owner.uid, owner.gid);
	}
	await runProgram({
		what: 'initdb',
		logName: 'postgres',
		command: join(folder, 'initdb'),
		args: [
			...['--pgdata', data, '--username', USER, '--pwfile', passwordFile],
			...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--locale', 'C'],
		],
		owner,
	});
	const port = await freePort();
	const settings = [
		'listen_addresses=127.0.0.1',
		`port=${port}`,
		// No socket in another folder, and no shared memory that outlives a process that was killed.
		'unix_socket_directories=',
		'dynamic_shared_memory_type=mmap',
	];
	await startServer({
		what: 'PostgreSQL',
		logName: 'postgres',
		command: join(folder, 'postgres'),
		args: ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
		owner,
	});
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: `${port}`,
		DB_POSTGRESDB_DATABASE: 'postgres',
		DB_POSTGRESDB_USER: USER,
		DB_POSTGRESDB_PASSWORD: password,
	};
}
