/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import type { FastifyReply } from 'fastify';
import { textOf } from './answer.ts';
import type { Answer } from './answer.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends a response. */
export function reply(to: FastifyReply, answer: Answer): FastifyReply {
	const text = textOf(answer);
	if (answer.broken) {
		to.hijack();
		breakOff(to, answer, text ?? '');
		return to;
	}
	const headers: Record<string, string> = { ...answer.headers };
	if (text !== undefined) headers['Content-Type'] ??= JSON_TYPE;
	return to.code(answer.status).headers(headers).send(text);
}

function breakOff(to: FastifyReply, answer: Answer, text: string): void {
	const { raw } = to;
	if (answer.broken === 'dropped') {
		raw.destroy();
		return;
	}
	const bytes = Buffer.from(text);
	raw.writeHead(answer.status, {
		'Content-Type': JSON_TYPE,
		...answer.headers,
		'Content-Length': bytes.length,
	});
	// The first half must be sent before the connection ends, or no response would arrive at all.
	raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => raw.destroy());
}
