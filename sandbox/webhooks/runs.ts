import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { JsonObject } from '../json.ts';
import type { SettingsStore } from '../settings/store.ts';
import type { RunStore } from '../store/runs.ts';
import type { Events } from './events.ts';

/** Runs of triggered workflows: each completes a little later and then emits workflow.run.completed. */
export class Runs {
	#store: RunStore;
	#events: Events;
	#settings: SettingsStore;
	#clock: Clock;
	#cancelTimer: (() => void) | undefined;

	constructor(store: RunStore, events: Events, settings: SettingsStore, clock: Clock) {
		this.#store = store;
		this.#events = events;
		this.#settings = settings;
		this.#clock = clock;
	}

	start(workflowId: string | number, input: JsonObject): JsonObject {
		const now = this.#clock.now();
		const body: JsonObject = {
			id: `run_${randomUUID().slice(0, 8)}`,
			workflow_id: workflowId,
			status: 'running',
			input,
			created_at: new Date(now).toISOString(),
		};
		const dueAt = now + this.#settings.current.runs.delayMs;
		this.#store.add(String(body.id), dueAt, body);
		this.#setTimer();
		return body;
	}

	/** Completes what is due, also what fell due while the sandbox was not running. */
	wake(): void {
		const now = this.#clock.now();
		for (const run of this.#store.due(now)) {
			const body = {
				...run.body,
				status: 'completed',
				completed_at: new Date(now).toISOString(),
			};
			this.#store.complete(run.id, body);
			this.#events.emit('workflow.run.completed', body);
		}
		this.#setTimer();
	}

	close(): void {
		this.#cancelTimer?.();
	}

	#setTimer(): void {
		this.#cancelTimer?.();
		const next = this.#store.nextDue();
		this.#cancelTimer =
			next === undefined
				? undefined
				: this.#clock.after(next - this.#clock.now(), () => this.wake());
	}
}
