import type { z } from 'zod';
import { pause } from '../clock.ts';
import type { Clock } from '../clock.ts';
import { faultSchema } from '../control/schema.ts';
import type { FaultWish } from '../control/schema.ts';
import { checked } from '../input.ts';
import type { JsonObject } from '../json.ts';
import type { Answer } from '../service/answer.ts';
import type { Call } from '../service/call.ts';
import type { SettingsStore } from '../settings/store.ts';
import { spoilers } from './kinds.ts';

export type Fault = z.output<typeof faultSchema> & {
	/** The number of requests that it has affected. */
	hits: number;
};

/** The faults, in the order in which they were added. The first that matches a request applies; latencies add up. */
export class FaultList {
	#settings: SettingsStore;
	#clock: Clock;
	#entries: Array<{ fault: Fault; matches: (call: Call) => boolean }> = [];

	constructor(settings: SettingsStore, clock: Clock) {
		this.#settings = settings;
		this.#clock = clock;
	}

	/** Throws an InputError if there is no such fault. */
	add(wish: FaultWish | JsonObject): Fault {
		const fault = { ...checked(faultSchema, wish), hits: 0 };
		this.#entries.push({ fault, matches: matcher(fault) });
		return fault;
	}

	list(): Fault[] {
		return this.#entries.map(({ fault }) => fault);
	}

	clear(): void {
		this.#entries = [];
	}

	/** The response of a fault that prevents the operation. */
	before(call: Call): Promise<Answer | undefined> {
		return this.#spoiled('before', call, undefined);
	}

	/** The operation's response, as changed by a fault if one applies. */
	async after(call: Call, answer: Answer): Promise<Answer> {
		return (await this.#spoiled('after', call, answer)) ?? answer;
	}

	async #spoiled(
		when: Fault['when'],
		call: Call,
		answer: Answer | undefined,
	): Promise<Answer | undefined> {
		if (this.#entries.length === 0) return undefined;
		const { fault, waitMs } = this.#take(when, call);
		await pause(this.#clock, waitMs);
		if (!fault || fault.kind === 'latency') return undefined;
		return spoilers[fault.kind](fault, answer, this.#settings.current);
	}

	#take(when: Fault['when'], call: Call): { fault: Fault | undefined; waitMs: number } {
		let waitMs = 0;
		let hit: Fault | undefined;
		for (const { fault, matches } of this.#entries) {
			if (hit || fault.when !== when || !matches(call)) continue;
			fault.hits++;
			if (fault.kind === 'latency') waitMs += fault.ms;
			else hit = fault;
		}
		this.#entries = this.#entries.filter(
			({ fault }) => fault.times === undefined || fault.hits < fault.times,
		);
		return { fault: hit, waitMs };
	}
}

function matcher({ method, path }: Fault): (call: Call) => boolean {
	const pattern =
		path === undefined
			? undefined
			: new RegExp(`^${path.split('*').map(literal).join('.*')}$`, 's');
	return (call) =>
		(method === undefined || method.toUpperCase() === call.method) &&
		(pattern === undefined || pattern.test(call.path));
}

function literal(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
