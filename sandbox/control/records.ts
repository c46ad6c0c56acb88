/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import type { FastifyInstance } from 'fastify';
import { isJsonObject } from '../json.ts';
import type { AllParts } from '../parts.ts';
import { numberFrom, readBody, readResource } from './wishes.ts';

type WithResource = { Params: { resource: string } };

/** Records put in place without the API: with IDs of any form, or many at once. */
export function addRecordControl(control: FastifyInstance, parts: AllParts): void {
	control.get<WithResource>('/records/:resource', (request) => {
		const kind = readResource(request.params.resource);
		const window = { size: Infinity, skip: 0 };
		return parts.records.page(kind, { withArchived: true }, window).records.map(({ body }) => body);
	});
	control.post<WithResource>('/records/:resource', (request) => {
		const { count, record, template } = readBody(request.body);
		const fields = isJsonObject(record) ? record : isJsonObject(template) ? template : {};
		return parts.addRecords(
			readResource(request.params.resource),
			fields,
			count === undefined ? 1 : numberFrom(count, 'count'),
		);
	});
	control.delete<WithResource>('/records/:resource', (request) => {
		parts.records.removeAll(readResource(request.params.resource));
		return { ok: true };
	});
}
