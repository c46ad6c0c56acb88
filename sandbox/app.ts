/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { addAccountPage } from './account/routes.ts';
import { addControl } from './control/routes.ts';
import { hostGuard } from './guard.ts';
import type { Parts } from './parts.ts';
import { reply } from './service/reply.ts';
import { addService, beforeService } from './service/routes.ts';

const LARGEST_BODY = 50 * 1024 * 1024;
const LONGEST_ID = 16_000;

/** The server, which does not listen yet. */
export function buildApp(parts: Parts): FastifyInstance {
	const server = fastify({
		bodyLimit: LARGEST_BODY,
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		routerOptions: { maxParamLength: LONGEST_ID },
		frameworkErrors: (error, request, to) => {
			void reply(to, beforeService(parts, request, error));
		},
	});
	server.addHook('onRequest', hostGuard);
	addService(server, parts);
	addControl(server, parts);
	addAccountPage(server, parts);
	return server;
}
