import type { IDataObject } from 'n8n-workflow';

import type { Resource } from '../catalogue';
import { asItem } from './record';

/** Interim: the records of a list that comes as one page. */
export function firstPage(body: unknown, resource: Resource): IDataObject[] {
	if (Array.isArray(body)) return body.map(asItem);
	if (typeof body !== 'object' || body === null) return [];
	const values: Record<string, unknown> = { ...body };
	const named = values[resource.plural] ?? Object.values(values).find(Array.isArray);
	return Array.isArray(named) ? named.map(asItem) : [asItem(body)];
}
