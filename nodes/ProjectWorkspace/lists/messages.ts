import { SET_MANUALLY } from './nextPage/messages';
import type { ListProblem } from './page/types';

const START = "To read the list from its beginning, set 'Start From Position' to the word start.";

const problem = (
	reason: ListProblem['reason'],
	message: string,
	description = SET_MANUALLY,
): ListProblem => ({ reason, message, description });

/** Why a list was not read further: what happened, and what to do. */
export const messages = {
	firstRequest: problem(
		'request',
		'The first page of the list could not be read',
		'Check what you sent, or try again later.',
	),
	sameTarget: problem(
		'loop',
		'The service returned to a page that was already read, so the node stopped to avoid an endless loop',
	),
	sameRecords: problem(
		'loop',
		'The next page only repeated records that were already read, so the node stopped to avoid an endless loop',
	),
	endless: (pages: number, records: number) =>
		problem(
			'endless',
			`The list did not end after ${pages} pages with ${records} records, so the node stopped`,
			"Set 'Limit', or narrow the list with query parameters that the service supports.",
		),
	beyondTotal: (total: number, records: number) =>
		problem(
			'endless',
			`The service reports ${total} records, but it returned ${records} and did not stop`,
			"Set 'Limit'. If the reported total is known to be too small, turn on 'Ignore Reported Total' under 'Options'.",
		),
	more: problem('no-way-on', 'The service says that there are more records than it returned'),
	short: (total: number, received: number) =>
		problem(
			'short',
			`The service reports ${total} records, but its pages ended after ${received}`,
			"Try again, as the list may have changed in the meantime. If the reported total is known to be outdated, turn on 'Ignore Reported Total' under 'Options'.",
		),
	otherPosition: problem(
		'position',
		"'Start From Position' is not a position of this list",
		`Copy it in full, and use it with the same list, query parameters and page size that it came from. ${START}`,
	),
	moved: problem(
		'position',
		"The list has changed: the record before 'Start From Position' is no longer in its place",
		`Records could be skipped or repeated. ${START}`,
	),
};

/** What to set where nobody knows whether a list is complete. */
export const TO_KNOW =
	"If this is the whole list, set 'Pagination' under 'Options' to 'None'. Otherwise set 'Pagination' to how the service gets the next page, and 'Page Parameter' to the query parameter for it.";

/** Why nobody knows whether a list is complete. */
const DOUBTS = {
	noList: 'the service returned nothing instead of a list',
	changed: 'the list changed while it was being read',
	nothingFound: 'the service did not say whether there are more, and no next page was found',
	openEnd: 'its last pages had hardly anything new, but pointed to further ones',
	noSign: 'the service did not say whether there are more',
};

export type Doubt = keyof typeof DOUBTS;

/** A number next to the list that is larger than it. */
export interface LargerNumber {
	name: string;
	value: number;
}

interface Unknown {
	because: Doubt;
	largerNumber?: LargerNumber;
}

/** Why it is not known whether a list is complete, as a part of a sentence. */
export function doubtOf({ because, largerNumber }: Unknown, records: number): string {
	const read =
		because === 'noList' ? '' : ` after ${records === 1 ? '1 record' : `${records} records`}`;
	const larger = largerNumber ? ` (${largerNumber.name} is ${largerNumber.value})` : '';
	return `it is not known whether the list is complete${read}: ${DOUBTS[because]}${larger}`;
}

export function incomplete(unknown: Unknown, records: number): ListProblem {
	const doubt = doubtOf(unknown, records);
	return problem('unknown', doubt.charAt(0).toUpperCase() + doubt.slice(1), TO_KNOW);
}
