import type { IDataObject } from 'n8n-workflow';

import { ok, reject, type Result } from '../result';
import { messages } from './messages';
import type { Known, RecordId } from './packing';
import type { Watched } from './watched';

export type ChangeType = 'new' | 'changed' | 'removed';

/** What happened to a record since the last poll. */
export interface Change {
	type: ChangeType;
	/** Of its watched fields as they are now; of a record that was removed, as they were. */
	hash: string;
	id: RecordId;
	/** A record that was removed has its ID alone. */
	record: IDataObject;
}

export interface Rules {
	/** What starts the workflow; the rest is only remembered. */
	types: readonly ChangeType[];
	/** Whether the list surely has all records. */
	isWhole: boolean;
	allowMassRemovals: boolean;
}

const MASS_REMOVAL = { records: 20, share: 0.5 } as const;

/** What has changed, and what is known from now on. */
export function diff(
	before: Known,
	now: ReadonlyMap<RecordId, Watched>,
	{ types, isWhole, allowMassRemovals }: Rules,
): Result<{ changes: Change[]; known: Known; isSame: boolean }> {
	const changes: Change[] = [];
	const known = new Map<RecordId, string>();
	for (const [id, { hash, record }] of now) {
		const former = before.get(id) ?? before.get(otherForm(id));
		known.set(id, hash);
		if (former !== hash) {
			changes.push({ type: former === undefined ? 'new' : 'changed', hash, id, record });
		}
	}
	const missing = [...before].filter(([id]) => !now.has(id) && !now.has(otherForm(id)));
	if (isWhole) {
		const { records, share } = MASS_REMOVAL;
		const isMass = before.size >= records && missing.length > before.size * share;
		if (isMass && !allowMassRemovals) {
			return reject(messages.massRemoval(missing.length, before.size));
		}
		for (const [id, hash] of missing) changes.push({ type: 'removed', hash, id, record: { id } });
	} else {
		if (missing.length > 0 && types.includes('removed')) return reject(messages.unproven(now.size));
		// They may be on a page that was not read: forgotten, they would be new when they show up again.
		for (const [id, hash] of missing) known.set(id, hash);
	}
	return ok({
		changes: changes.filter(({ type }) => types.includes(type)),
		known,
		isSame: changes.length === 0,
	});
}

/** A service that writes its IDs as texts from now on, or as numbers, has the same records. */
function otherForm(id: RecordId): RecordId {
	if (typeof id === 'number') return String(id);
	return String(Number(id)) === id ? Number(id) : id;
}
