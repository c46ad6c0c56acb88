import type { Problem } from '../result';

/**
 * The creations of a run. They go out one by one until one has proven that the next run will find its record: otherwise
 * each run would create everything again.
 */
export class Creations {
	/** Why nothing more is created. */
	problem: Problem | undefined;
	isProven = false;
	private turn: Promise<unknown> = Promise.resolve();

	async run<T>(create: () => Promise<T>): Promise<T> {
		// An object, because a promise would be waited for.
		const started = this.turn.then(() => ({ done: create() }));
		this.turn = started.then(async ({ done }) => {
			if (!this.isProven) await done.catch(() => undefined);
		});
		return await (
			await started
		).done;
	}
}
