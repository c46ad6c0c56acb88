import { MAX_AT_ONCE } from '../transport/client';
import { turns } from '../transport/concurrency';
import type { Redactor } from '../transport/types';
import { HIDES_NOTHING, itemError, type ItemError } from './errors';
import type { ItemOutput } from './output';

/** What is done for an item at once. It returns nothing if the item has another step. */
export interface Step {
	item: number;
	run: () => Promise<ItemOutput | undefined>;
}

/** The one loop over the items: runs several at once, until one stops the run. What it keeps has no secrets. */
export class ItemLoop {
	readonly outputs: Array<ItemOutput | undefined>;
	/** Why items have failed. */
	readonly errors = new Map<number, ItemError>();
	/** The error that has stopped the run. */
	stoppedBy?: { item: number; error: ItemError };
	/** How the secrets of an item are hidden. Before its credential was read, there is nothing to hide. */
	readonly hides = new Map<number, Redactor>();

	private readonly mayStart = turns();

	/**
	 * @param stop aborted when an item stops the run, or n8n does
	 * @param isInOrder whether one item runs after the other
	 * @param continues whether the others run on if one fails
	 */
	constructor(
		items: number,
		readonly stop: AbortController,
		readonly isInOrder: boolean,
		private readonly continues: boolean,
	) {
		this.outputs = Array.from({ length: items }, () => undefined);
	}

	/** Runs steps of several items, started in their order. */
	async run(steps: readonly Step[]): Promise<void> {
		const left = steps.values();
		const work = async (): Promise<void> => {
			for (const step of left) {
				// Only a few start in one turn of the event loop, so that n8n is not held up.
				await this.mayStart();
				if (this.stop.signal.aborted) return;
				await this.runStep(step);
			}
		};
		const workers = this.isInOrder ? 1 : Math.min(MAX_AT_ONCE, steps.length);
		await Promise.all(Array.from({ length: workers }, work));
	}

	private async runStep({ item, run }: Step): Promise<void> {
		try {
			const output = await run();
			if (!output) return;

			const { records, ...told } = output;
			const { inMessages, inRecords } = this.hides.get(item) ?? HIDES_NOTHING;
			this.outputs[item] = { ...inMessages(told), records: inRecords(records) };
		} catch (thrown) {
			this.fail(item, thrown);
		}
	}

	/** The item has failed, whatever it gave before. */
	fail(item: number, thrown: unknown): void {
		const error = itemError(thrown, this.hides.get(item));
		this.outputs[item] = undefined;
		this.errors.set(item, error);
		if (this.continues) return;
		this.stoppedBy ??= { item, error };
		this.stop.abort();
	}
}
