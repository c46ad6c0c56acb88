import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';

import { UserError } from '../errors';
import { type ListRequest, readList } from '../pagination/readList';
import { isObject, sha256, textOf } from '../records/value';
import {
	findOperation,
	idParameter,
	operationOf,
	resources,
	type ResourceName,
} from '../resources';
import { briefly } from '../texts';
import { connect } from '../transport/client';
import { CREDENTIAL } from '../transport/credential';
import type { ApiRequest } from '../transport/types';
import { isEvaluated } from './literals';

/** How much of a list is read. */
export interface Limits {
	limit?: number;
	maxPages?: number;
}

/** Fields are not documented, so they are those of the first page of records. */
export const SAMPLE: Limits = { maxPages: 1, limit: 1_000 };

/** What the editor shows of a list. */
export interface ShownList {
	records: IDataObject[];
	/** Whether there may be more than were asked for. */
	hasMore: boolean;
	/** Why records may be missing, although all were asked for. */
	notice?: string;
}

/** The resource whose records the selected operation is about; undefined if it is about something else. */
export function shownResource(context: ILoadOptionsFunctions): ResourceName | undefined {
	const selected = String(context.getCurrentNodeParameter('resource'));
	const resource = resources.find(({ name }) => name === selected);
	// The polling trigger has no operation: it reads the list.
	const operation = String(context.getCurrentNodeParameter('operation') ?? 'getAll');
	if (!resource || findOperation(resource.name, operation)?.endpoint.about) return undefined;
	return resource.name;
}

/** Long enough to type and to scroll, short enough to show a record that was just created. */
const KEEP_MS = 20_000;

/** A person is waiting, and can try again. */
const PATIENCE_MS = 30_000;

/** What was read in the last seconds, by credential, request and limits. */
const recentLists = new Map<string, { startedAtMs: number; list: Promise<ShownList> }>();

/**
 * @param refresh whether the list is read again, although it was just read
 * @returns the list, or why it cannot be shown
 */
export async function readForEditor(
	context: ILoadOptionsFunctions,
	resource: ResourceName,
	limits: Limits,
	refresh = false,
): Promise<ShownList | UserError> {
	try {
		const credential = await context.getCredentials(CREDENTIAL);
		const request: ListRequest = { resource, request: requestFor(context, resource), ...limits };
		const key = sha256(JSON.stringify([credential, request]));

		const now = performance.now();
		for (const [name, { startedAtMs }] of recentLists) {
			if (now - startedAtMs > KEEP_MS) recentLists.delete(name);
		}
		const known = recentLists.get(key);
		if (known && !refresh) return await known.list;

		const list = readNow(context, request);
		recentLists.set(key, { startedAtMs: now, list });
		// The next click tries again.
		list.catch(() => recentLists.delete(key));
		return await list;
	} catch (error) {
		if (error instanceof UserError) return error;
		// n8n's own, without a credential. It does not ask again when one is selected.
		return new UserError(
			briefly(error instanceof Error ? error.message : String(error)),
			'Select a credential, or check the one that is selected and save it. Then close this node and open it again.',
		);
	}
}

/** Not every service lists tasks without a project, so it is the one that is set in the node. */
function requestFor(context: ILoadOptionsFunctions, resource: ResourceName): ApiRequest {
	const { method, path, endpoint } = operationOf(resource, 'getAll');
	const locator: unknown =
		endpoint.projectIn && context.getCurrentNodeParameter(idParameter('project'));
	const id = textOf(isObject(locator) ? locator.value : locator).trim();

	// The editor cannot evaluate an expression.
	const isSet = id !== '' && !isEvaluated(id);
	return { method, path, query: isSet ? { project_id: id } : {} };
}

/** @throws UserError if nothing can be read */
async function readNow(context: ILoadOptionsFunctions, request: ListRequest): Promise<ShownList> {
	const deadline = AbortSignal.timeout(PATIENCE_MS);
	const client = await connect(context, deadline);
	const { completeness, records, recordsRead } = await readList(client, request);

	const { inMessages, inRecords } = client.hide;
	const shown: ShownList = {
		records: inRecords(records),
		hasMore: completeness.is === 'limited' && completeness.hasMore !== false,
	};
	if (completeness.is === 'unknown') shown.notice = MAY_HAVE_MORE;
	if (completeness.is === 'short') {
		const { message, description } = deadline.aborted ? TOO_SLOW : completeness.error;
		// Secrets are hidden before a text is shortened, as the beginning of one would not be recognized.
		const reason = briefly(inMessages(message));
		if (recordsRead === 0) throw new UserError(reason, inMessages(description));
		shown.notice = `Not all records could be read. Enter the ID if one is missing. ${reason}`;
	}
	return shown;
}

const TOO_SLOW = {
	message: 'The service did not respond in time',
	description: 'Try again.',
};

const MAY_HAVE_MORE =
	"There may be more records. Enter the ID if one is missing, or set 'Pagination' in the credential under 'List Settings'.";
