import { setTimeout as pause } from 'node:timers/promises';

const ADDRESS = 'http://127.0.0.1:9229/json/list';
const TRIES = 50;

/**
 * The memory that a running Node process still uses after garbage collection, in bytes: its inspector, on the usual
 * port, can collect garbage.
 *
 * @param {number} pid
 * @returns {Promise<number>}
 */
export async function liveBytes(pid) {
	process.kill(pid, 'SIGUSR1');
	const socket = new WebSocket(await socketAddress());
	await new Promise((resolve, reject) => {
		socket.onopen = resolve;
		socket.onerror = () => reject(new Error("n8n's inspector does not respond"));
	});
	/** @param {string} method @param {Record<string, unknown>} [params] @returns {Promise<any>} */
	const call = (method, params = {}) =>
		new Promise((resolve, reject) => {
			socket.onmessage = ({ data }) => {
				const { error, result } = JSON.parse(String(data));
				if (error) reject(new Error(`${method}: ${error.message}`));
				else resolve(result?.result?.value);
			};
			socket.send(JSON.stringify({ id: 1, method, params }));
		});
	try {
		if ((await call('Runtime.evaluate', { expression: 'process.pid' })) !== pid)
			throw new Error('Port 9229 belongs to another Node process.');
		await call('HeapProfiler.collectGarbage');
		return await call('Runtime.evaluate', {
			expression: '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())',
		});
	} finally {
		socket.close();
	}
}

/** @returns {Promise<string>} */
async function socketAddress() {
	for (let attempt = 0; attempt < TRIES; attempt++) {
		await pause(100);
		try {
			const [first] = /** @type {Array<{ webSocketDebuggerUrl: string }>} */ (
				await (await fetch(ADDRESS)).json()
			);
			if (first) return first.webSocketDebuggerUrl;
		} catch {
			// It opens a moment after the signal.
		}
	}
	throw new Error("n8n's inspector did not open on port 9229");
}
