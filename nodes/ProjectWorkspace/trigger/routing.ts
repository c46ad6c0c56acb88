import { EVENT_NAMES } from './events';
import type { TriggerOptions } from './options';
import type { FoundEvent } from './whichEvent';

/** Which output a delivery leaves by; an ignored one does not start the workflow. */
export type Route = { ignored: 'notSelected' | 'unknown' | 'unnamed' } | { output: number };

type RoutingOptions = Pick<TriggerOptions, 'outputPerEvent' | 'otherEvents'>;

/** A documented event starts the workflow if it is selected; another one, and none, only if the option says so. */
export function routeOf(
	event: FoundEvent | undefined,
	selected: readonly string[],
	{ outputPerEvent, otherEvents }: RoutingOptions,
): Route {
	const order = EVENT_NAMES.filter((name) => selected.includes(name));
	if (event?.documented === undefined) {
		if (!otherEvents) return { ignored: event ? 'unknown' : 'unnamed' };
		return { output: outputPerEvent ? order.length : 0 };
	}
	const place = order.indexOf(event.documented);
	return place < 0 ? { ignored: 'notSelected' } : { output: outputPerEvent ? place : 0 };
}

interface Parameters {
	events?: unknown;
	options?: Partial<RoutingOptions>;
}

/**
 * The node's outputs. n8n runs the text of this function, in the editor as well, so it uses nothing from outside.
 * The last one, for other events, is there exactly if `routeOf` can send something to it.
 */
function outputsOf({ events, options }: Parameters, names: readonly string[]) {
	const order = Array.isArray(events) ? names.filter((name) => events.includes(name)) : [];
	if (!options?.outputPerEvent || order.length === 0) return [{ type: 'main' }];
	const others = options.otherEvents ? ['Other'] : [];
	return [...order, ...others].map((displayName) => ({ type: 'main', displayName }));
}

export const outputsExpression =
	`={{(${outputsOf.toString()})($parameter, ${JSON.stringify(EVENT_NAMES)})}}` as const;

export const outputCount = (selected: readonly string[], options: RoutingOptions): number =>
	outputsOf({ events: selected, options }, EVENT_NAMES).length;
