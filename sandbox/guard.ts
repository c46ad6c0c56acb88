/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import type { FastifyReply, FastifyRequest } from 'fastify';

const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/**
 * Keeps web pages out of what is meant for the person at this machine. A page that points its own name at loopback
 * (DNS rebinding) shows itself by the Host header; one that posts a form here shows itself by Origin or
 * Sec-Fetch-Site. Programs send neither of the two and pass.
 */
export async function guard(request: FastifyRequest, reply: FastifyReply): Promise<void> {
	const words = refusal(request);
	if (words !== undefined) await reply.code(403).type('text/plain; charset=utf-8').send(words);
}

function refusal(request: FastifyRequest): string | undefined {
	const { host = '', origin } = request.headers;
	if (!LOOPBACK.test(host)) return 'This page is only available at a loopback address.\n';
	if (request.method === 'GET' || request.method === 'HEAD') return undefined;
	const site = request.headers['sec-fetch-site'];
	const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
	const foreignOrigin = origin !== undefined && origin !== `http://${host}`;
	return foreignSite || foreignOrigin ? 'Forms from other sites are not accepted.\n' : undefined;
}
