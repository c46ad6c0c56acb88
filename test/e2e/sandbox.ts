import { place } from './place';

export interface Recorded {
	method: string;
	path: string;
	query: string;
	headers: Record<string, string>;
	bodyText: string;
	body?: unknown;
	status?: number | null;
}

type Fields = Record<string, unknown>;

async function control(method: string, path: string, body?: Fields): Promise<unknown> {
	const response = await fetch(`${place.sandboxOrigin}/_sandbox${path}`, {
		method,
		...(body
			? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
			: {}),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
	return text ? JSON.parse(text) : undefined;
}

/** Its control plane, from outside. */
export const sandbox = {
	control,
	reset: () => control('POST', '/reset'),
	requests: async () => (await control('GET', '/requests')) as Recorded[],
	forgetRequests: () => control('DELETE', '/requests'),
	settings: (change: Fields) => control('PATCH', '/settings', change),
	addRecord: (resource: string, record: Fields) =>
		control('POST', `/records/${resource}`, { record }),
	records: async (resource: string) => (await control('GET', `/records/${resource}`)) as Fields[],
};
