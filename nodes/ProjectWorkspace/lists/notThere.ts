import type { ResourceName } from '../catalogue';
import type { List } from './listRecords';
import { notes } from './messages';
import { SeenRecords } from './page/seenRecords';

/**
 * Whether a list shows that what it does not have is not there. One reading of several pages does not show it: if a
 * record is deleted meanwhile, another one moves to a page that was read before, and if one is created as well, the total
 * stays the same.
 */
export const isAbsenceShown = ({ completeness, pages, readings }: List): boolean =>
	completeness.is === 'complete' && (pages <= 1 || readings > 1);

/**
 * The list, to be asked for what it does not have. If it may be there nevertheless, the list is read a second time, and
 * has the records of both readings.
 */
export async function readForAbsence(
	first: List,
	readAgain: () => Promise<List>,
	resource: ResourceName,
): Promise<List> {
	if (first.completeness.is !== 'complete' || isAbsenceShown(first)) return first;
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
