/** A day, perhaps a time with a zone. Without one, two machines would read two moments. */
const ISO =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * Milliseconds of a time that is written out with its zone, as JSON does; undefined for any other text, and for
 * what is finer than a millisecond: two of these may look the same and differ.
 */
export function parseInstant(text: string): number | undefined {
	const [, day, time, zone] = ISO.exec(text) ?? [];
	return time && zone ? finite(Date.parse(`${day}T${time}${zone}`)) : undefined;
}

/** To put times in order: a day begins, and a time without a zone counts, in UTC. */
export function orderedTime(text: string): number | undefined {
	const [, day, time = '00:00', zone = 'Z'] = ISO.exec(text) ?? [];
	return day ? finite(Date.parse(`${day}T${time}${zone}`)) : undefined;
}

const finite = (ms: number) => (Number.isFinite(ms) ? ms : undefined);
