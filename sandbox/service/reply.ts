/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import type { FastifyReply } from 'fastify';
import type { ServiceResponse } from './response.ts';

/** Sends a response. */
export function reply(
	to: FastifyReply,
	{ status, headers, body, dropped }: ServiceResponse,
): FastifyReply {
	if (dropped) {
		to.hijack();
		to.raw.destroy();
		return to;
	}
	to.code(status).headers(headers);
	if (body === undefined) return to.send();
	return to.type('application/json; charset=utf-8').send(JSON.stringify(body));
}
