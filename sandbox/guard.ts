/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import type { FastifyReply, FastifyRequest } from 'fastify';

const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

type Rejection = (request: FastifyRequest) => string | undefined;

const guardWith =
	(rejection: Rejection) =>
	async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
		const message = rejection(request);
		if (message) await reply.code(403).type('text/plain; charset=utf-8').send(message);
	};

/** For everything: a website that points its own name at loopback (DNS rebinding) is recognized by the Host header. */
export const hostGuard = guardWith(({ headers: { host = '' } }) =>
	LOOPBACK.test(host) ? undefined : 'The sandbox is only available at a loopback address.\n',
);

/**
 * For what needs no API key: a form on another site is recognized by Origin or Sec-Fetch-Site. Other programs send
 * neither of these two headers.
 */
export const guard = guardWith((request) => {
	const { host = '', origin } = request.headers;
	if (request.method === 'GET' || request.method === 'HEAD') return undefined;
	const site = request.headers['sec-fetch-site'];
	const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
	const foreignOrigin = origin !== undefined && origin !== `http://${host}`;
	return foreignSite || foreignOrigin ? 'Forms from other sites are not accepted.\n' : undefined;
});
