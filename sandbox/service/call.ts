/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import type { FastifyRequest } from 'fastify';
import { isJsonObject } from '../json.ts';

/** The parts of a request that the service uses. */
export interface Call {
	method: string;
	/** Path and query, not decoded. */
	path: string;
	query: string;
	/** The ID in the path, decoded. */
	id: string;
	host: string;
	authorization: string | undefined;
	contentType: string | undefined;
	bodyText: string;
}

export function readCall(request: FastifyRequest): Call {
	const url = request.raw.url ?? '/';
	const mark = url.indexOf('?');
	const params = isJsonObject(request.params) ? request.params : {};
	return {
		method: request.method,
		path: mark === -1 ? url : url.slice(0, mark),
		query: mark === -1 ? '' : url.slice(mark + 1),
		id: typeof params.id === 'string' ? params.id : '',
		host: request.headers.host ?? '127.0.0.1',
		authorization: request.headers.authorization,
		contentType: request.headers['content-type'],
		bodyText: typeof request.body === 'string' ? request.body : '',
	};
}
