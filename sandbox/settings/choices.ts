import { listEnvelopes, recordEnvelopes } from '../service/envelopes.ts';
import { paginationStyles } from '../service/pagination.ts';
import { quotaModes } from '../service/quota.ts';
import { layouts } from '../webhooks/layouts.ts';
import { payloads } from '../webhooks/payloads.ts';

/** Settings that allow only certain words, by dotted path. */
export const choices: Readonly<Record<string, readonly string[]>> = {
	ids: ['prefixed', 'number', 'uuid'],
	contentType: ['required', 'ignored'],
	updates: ['merge', 'replace'],
	'list.envelope': Object.keys(listEnvelopes),
	'record.envelope': Object.keys(recordEnvelopes),
	'pagination.style': Object.keys(paginationStyles),
	'pagination.end': ['null', 'empty', 'omitted'],
	'pagination.links': ['absolute', 'relative'],
	'pagination.trap': ['none', 'samePage', 'foreignLink'],
	'quota.mode': Object.keys(quotaModes),
	'quota.retryAfter': ['off', 'seconds', 'date'],
	'archive.again': ['done', 'notFound', 'conflict'],
	'tasks.withoutProject': ['all', 'none', 'refused'],
	'tasks.projectIdOnCreate': ['optional', 'required', 'known'],
	'events.payload': Object.keys(payloads),
	'signature.layout': [...Object.keys(layouts), 'custom'],
	'signature.custom.algorithm': ['sha256', 'sha384', 'sha512', 'sha1'],
	'signature.custom.encoding': ['hex', 'base64', 'base64url'],
	'signature.custom.timestampUnit': ['seconds', 'milliseconds'],
	'signature.custom.key': ['text', 'base64'],
};

/** Settings that take any JSON object. */
export const open: ReadonlySet<string> = new Set(['list.extras']);

/** Numbers that may also be null. */
export const nullable: ReadonlySet<string> = new Set(['quota.limit']);

/** Numbers that may be below zero. */
export const signed: ReadonlySet<string> = new Set(['signature.skewSeconds']);

/** Numbers below which nothing would move any more. */
export const atLeastOne: ReadonlySet<string> = new Set([
	'pagination.pageSize',
	'pagination.maximumPageSize',
	'quota.windowMs',
	'delivery.attempts',
	'delivery.timeoutMs',
	'delivery.parallel',
	'delivery.copies',
]);
