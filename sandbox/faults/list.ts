import type { z } from 'zod';
import { pause } from '../clock.ts';
import type { Clock } from '../clock.ts';
import { faultSchema } from '../control/schema.ts';
import type { FaultInput } from '../control/schema.ts';
import { checked } from '../input.ts';
import type { JsonObject } from '../json.ts';
import type { ServiceResponse } from '../service/response.ts';
import type { Call } from '../service/call.ts';
import { faultResponses } from './kinds.ts';

export type Fault = z.output<typeof faultSchema>;

/** The faults, in the order in which they were added. The first that matches a request applies; latencies add up. */
export class FaultList {
	#clock: Clock;
	#entries: Array<{ fault: Fault; hits: number; matches: (call: Call) => boolean }> = [];

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** Throws an InputError if there is no such fault. */
	add(input: FaultInput | JsonObject): Fault {
		const fault = checked(faultSchema, input);
		this.#entries.push({ fault, hits: 0, matches: matcher(fault) });
		return fault;
	}

	clear(): void {
		this.#entries = [];
	}

	/** The response of the fault that applies before or after the operation, if there is one. */
	async responseFor(when: Fault['when'], call: Call): Promise<ServiceResponse | undefined> {
		if (this.#entries.length === 0) return undefined;
		const { fault, waitMs } = this.#take(when, call);
		await pause(this.#clock, waitMs);
		return fault && fault.kind !== 'latency' ? faultResponses[fault.kind](fault) : undefined;
	}

	#take(when: Fault['when'], call: Call): { fault: Fault | undefined; waitMs: number } {
		let waitMs = 0;
		let hit: Fault | undefined;
		for (const entry of this.#entries) {
			const { fault, matches } = entry;
			if (hit || fault.when !== when || !matches(call)) continue;
			entry.hits++;
			if (fault.kind === 'latency') waitMs += fault.ms;
			else hit = fault;
		}
		this.#entries = this.#entries.filter(({ fault, hits }) => hits < (fault.times ?? Infinity));
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
