/**
 * All messages of the commands: cause → what happened → what to do. `{name}` is replaced by a detail.
 */
export const messages = {
	alreadyRunning: {
		says: 'This checkout is already running{where}.',
		todo: 'Use that one, or stop it with Ctrl+C in its terminal first.',
	},
	badOption: {
		says: '{detail}.',
		todo: '--help lists the options.',
	},
	busy: {
		says: 'The load of this machine is {load}, above {most} for {cores} cores, so no figures are written to docs/benchmarks.md.',
		todo: 'Run it again when the machine is quiet, or without --write.',
	},
	compilerMissing: {
		says: "n8n's database module is compiled on this machine, and a part of the compiler is missing: {missing}.",
		todo: 'Debian, Ubuntu: sudo apt-get install -y python3 make g++. macOS: xcode-select --install. Then run the command again.',
	},
	died: {
		says: '{what} {how}, so everything else was stopped too.',
		todo: 'The end of its log is above, the whole log is in {log}. `npm start -- --reset` starts over with fresh data.',
	},
	diskFull: {
		says: '{what} was not possible, because the disk is full.',
		todo: 'Free at least 5 GB, or set PROJECT_WORKSPACE_CACHE to a folder on a larger disk, and run the command again.',
	},
	foreignStateFolder: {
		says: 'The folder {folder} contains files that npm start did not create, so it was not used.',
		todo: 'Set PROJECT_WORKSPACE_STATE to an empty folder, or do not set it.',
	},
	noNetwork: {
		says: '{what} was not possible, because the npm registry cannot be reached.',
		todo: 'Check the network, the proxy settings and `npm config get registry`, then run the command again.',
	},
	noNode24: {
		says: 'n8n needs Node 24, and the npm registry has no build of it for this machine ({platform}).',
		todo: 'Install Node 24 or later yourself and run the command with it.',
	},
	portTaken: {
		says: 'Port {port} is already taken on this machine, so {what} cannot use it.',
		todo: 'Choose another port with {flag} N, or leave {flag} out to use a free one.',
	},
	programMissing: {
		says: '{program} was not found, and {need}.',
		todo: 'Debian, Ubuntu: sudo apt-get install -y {debian}. Elsewhere: {elsewhere}.',
	},
	refused: {
		says: 'n8n is running, but it rejected a setup step: {step} ({answer}).',
		todo: '`npm start -- --reset` starts over with fresh data.',
	},
	toolFailed: {
		says: '{what} did not succeed.',
		todo: 'The end of its log is above, the whole log is in {log}.',
	},
	windows: {
		says: 'The commands of this repository need Linux or macOS.',
		todo: 'On Windows, run them in WSL: https://learn.microsoft.com/windows/wsl/install.',
	},
	unforeseen: {
		says: 'An unexpected error occurred: {detail}.',
		todo: 'The stack trace is above.',
	},
};

/** @param {string} text @param {Record<string, string | number>} details */
const fill = (text, details) =>
	text.replace(/\{(\w+)\}/g, (placeholder, name) => String(details[name] ?? placeholder));

/** A problem with a message that says what happened and what to do. */
export class LaunchError extends Error {
	/**
	 * @param {keyof typeof messages} cause
	 * @param {Record<string, string | number>} [details]
	 * @param {string} [excerpt] the last lines of a log, shown above the sentence
	 */
	constructor(cause, details = {}, excerpt = '') {
		super(fill(messages[cause].says, details));
		this.reason = cause;
		this.todo = fill(messages[cause].todo, details);
		this.excerpt = excerpt;
	}
}
