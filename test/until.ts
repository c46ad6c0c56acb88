import { sleep } from 'n8n-workflow';

/** Resolves once it is so, where something real takes its time; rejects after a deadline. */
export async function until(
	isSo: () => boolean | Promise<boolean>,
	what: string,
	withinMs = 20_000,
	everyMs = 50,
): Promise<void> {
	const deadline = performance.now() + withinMs;
	while (!(await isSo())) {
		if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}`);
		await sleep(everyMs);
	}
}
