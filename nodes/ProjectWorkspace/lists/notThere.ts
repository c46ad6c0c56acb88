import type { ResourceName } from '../catalogue';
import { isAbsenceShown } from './completeness';
import type { List } from './listRecords';
import { incomplete } from './messages';
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
	for (let readings = 2; readings <= MAX_READINGS; readings += 1) {
		if (last.completeness.is !== 'complete' || isAbsenceShown(last)) return last;
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
	return isAbsenceShown(last) ? last : changed(last);
}

/** Get Many with 'Require Complete List': only if a second reading has the same records is the list known to be complete. */
export async function readForAll(first: List, readAgain: () => Promise<List>): Promise<List> {
	if (first.completeness.is !== 'complete' || isAbsenceShown(first)) return first;
	const { seen, completeness } = await readAgain();
	const isSame =
		completeness.is === 'complete' &&
		first.seen !== undefined &&
		seen?.hasAllOf(first.seen) === true &&
		first.seen.hasAllOf(seen);
	const summary = `${first.summary} ${notes.readAgain(2)}`;
	return isSame ? { ...first, summary, readings: 2 } : changed({ ...first, summary });
}

function changed(list: List): List {
	const completeness = { is: 'unknown', because: 'changed' } as const;
	return { ...list, completeness, problem: incomplete(completeness, list.read) };
}
