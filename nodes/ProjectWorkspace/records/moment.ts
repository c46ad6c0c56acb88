/** A day, or a time with its zone. Without a zone, the time would depend on the machine. */
const ISO =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * Milliseconds of an ISO 8601 time with its zone; undefined for any other string, and for times that are more precise
 * than a millisecond, because two different ones could look equal.
 */
export function parseInstant(text: string): number | undefined {
	const [, day, time, zone] = ISO.exec(text) ?? [];
	return time && zone ? finite(Date.parse(`${day}T${time}${zone}`)) : undefined;
}

/** For sorting: days and times without a zone are in UTC. */
export function orderedTime(text: string): number | undefined {
	const [, day, time = '00:00', zone = 'Z'] = ISO.exec(text) ?? [];
	return day ? finite(Date.parse(`${day}T${time}${zone}`)) : undefined;
}

const finite = (ms: number) => (Number.isFinite(ms) ? ms : undefined);
