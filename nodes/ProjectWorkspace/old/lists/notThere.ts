import type { ResourceName } from '../catalogue';
import { type Completeness, isAbsenceShown } from './completeness';
import { type List, problemOf } from './listRecords';
import { notes } from './outcome';
import { SeenRecords } from './page/seenRecords';

const MAX_READINGS = 3;

/**
 * The list, to be asked for what it does not have. If it may be there nevertheless, the list is read again until a reading
 * has all records of the one before: if some were deleted meanwhile, either may have lost another one. It has the records
 * of all readings, and is unknown if no two in a row agree.
 */
export async function readForAbsence(
	first: List,
	readAgain: () => Promise<List>,
	resource: ResourceName,
): Promise<List> {
	let last = first;
	for (let readings = 2; last.completeness.is === 'complete' && !isAbsenceShown(last); readings++) {
		if (readings > MAX_READINGS) return judged(last, CHANGED);
		const later = await readAgain();
		const isAgreed = last.seen !== undefined && later.seen?.hasAllOf(last.seen) === true;
		const kept = new SeenRecords(resource);
		kept.take(later.records);
		const onlyBefore = last.records.filter((record) => !kept.has(record));
		last = {
			...later,
			records: [...later.records, ...onlyBefore],
			summary: `${later.summary} ${notes.readAgain(readings)}`,
			readings: isAgreed ? readings : 1,
		};
	}
	return last;
}

/** Get Many with 'Require Complete List': only if a second reading has the same records is the list known to be complete. */
export async function readForAll(first: List, readAgain: () => Promise<List>): Promise<List> {
	if (first.completeness.is !== 'complete' || isAbsenceShown(first)) return first;
	const { seen, completeness } = await readAgain();
	const summary = `${first.summary} ${notes.readAgain(2)}`;
	// Why it is not complete says more than that it has other records.
	if (completeness.is !== 'complete') return judged({ ...first, summary }, completeness);
	const isSame =
		first.seen !== undefined && seen?.hasAllOf(first.seen) === true && first.seen.hasAllOf(seen);
	return isSame ? { ...first, summary, readings: 2 } : judged({ ...first, summary }, CHANGED);
}

const CHANGED = { is: 'unknown', because: 'changed' } as const;

const judged = (list: List, completeness: Completeness): List => ({
	...list,
	completeness,
	problem: problemOf(completeness, list.read),
});
