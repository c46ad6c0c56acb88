import { EVENT_NAMES } from './events';
import type { FoundEvent } from './findEvent';
import type { TriggerOptions } from './options';

/** Which output a delivery leaves by; an ignored one does not start the workflow. */
export type Route = { ignored: 'notSelected' | 'unknown' | 'unnamed' } | { output: number };

type RoutingOptions = Pick<TriggerOptions, 'outputPerEvent' | 'otherEvents'>;

/**
 * Only what was selected starts the workflow. An event without a name is one of the documented six, so it starts the
 * workflow if all of them are selected: to ignore it then would drop what was asked for. Otherwise it is ignored
 * unless the option lets it through, and so is an event that the documentation does not know.
 */
export function routeOf(
	event: FoundEvent | undefined,
	selected: readonly string[],
	{ outputPerEvent, otherEvents }: RoutingOptions,
): Route {
	const order = EVENT_NAMES.filter((name) => selected.includes(name));
	const documented = event?.documented;
	if (documented !== undefined) {
		if (!order.includes(documented)) return { ignored: 'notSelected' };
		return { output: outputPerEvent ? order.indexOf(documented) : 0 };
	}
	const mustBeSelected = event === undefined && order.length === EVENT_NAMES.length;
	if (!otherEvents && !mustBeSelected) return { ignored: event ? 'unknown' : 'unnamed' };
	return { output: outputPerEvent ? order.length : 0 };
}

interface Parameters {
	events?: unknown;
	options?: Partial<RoutingOptions>;
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

export const outputCount = (selected: readonly string[], options: RoutingOptions): number =>
	outputsOf({ events: selected, options }, EVENT_NAMES).length;
