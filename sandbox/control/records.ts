/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import type { FastifyInstance } from 'fastify';
import { checked, InputError } from '../input.ts';
import type { Parts } from '../parts.ts';
import { endpoints, pluralOf } from '../service/endpoints.ts';
import type { Kind } from '../service/endpoints.ts';
import { recordsSchema } from './schema.ts';

type WithResource = { Params: { resource: string } };

/** Records put in place without the API: with IDs of any form, or many at once. */
export function addRecordControl(control: FastifyInstance, parts: Parts): void {
	control.get<WithResource>('/records/:resource', ({ params }) => {
		const window = { size: Infinity, skip: 0 };
		const { records } = parts.records.page(kindOf(params.resource), { withArchived: true }, window);
		return records.map(({ body }) => body);
	});
	control.post<WithResource>('/records/:resource', ({ body, params }) => {
		const { count, record } = checked(recordsSchema, body);
		return parts.addRecords(kindOf(params.resource), record, count);
	});
	control.delete<WithResource>('/records/:resource', ({ params }) => {
		parts.records.removeAll(kindOf(params.resource));
		return { ok: true };
	});
}

function kindOf(resource: string): Kind {
	const found = endpoints.find(({ kind }) => pluralOf(kind) === resource);
	if (!found) throw new InputError(`there is no resource ${resource}`);
	return found.kind;
}
