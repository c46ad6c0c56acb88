/**
 * Runs `run` for 0 … count - 1, at most `parallel` at once, each started in order.
 * Once `run` has answered false nothing new is started; what is under way is let finish.
 */
export async function inParallel(
	count: number,
	parallel: number,
	run: (index: number) => Promise<boolean>,
): Promise<void> {
	let next = 0;
	let stopped = false;
	const lane = async () => {
		while (!stopped && next < count) {
			if (!(await run(next++))) stopped = true;
		}
	};
	await Promise.all(Array.from({ length: Math.min(parallel, count) }, lane));
}
