/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { keyOf } from './access.ts';
import type { ServiceResponse } from './response.ts';
import { readCall } from './call.ts';
import { Rejection } from './conditions.ts';
import { endpoints } from './endpoints.ts';
import type { Endpoint } from './endpoints.ts';
import type { Parts } from '../parts.ts';
import { errorResponse, serve, withRemaining } from './pipeline.ts';
import { reply } from './reply.ts';

/** The documented API, and the documented error body for whatever is not part of it. */
export function addService(app: FastifyInstance, parts: Parts): void {
	// Bodies stay text until the operation reads them: an empty one with a JSON header is fine, and the record shows
	// what really came.
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
	for (const endpoint of endpoints) {
		app.route({
			method: endpoint.method,
			url: endpoint.path.replace('{id}', ':id'),
			handler: handlerOf(parts, endpoint),
		});
	}
	app.setNotFoundHandler(handlerOf(parts, undefined));
	app.setErrorHandler((error: FastifyError, request, to) =>
		reply(to, beforeService(parts, request, error)),
	);
}

function handlerOf(parts: Parts, endpoint: Endpoint | undefined) {
	return async (request: FastifyRequest, to: FastifyReply): Promise<FastifyReply> => {
		const call = readCall(request);
		const entry = parts.recorder.open(call, request.headers);
		const response = await serve(parts, call, endpoint);
		parts.recorder.close(entry, response);
		return reply(to, response);
	};
}

/** Requests that Fastify rejects (a malformed URL, a body that is too large) get the documented error body, too. */
export function beforeService(
	parts: Parts,
	request: FastifyRequest,
	error: Pick<FastifyError, 'statusCode' | 'message'>,
): ServiceResponse {
	const call = readCall(request);
	const status = error.statusCode ?? 500;
	const condition = status === 413 ? 'bodyTooLarge' : status < 500 ? 'badRequest' : 'serverError';
	const rejection = errorResponse(new Rejection(condition, error.message));
	const response = withRemaining(parts, keyOf(parts, call), rejection);
	parts.recorder.close(parts.recorder.open(call, request.headers), response);
	return response;
}
