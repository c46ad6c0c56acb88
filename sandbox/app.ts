/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { addAccountPage } from './account/routes.ts';
import { addControl } from './control/routes.ts';
import type { Parts } from './parts.ts';
import { reply } from './service/reply.ts';
import { addService, beforeService } from './service/routes.ts';
import { answerUnreadable } from './service/unreadable.ts';

const LARGEST_BODY = 50 * 1024 * 1024;
const LONGEST_ID = 16_000;

/** The server, not yet listening, and the API's routes as Fastify itself has registered them. */
export interface App {
	server: FastifyInstance;
	routes: readonly string[];
}

export function buildApp(parts: Parts): App {
	const routes: string[] = [];
	const server = fastify({
		bodyLimit: LARGEST_BODY,
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		routerOptions: { maxParamLength: LONGEST_ID },
		clientErrorHandler: (error, socket) => answerUnreadable(parts, error, socket),
		frameworkErrors: (error, request, to) => {
			void reply(to, beforeService(parts, request, error));
		},
	});
	server.addHook('onRoute', ({ method, url }) => {
		if (!url.startsWith('/v1/')) return;
		const path = url.replace(/:(\w+)/g, '{$1}');
		for (const one of Array.isArray(method) ? method : [method]) routes.push(`${one} ${path}`);
	});
	addService(server, parts);
	addControl(server, parts);
	addAccountPage(server, parts);
	return { server, routes };
}
