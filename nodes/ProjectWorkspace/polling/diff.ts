import type { IDataObject } from 'n8n-workflow';

import { ok, reject, type Result } from '../result';
import { messages } from './messages';
import type { RecordId, Watched } from './watched';

/** The hash of each record's watched fields. */
export type Known = ReadonlyMap<RecordId, string>;

export type ChangeType = 'new' | 'changed' | 'removed';

/** A change of a record since the last poll. */
export interface Change {
	type: ChangeType;
	/** Of its watched fields; for a removed record, the last ones. */
	hash: string;
	id: RecordId;
	/** Only the ID of a removed record. */
	record: IDataObject;
}

export interface Rules {
	/** The changes that start the workflow. */
	types: readonly ChangeType[];
	/** Whether the list is known to have all requested records. */
	isComplete: boolean;
	/** Whether only changed records were requested. */
	isPart: boolean;
	allowMassRemovals: boolean;
}

const MASS_REMOVAL = { records: 20, share: 0.5 } as const;

/** The changes, and the records that are known afterwards. */
export function diff(
	before: Known,
	now: ReadonlyMap<RecordId, Watched>,
	{ types, isComplete, isPart, allowMassRemovals }: Rules,
): Result<{ changes: Change[]; known: Known; isSame: boolean }> {
	const changes: Change[] = [];
	const known = new Map<RecordId, string>();
	for (const [id, { hash, record }] of now) {
		const former = before.get(id) ?? before.get(alternateId(id));
		known.set(id, hash);
		if (former !== hash) {
			changes.push({ type: former === undefined ? 'new' : 'changed', hash, id, record });
		}
	}
	const missing = [...before].filter(([id]) => !now.has(id) && !now.has(alternateId(id)));
	if (isComplete && !isPart) {
		const { records, share } = MASS_REMOVAL;
		const isMass = before.size >= records && missing.length > before.size * share;
		if (isMass && !allowMassRemovals) {
			return reject(messages.massRemoval(missing.length, before.size));
		}
		for (const [id, hash] of missing) changes.push({ type: 'removed', hash, id, record: { id } });
	} else {
		const isUnproven = !isPart && missing.length > 0 && types.includes('removed');
		if (isUnproven) return reject(messages.unproven(now.size));
		// They may only be missing from this response, and must not count as new next time.
		for (const [id, hash] of missing) known.set(id, hash);
	}
	return ok({
		changes: changes.filter(({ type }) => types.includes(type)),
		known,
		isSame: changes.length === 0,
	});
}

/** The same ID as text or as a number, in case the service changes that. */
function alternateId(id: RecordId): RecordId {
	if (typeof id === 'number') return String(id);
	return String(Number(id)) === id ? Number(id) : id;
}
