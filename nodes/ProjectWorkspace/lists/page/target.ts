import { wholeNumber } from '../../records/json';
import type { PageTarget } from '../types';

/** The same for the same target, whatever the order of its parameters. */
export function keyOfTarget(target: PageTarget): string {
	if ('query' in target) return JSON.stringify(Object.entries(target.query).sort());
	const url = new URL(target.url);
	url.searchParams.sort();
	return url.href;
}

/** The only parameter that differs, and by how much it grows. */
export function stepOf(from: PageTarget, to: PageTarget) {
	const [before, after] = [parametersOf(from), parametersOf(to)];
	const names = [...new Set([...before.keys(), ...after.keys()])];
	const [name, second] = names.filter((one) => before.get(one) !== after.get(one));
	if (name === undefined || second !== undefined) return undefined;
	const [start, value] = [wholeNumber(before.get(name)), wholeNumber(after.get(name))];
	if (start === undefined || value === undefined || value <= start) return undefined;
	return { name, value, by: value - start };
}

function parametersOf(target: PageTarget): Map<string, string> {
	if ('query' in target) return new Map(Object.entries(target.query));
	const url = new URL(target.url);
	return new Map([['', url.origin + url.pathname], ...url.searchParams]);
}
