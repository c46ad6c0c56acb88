/**
 * Everything that can go wrong, in words: cause → what happened → what to do.
 * `{name}` stands for a detail that is filled in when the message is shown.
 */
export const messages = {
	portTaken: {
		says: 'Port {port} is already taken on this machine, so {what} cannot use it.',
		todo: 'Choose another one with {flag} N, or leave {flag} out and a free port is found.',
	},
	compilerMissing: {
		says: "n8n's database module is compiled on this machine, and a part of the compiler is missing: {missing}.",
		todo: 'Debian, Ubuntu: sudo apt-get install -y python3 make g++. macOS: xcode-select --install. Then run the command again.',
	},
	diskFull: {
		says: 'There is not enough room in {folder}: {what} needs about {needed}, and {free} is left on that disk.',
		todo: 'Free some space, or point PROJECT_WORKSPACE_CACHE at a folder on a larger disk, and run the command again.',
	},
	diskFilled: {
		says: 'The disk became full while {what} was being written.',
		todo: 'Free some space, or point PROJECT_WORKSPACE_CACHE at a folder on a larger disk, and run the command again.',
	},
	noNetwork: {
		says: 'The npm registry cannot be reached, and {what} has to be fetched from it.',
		todo: 'Check the network, the proxy settings and `npm config get registry`, and run the command again.',
	},
	notInRegistry: {
		says: 'The npm registry in use does not have a package that {what} needs.',
		todo: 'Try another registry (`npm config get registry` shows the one in use). Details: {log}',
	},
	noNpm: {
		says: 'npm was not found, and {what} has to be installed with it.',
		todo: 'Install Node.js with npm (Debian: sudo apt-get install -y nodejs npm) and run `npm start`.',
	},
	noChromium: {
		says: 'Chromium was not found{where}, and the browser tests drive it.',
		todo: 'Debian, Ubuntu: sudo apt-get install -y chromium. Elsewhere: set CHROMIUM to the path of a Chromium or Chrome.',
	},
	noPostgres: {
		says: 'PostgreSQL was not found, and the tests of queue mode start one of their own.',
		todo: 'Debian, Ubuntu: sudo apt-get install -y postgresql. Elsewhere: put the folder of initdb and postgres on PATH.',
	},
	noRedis: {
		says: 'Redis was not found, and the tests of queue mode start one of their own.',
		todo: 'Debian, Ubuntu: sudo apt-get install -y redis-server. Elsewhere: put redis-server on PATH.',
	},
	noPostgresUser: {
		says: 'PostgreSQL does not run as root, and there is no user "postgres" to run it as.',
		todo: 'Debian, Ubuntu: the package postgresql adds that user. Or run the command as a user other than root.',
	},
	noNode24: {
		says: 'n8n needs Node 24, and the npm registry has no Node 24 for {platform}.',
		todo: 'Install Node 24 or newer yourself and run the command with it.',
	},
	node24Broken: {
		says: 'The Node 24 that was fetched from the npm registry does not run on this machine.',
		todo: 'Install Node 24 or newer yourself and run the command with it.',
	},
	installFailed: {
		says: 'Installing {what} did not succeed.',
		todo: 'Run the command again; if it ends here again, the reason is in {log}',
	},
	buildFailed: {
		says: 'The package does not compile.',
		todo: 'Mend what the compiler says above (all of it is in {log}) and run the command again.',
	},
	alreadyRunning: {
		says: 'This checkout is already running{where} (process {pid}).',
		todo: 'Use that one, or end it with Ctrl+C in its terminal first.',
	},
	foreignStateFolder: {
		says: 'The folder {folder} holds files that this launcher did not put there, so it is left alone.',
		todo: 'Point PROJECT_WORKSPACE_STATE at an empty folder, or leave it unset.',
	},
	cannotWrite: {
		says: 'The folder {folder} cannot be written to.',
		todo: 'Change its permissions, or set PROJECT_WORKSPACE_STATE and PROJECT_WORKSPACE_CACHE to folders of your own.',
	},
	neverReady: {
		says: '{what} was started but did not answer within {limit}.',
		todo: 'Its last lines are above, all of them in {log}. A slow machine may just need a second try.',
	},
	died: {
		says: '{what} ended by itself ({how}), so everything else was ended too.',
		todo: 'Its last lines are above, all of them in {log}. `npm start -- --reset` starts over with fresh data.',
	},
	provisioning: {
		says: 'n8n is running, but it refused a step of the set-up: {step} ({answer}).',
		todo: '`npm start -- --reset` starts over with fresh data. Details: {log}',
	},
	noSuchRelease: {
		says: 'PROJECT_WORKSPACE_N8N is "{asked}", and there is no such n8n here.',
		todo: 'Set it to 1 or 2, the major version of n8n, or leave it unset for 2.',
	},
	badOption: {
		says: '{option} is not something this command understands{hint}.',
		todo: '--help lists the options.',
	},
	unforeseen: {
		says: 'Something unforeseen happened: {detail}',
		todo: 'The details are in {log}',
	},
};

/** @typedef {keyof typeof messages} Cause */

/**
 * @param {string} text
 * @param {Record<string, string | number>} details
 */
const fill = (text, details) =>
	text.replace(/\{(\w+)\}/g, (placeholder, name) => String(details[name] ?? placeholder));

/**
 * @param {Cause} cause
 * @param {Record<string, string | number>} [details]
 */
export function wording(cause, details = {}) {
	const { says, todo } = messages[cause];
	return { says: fill(says, details), todo: fill(todo, details) };
}

/** A failure that a person can be told about in one sentence. */
export class LaunchError extends Error {
	/**
	 * @param {Cause} cause
	 * @param {Record<string, string | number>} [details]
	 * @param {string} [excerpt] the last lines of a log, shown above the sentence
	 */
	constructor(cause, details = {}, excerpt = '') {
		const { says, todo } = wording(cause, details);
		super(says);
		this.reason = cause;
		this.todo = todo;
		this.excerpt = excerpt;
	}
}
