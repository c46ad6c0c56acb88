import type { ResourceName } from '../catalogue';
import type { List } from './listRecords';
import { notes } from './messages';
import { SeenRecords } from './page/seenRecords';

/**
 * Whether a list shows that what it does not have is not there. One reading of several pages does not show it: if a
 * record is deleted meanwhile, another one moves to a page that was read before.
 * @param trustsTotal a total that stayed the same and equals the records shows it as well, unless one record was created
 * and one deleted
 */
export function isAbsenceShown(list: List, trustsTotal = true): boolean {
	const { completeness, pages, readings, isTotalReached } = list;
	if (completeness.is !== 'complete') return false;
	return pages <= 1 || readings > 1 || (trustsTotal && isTotalReached);
}

/**
 * The list, to be asked for what it does not have. If it may be there nevertheless, the list is read a second time, and
 * has the records of both readings.
 */
export async function readForAbsence(
	first: List,
	readAgain: () => Promise<List>,
	resource: ResourceName,
	trustsTotal = true,
): Promise<List> {
	if (first.completeness.is !== 'complete' || isAbsenceShown(first, trustsTotal)) return first;
	const second = await readAgain();
	const seen = new SeenRecords(resource);
	seen.take(second.records);
	const onlyBefore = first.records.filter((record) => !seen.has(record));
	return {
		...second,
		records: [...second.records, ...onlyBefore],
		summary: `${second.summary} ${notes.readTwice}`,
		readings: first.readings + 1,
	};
}
