import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
	headers: IncomingHttpHeaders;
	body: string;
}

/** Receives webhooks, as n8n would. */
export class Receiver {
	url = '';
	received: Received[] = [];
	/** Statuses of the next responses; then 200. */
	statuses: number[] = [];
	/** The body of the responses. */
	reply = '';
	#waiting: Array<{ count: number; resolve: () => void }> = [];

	readonly #server = createServer(async (request, response) => {
		let body = '';
		for await (const chunk of request) body += String(chunk);

		this.received.push({ headers: request.headers, body });
		response.statusCode = this.statuses.shift() ?? 200;
		response.end(this.reply);

		for (const { count, resolve } of this.#waiting) if (this.received.length >= count) resolve();
	});

	async start(): Promise<this> {
		await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
		const { port } = this.#server.address() as AddressInfo; // it listens on TCP
		this.url = `http://127.0.0.1:${port}/hook`;

		return this;
	}

	/** Resolves when so many requests have arrived. */
	async got(count: number): Promise<void> {
		if (this.received.length >= count) return;
		await new Promise<void>((resolve) => this.#waiting.push({ count, resolve }));
	}

	async close(): Promise<void> {
		const closed = new Promise((resolve) => this.#server.close(resolve));
		this.#server.closeAllConnections();
		await closed;
	}
}

export const startReceiver = async (): Promise<Receiver> => await new Receiver().start();
