import { httpServer, JSON_TYPE } from '../../servers/httpServer';
import { until } from '../../until';

const PAGE = 2;
const WITHIN_MS = 60_000;

export type Task = { id: number } & Record<string, unknown>;

/** A list of tasks with a cursor, which a test changes while it is polled. */
export async function watchedList(tasks: Task[]) {
	const state = {
		tasks,
		/** Every page but the first fails. */
		breaksOff: false,
		/** The response to every request, if they are rejected. */
		rejection: undefined as undefined | { status: number; headers?: Record<string, string> },
		/** Number of rejected requests. */
		rejected: 0,
		/** How often the list was read to its end, or failed. */
		walks: 0,
		/** The `updated_since` of each request for a first page; null: everything. */
		asked: [] as Array<string | null>,
	};
	let waiting: Array<() => void> = [];
	const { baseUrl, close } = await httpServer((request, response) => {
		if (state.rejection) {
			state.rejected += 1;
			response.writeHead(state.rejection.status, state.rejection.headers);
			response.end(JSON.stringify({ error: { message: 'Not now' } }));
			return;
		}
		const url = new URL(request.url ?? '/', 'http://service');
		const from = Number(url.searchParams.get('cursor') ?? 0);
		const since = url.searchParams.get('updated_since');
		if (from === 0) state.asked.push(since);
		const listed = state.tasks.filter((task) => since === null || String(task.updated_at) >= since);
		const isBroken = from > 0 && state.breaksOff;
		const isLast = from + PAGE >= listed.length;
		if (isBroken || isLast) {
			state.walks += 1;
			response.once('finish', () => {
				for (const resolve of waiting) resolve();
				waiting = [];
			});
		}
		response.writeHead(isBroken ? 500 : 200, JSON_TYPE);
		const page = {
			data: listed.slice(from, from + PAGE),
			next_cursor: isLast ? null : String(from + PAGE),
		};
		response.end(JSON.stringify(isBroken ? { error: { message: 'Down for repair' } } : page));
	});
	return {
		baseUrl,
		state,
		set: (id: number, fields: Record<string, unknown>) => {
			state.tasks = state.tasks.map((task) => (task.id === id ? { ...task, ...fields } : task));
		},
		/** Resolves when the last page was sent. */
		sent: async () => await new Promise<void>((resolve) => waiting.push(resolve)),
		/** Resolves when the list was read so many times from now. */
		async read(times: number): Promise<void> {
			const wanted = state.walks + times;
			await until(() => state.walks >= wanted, 'n8n to poll', WITHIN_MS);
		},
		close,
	};
}
