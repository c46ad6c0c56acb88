import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';

export interface Received {
	headers: IncomingHttpHeaders;
	body: string;
}

export interface Receiver {
	url: string;
	received: Received[];
	/** Statuses of the next responses; then 200. */
	statuses: number[];
	/** The body of the next responses. */
	reply?: string;
	/** While true, requests get no response. */
	silent: boolean;
	/** Resolves when so many requests have arrived. */
	got(count: number): Promise<void>;
	close(): Promise<void>;
}

/** Receives webhooks, as n8n would. */
export async function startReceiver(): Promise<Receiver> {
	const waiting: Array<{ count: number; resolve: () => void }> = [];
	const receiver: Receiver = {
		url: '',
		received: [],
		statuses: [],
		silent: false,
		got: (count) =>
			receiver.received.length >= count
				? Promise.resolve()
				: new Promise((resolve) => waiting.push({ count, resolve })),
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
	const server: Server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			receiver.received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
			for (const { count, resolve } of waiting) {
				if (receiver.received.length >= count) resolve();
			}
			if (receiver.silent) return;
			response.statusCode = receiver.statuses.shift() ?? 200;
			response.end(receiver.reply ?? (response.statusCode < 300 ? 'accepted' : 'not now'));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('no port');
	receiver.url = `http://127.0.0.1:${address.port}/hook`;
	return receiver;
}
