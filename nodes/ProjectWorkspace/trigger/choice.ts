import { EVENT_NAMES } from './eventNames';
import type { FoundEvent } from './findEvent';
import type { TriggerOptions } from './triggerOptions';

/** Which output a delivery leaves by; `ignored` starts nothing. */
export type Route = { ignored: 'notChosen' | 'unknown' | 'unnamed' } | { output: number };

/**
 * Only what was chosen starts the workflow. An event without a name is one of the documented six, so it starts the
 * workflow if all of them are chosen: to ignore it then would drop what was asked for. Otherwise it is ignored
 * unless the option lets it through, and so is an event that the documentation does not know.
 */
export function routeOf(
	event: FoundEvent | undefined,
	chosen: readonly string[],
	options: TriggerOptions,
): Route {
	const order = EVENT_NAMES.filter((name) => chosen.includes(name));
	const documented = event?.documented;
	if (documented !== undefined) {
		if (!order.includes(documented)) return { ignored: 'notChosen' };
		return { output: options.outputPerEvent ? order.indexOf(documented) : 0 };
	}
	const all = event === undefined && order.length === EVENT_NAMES.length;
	if (!options.otherEvents && !all) return { ignored: event ? 'unknown' : 'unnamed' };
	return { output: options.outputPerEvent ? order.length : 0 };
}

interface Parameters {
	events?: unknown;
	options?: { outputPerEvent?: boolean; otherEvents?: boolean };
}

/**
 * The node's outputs. n8n runs the text of this function, in the editor as well, so it uses nothing from outside.
 * The last one, for events without a known name, is there exactly if `routeOf` can send something to it.
 */
function outputsOf({ events, options }: Parameters, names: readonly string[]) {
	const order = Array.isArray(events) ? names.filter((name) => events.includes(name)) : [];
	if (!options?.outputPerEvent || order.length === 0) return [{ type: 'main' }];
	const others = options.otherEvents || order.length === names.length ? ['Other'] : [];
	return [...order, ...others].map((displayName) => ({ type: 'main', displayName }));
}

export const outputsExpression =
	`={{(${outputsOf.toString()})($parameter, ${JSON.stringify(EVENT_NAMES)})}}` as const;

export function outputCount(chosen: readonly string[], options: TriggerOptions): number {
	return outputsOf({ events: chosen, options }, EVENT_NAMES).length;
}
