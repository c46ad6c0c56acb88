/* eslint-disable @n8n/community-nodes/no-restricted-imports -- types of a development dependency; tests never ship */
/** What the tests use of json-server 0.17, which brings no types. */
declare module 'json-server' {
	import type { RequestListener, Server } from 'node:http';

	interface Rows {
		value: () => unknown;
	}
	interface App {
		use: (handler: RequestListener | Router) => void;
		listen: (port: number, host: string, listening: () => void) => Server;
	}
	interface Router {
		db: { get: (name: string) => Rows };
	}
	export function create(): App;
	export function defaults(options: { logger: boolean }): RequestListener;
	export function rewriter(rules: Record<string, string>): RequestListener;
	export function router(data: object): Router;
}
