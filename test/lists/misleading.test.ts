import { parseJson } from '../../nodes/ProjectWorkspace/old/records/json';
import { collectList } from './collectList';
import { allowed, judge, MISLEADING, type Answer, type ListService } from './misleading';

const LIST_URL = 'https://api.example.com/v1/tasks';

/** What the client gives of an answer. */
function readAnswer({ status = 200, body }: Answer): unknown {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	if (status >= 400)
		throw Object.assign(new Error(`Answered with ${status}`), {
			httpCode: `${status}`,
			isJson: typeof body === 'object' && body !== null ? true : undefined,
		});
	if (text === undefined || text === '') return undefined;
	try {
		return parseJson(text);
	} catch {
		return text;
	}
}

/** The one place that knows how lists are read. */
async function read({ answer, pageSize }: ListService, parallel: number) {
	let asked = 0;
	const { records, outcome } = await collectList({
		resource: 'task',
		firstQuery: {},
		parallel,
		overrides: pageSize && { pageSizeParameter: pageSize.parameter, pageSize: pageSize.size },
		fetchPage: async (target) => {
			const url = new URL('url' in target ? target.url : LIST_URL);
			for (const [name, value] of Object.entries('query' in target ? target.query : {})) {
				url.searchParams.set(name, value);
			}
			const query = Object.fromEntries(url.searchParams);
			const answered = answer({ query, url, index: asked++ });
			await Promise.resolve();
			return {
				body: readAnswer(answered),
				status: answered.status ?? 200,
				headers: answered.headers ?? {},
				query,
				url: url.href,
			};
		},
	});
	const message =
		outcome.kind === 'refused'
			? `${outcome.refusal.message} ${outcome.refusal.description}`
			: undefined;
	return { records, message, asked, isWarned: outcome.completeness.is === 'unknown' };
}

const named = (services: readonly ListService[]) =>
	services.map((service) => [service.name, service] as const);

describe.each([1, 10])('with %i requests at once', (parallel) => {
	test.each(named(MISLEADING))('is never short without a message: %s', async (_name, service) => {
		const { records, message, isWarned, asked } = await read(service, parallel);
		const verdict = judge(service, { records, message, isWarned });
		expect(allowed(service)).toContain(verdict);
		expect(asked).toBeLessThanOrEqual(service.most ?? Infinity);
	});
});
