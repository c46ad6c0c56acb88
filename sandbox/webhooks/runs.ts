import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { JsonObject } from '../json.ts';
import type { SettingsStore } from '../settings/store.ts';
import type { Events } from './events.ts';

/** Runs of triggered workflows. Each completes after a delay and then emits workflow.run.completed. */
export class Runs {
	#events: Events;
	#settings: SettingsStore;
	#clock: Clock;
	#cancel = new Set<() => void>();

	constructor(events: Events, settings: SettingsStore, clock: Clock) {
		this.#events = events;
		this.#settings = settings;
		this.#clock = clock;
	}

	start(workflowId: string | number, input: JsonObject): JsonObject {
		const body: JsonObject = {
			id: `run_${randomUUID().slice(0, 8)}`,
			workflow_id: workflowId,
			status: 'running',
			input,
			created_at: this.#time(),
		};
		const cancel = this.#clock.after(this.#settings.current.runs.delayMs, () => {
			this.#cancel.delete(cancel);
			const completed = { status: 'completed', completed_at: this.#time() };
			this.#events.emit('workflow.run.completed', { ...body, ...completed });
		});
		this.#cancel.add(cancel);
		return body;
	}

	/** Forgets the runs that have not completed. */
	clear(): void {
		for (const cancel of this.#cancel) cancel();
		this.#cancel.clear();
	}

	#time(): string {
		return new Date(this.#clock.now()).toISOString();
	}
}
