/** How a list was read, in sentences for an execution hint. */
import type { ListReport } from './types';

/** Where there is nothing to tell. */
export const WHOLE_RESPONSE = 'the response itself';
export const NO_PAGINATION = 'none found';

export const notes = {
	noPagination: 'No further pages were detected.',
	tried: (parameters: readonly string[]) =>
		`The service ignored the usual parameters for a next page (${parameters.join(', ')}).`,
	shifted:
		'The list changed while it was being read, so the remaining pages were read one at a time.',
	walkedAgain: 'The list changed or was incomplete, so it was read a second time.',
	totalChanged: 'The reported total changed while the list was being read.',
	repeated: (count: number) => `Repeated records on later pages were left out: ${count}.`,
	ignoredTotal: (total: number) => `The service reports ${total} records in total.`,
	closed: 'none (the service says this is the last page)',
	pageSize: (parameter: string) => `Page size sent as ${parameter}.`,
	noPageSize: "'Page Size' was not sent: set 'Page Size Parameter' under 'Options' as well.",
	position: (position: string) =>
		`To continue after these records, set 'Start From Position' under 'Options' to ${position}`,
};

/** What was found out. */
export function describeReport(report: ListReport): string {
	const pages = report.pages === 1 ? '1 page' : `${report.pages} pages`;
	const records = report.records === 1 ? '1 record' : `${report.records} records`;
	const found = [
		`${records} from ${pages}.`,
		report.recordsPath !== WHOLE_RESPONSE && `Records in ${report.recordsPath}.`,
		report.pagination !== NO_PAGINATION && `Next page: ${report.pagination}.`,
	].filter((sentence) => sentence !== false);
	return [...found, ...report.notes, ...limitNote(report)].join(' ');
}

function limitNote({ limited, total, records }: ListReport): string[] {
	if (!limited || limited.more === false) return [];
	const all = total !== undefined && total > records ? ` (${total} in total)` : '';
	return [
		limited.more
			? `The limit was reached, and the list has more records${all}. Increase 'Limit' or turn on 'Return All' to get the rest.`
			: "The limit was reached, and the list may have more records. Increase 'Limit' or turn on 'Return All' to check.",
	];
}
