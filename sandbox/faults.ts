/** An error in place of the response, for requests with this method and path. */
export interface Fault {
	/** By default any. */
	method?: string;
	/** Not decoded; `*` at its end matches anything. */
	path: string;
	status: number;
	/** For how many requests; by default all. */
	times?: number;
}

/** The first fault that fits a request; it then applies once less. */
export function takeFault(
	faults: readonly Fault[],
	method: string,
	path: string,
): Fault | undefined {
	const fault = faults.find(
		(each) => each.times !== 0 && (each.method ?? method) === method && fits(each.path, path),
	);
	if (fault?.times !== undefined) fault.times -= 1;

	return fault;
}

function fits(pattern: string, path: string): boolean {
	if (pattern.endsWith('*')) return path.startsWith(pattern.slice(0, -1));

	return path === pattern;
}
