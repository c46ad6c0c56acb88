/** What happened and what to do, in sentences. */
export class LaunchError extends Error {
	/**
	 * @param {string} message
	 * @param {string} todo
	 * @param {string} [excerpt] the last lines of a log
	 */
	constructor(message, todo, excerpt = '') {
		super(message);
		this.todo = todo;
		this.excerpt = excerpt;
	}
}
