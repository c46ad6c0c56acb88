/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import type { FastifyReply, FastifyRequest } from 'fastify';

const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/**
 * Rejects requests of websites. One that points its own name at loopback (DNS rebinding) is recognized by the Host
 * header, a form on another site by Origin or Sec-Fetch-Site. Other programs send neither of these two headers.
 */
export async function guard(request: FastifyRequest, reply: FastifyReply): Promise<void> {
	const message = rejection(request);
	if (message) await reply.code(403).type('text/plain; charset=utf-8').send(message);
}

function rejection(request: FastifyRequest): string | undefined {
	const { host = '', origin } = request.headers;
	if (!LOOPBACK.test(host)) return 'This page is only available at a loopback address.\n';
	if (request.method === 'GET' || request.method === 'HEAD') return undefined;
	const site = request.headers['sec-fetch-site'];
	const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
	const foreignOrigin = origin !== undefined && origin !== `http://${host}`;
	return foreignSite || foreignOrigin ? 'Forms from other sites are not accepted.\n' : undefined;
}
