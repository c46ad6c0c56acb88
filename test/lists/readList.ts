import type { ListOverrides } from '../../nodes/ProjectWorkspace/lists/types';
import { collectList } from './collectList';
import { fakeService, makeRows, type Respond } from './fakeService';

/** Reads a list of users from a service that responds so. `asked`: the address of each request. */
export async function read(
	respond: Respond,
	{
		overrides,
		limit,
		firstQuery = {},
	}: { overrides?: ListOverrides; limit?: number; firstQuery?: Record<string, string> } = {},
) {
	const service = fakeService(respond);
	const { fetchPage } = service;
	const list = {
		resource: 'user',
		firstQuery,
		fetchPage,
		parallel: 4,
		overrides,
		limit,
	} as const;
	return { ...(await collectList(list)), asked: service.asked };
}

export const rows = makeRows(250);
export const page = (index: number) => rows.slice(index * 100, index * 100 + 100);
export const refusal = (reason: string) => ({ kind: 'refused', refusal: { reason } });
