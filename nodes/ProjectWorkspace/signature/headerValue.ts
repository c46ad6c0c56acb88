import type { Delivery } from './types';

/** Own headers only: a header named `constructor` in the settings must not reach the prototype. */
export function headerValue({ headers }: Delivery, name: string): string | undefined {
	const value: unknown = Object.hasOwn(headers, name) ? headers[name] : undefined;
	return typeof value === 'string' ? value.trim() : undefined;
}
