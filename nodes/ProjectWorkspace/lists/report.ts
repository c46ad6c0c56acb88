/** How a list was read, for an execution hint. */
export interface ListReport {
	/** Where the records are: `the response itself`, `data.items`. */
	recordsPath: string;
	/** How the next page is found, as text. */
	pagination: string;
	pages: number;
	records: number;
	/** Records left out because a later page brought the same ID again. */
	repeated: number;
	total?: number;
	notes: string[];
}

/** These two are not reported. */
export const WHOLE_RESPONSE = 'the response itself';
export const NO_PAGINATION = 'none found';

/** How a list was read, in sentences for an execution hint. */
export const notes = {
	tried: (parameters: readonly string[]) =>
		`The service ignored the usual parameters for a next page (${parameters.join(', ')}).`,
	totalChanged: 'The reported total changed while the list was being read.',
	repeated: (count: number) => `Repeated records on later pages were left out: ${count}.`,
	ignoredTotal: (total: number) => `The service reports ${total} records in total.`,
	stated: 'none (the service says this is the last page)',
	noPageSize: "'Page Size' was not sent: set 'Page Size Parameter' under 'Options' as well.",
	position: (position: string) =>
		`To continue after these records, set 'Start From Position' under 'Options' to ${position}`,
	limited: (more: boolean | undefined, total: string) =>
		more
			? `The limit was reached, and the list has more records${total}. Increase 'Limit' or turn on 'Return All' to get the rest.`
			: "The limit was reached, and the list may have more records. Increase 'Limit' or turn on 'Return All' to check.",
};

const countOf = (records: number) => (records === 1 ? '1 record' : `${records} records`);

/** The report as text. */
export function describeReport(report: ListReport): string {
	const pages = report.pages === 1 ? '1 page' : `${report.pages} pages`;
	const found = [
		`${countOf(report.records)} from ${pages}.`,
		report.recordsPath !== WHOLE_RESPONSE && `Records in ${report.recordsPath}.`,
		report.pagination !== NO_PAGINATION && `Next page: ${report.pagination}.`,
	].filter((sentence) => sentence !== false);
	return [...found, ...report.notes].join(' ');
}
