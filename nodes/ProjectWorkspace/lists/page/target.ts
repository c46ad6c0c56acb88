import { wholeNumber } from '../../records/json';
import { ok, type Result } from '../../result';
import { checkLink } from './links';

/**
 * A page to request: the list's own address with a query, or a link from the service. Only the functions below make one,
 * so that nothing that was read says where a request goes.
 */
export type PageTarget = { query: Readonly<Record<string, string>> } | { url: string };

/** The list's own address. */
export const toOwnAddress = (
	query: Readonly<Record<string, string>>,
	sent: Readonly<Record<string, string>> = {},
): PageTarget => ({ query: { ...query, ...sent } });

/** A link, if it may be followed. */
export function toLink(...link: Parameters<typeof checkLink>): Result<PageTarget, string> {
	const checked = checkLink(...link);
	return checked.ok ? ok({ url: checked.value }) : checked;
}

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

/** The same target with another number. */
export function withNumber(target: PageTarget, name: string, value: number): PageTarget {
	if ('query' in target) return toOwnAddress(target.query, { [name]: String(value) });
	const url = new URL(target.url);
	url.searchParams.set(name, String(value));
	return { url: url.href };
}

export function parametersOf(target: PageTarget): Map<string, string> {
	if ('query' in target) return new Map(Object.entries(target.query));
	const url = new URL(target.url);
	return new Map([['', url.origin + url.pathname], ...url.searchParams]);
}
