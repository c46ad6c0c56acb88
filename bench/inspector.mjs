import { setTimeout as pause } from 'node:timers/promises';

const ADDRESS = 'http://127.0.0.1:9229/json/list';
const TRIES = 50;

/** @typedef {Awaited<ReturnType<typeof openInspector>>} Inspector */

/**
 * Opens the inspector of a running Node process on its usual port and speaks its protocol.
 *
 * @param {number} pid
 */
export async function openInspector(pid) {
	process.kill(pid, 'SIGUSR1');
	const socket = new WebSocket(await socketAddress());
	await new Promise((resolve, reject) => {
		socket.onopen = resolve;
		socket.onerror = () => reject(new Error("n8n's inspector does not answer"));
	});
	/** @type {Map<number, (answer: any) => void>} */
	const asked = new Map();
	socket.onmessage = ({ data }) => {
		const answer = JSON.parse(String(data));
		asked.get(answer.id)?.(answer);
		asked.delete(answer.id);
	};
	let last = 0;
	/**
	 * @param {string} method
	 * @param {Record<string, unknown>} [params]
	 */
	const call = async (method, params = {}) => {
		const id = ++last;
		/** @type {{ result?: any, error?: { message: string } }} */
		const answer = await new Promise((resolve) => {
			asked.set(id, resolve);
			socket.send(JSON.stringify({ id, method, params }));
		});
		if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
		return answer.result;
	};
	const { result } = await call('Runtime.evaluate', { expression: 'process.pid' });
	if (result.value !== pid) throw new Error('Port 9229 belongs to another Node process.');
	return { call, close: () => socket.close() };
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

/**
 * What a process holds after its garbage was collected, in bytes.
 *
 * @param {Inspector} inspector
 * @returns {Promise<number>}
 */
export async function liveBytes({ call }) {
	await call('HeapProfiler.collectGarbage');
	const { result } = await call('Runtime.evaluate', {
		expression: '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())',
	});
	return result.value;
}

const LOOK_EVERY_MS = 50;

/**
 * By how much the heap grew at most, garbage that is not collected yet included.
 *
 * @param {Inspector} inspector
 */
export function heapPeak({ call }) {
	/** @type {NodeJS.Timeout | undefined} */
	let timer;
	let first = 0;
	let most = 0;
	const look = async () => {
		/** @type {{ usedSize: number, backingStorageSize?: number }} */
		const { usedSize, backingStorageSize = 0 } = await call('Runtime.getHeapUsage');
		const now = usedSize + backingStorageSize;
		first ||= now;
		most = Math.max(most, now);
	};
	return {
		start() {
			void look();
			timer = setInterval(() => void look(), LOOK_EVERY_MS);
		},
		stop: () => clearInterval(timer),
		growth: () => most - first,
	};
}
