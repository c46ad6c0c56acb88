/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import type { Socket } from 'node:net';
import { Refusal } from './conditions.ts';
import { textOf } from './answer.ts';
import type { Parts } from '../parts.ts';
import { refused, withRemaining } from './pipeline.ts';

/**
 * Answers what is not even an HTTP request (a broken line, headers beyond Node's 16 KiB) with the documented error
 * body: Fastify's own answer would have another shape, and no quota header.
 */
export function answerUnreadable(
	parts: Parts,
	error: Error & { code?: string },
	socket: Socket,
): void {
	// There may be nobody left to answer.
	if (error.code === 'ECONNRESET' || !socket.writable) {
		socket.destroy();
		return;
	}
	const refusal = refused(
		parts,
		new Refusal('badRequest', `The request cannot be read: ${error.message}`),
	);
	const { headers, ...answer } = withRemaining(parts, undefined, refusal);
	const text = textOf({ headers, ...answer }) ?? '';
	const lines = Object.entries({
		...headers,
		'Content-Type': 'application/json; charset=utf-8',
		'Content-Length': String(Buffer.byteLength(text)),
		Connection: 'close',
	}).map(([name, value]) => `${name}: ${value}\r\n`);
	socket.end(`HTTP/1.1 ${answer.status} Bad Request\r\n${lines.join('')}\r\n${text}`);
}
