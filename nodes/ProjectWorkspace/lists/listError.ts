import type { IDataObject } from 'n8n-workflow';

import type { Failure } from '../client/types';
import type { Problem } from '../result';
import type { ListProblem } from './messages';

/** Why a list could not be read to its end. */
export type ListError =
	/** The request for its first page failed. */
	| { kind: 'request'; failure: Failure }
	/** Reading stopped later; `failure` if a request failed. */
	| {
			kind: 'list';
			refusal: ListProblem;
			/** How many records were read before, and those of them that are reported. */
			read: number;
			records: IDataObject[];
			failure?: Failure;
	  };

/** If the first request fails, the list adds nothing to its error. Later there are records and a cursor to report. */
export const listError = (
	refusal: ListProblem,
	{ records, read }: { records: IDataObject[]; read: number },
): ListError =>
	refusal.failure && refusal.cursor === undefined
		? { kind: 'request', failure: refusal.failure }
		: { kind: 'list', refusal, records, read, failure: refusal.failure };

/** The reasons whose own advice these readers can follow. */
const FITTING: ReadonlyArray<ListProblem['reason']> = [
	'short',
	'unfiltered',
	'unknown',
	'next-link',
	'override',
	'shape',
	'error-answer',
];

/**
 * For readers that need the whole list: keeps only the number of records.
 * @param advice replaces advice about 'Limit', which these readers do not have
 */
export function withoutRecords(error: ListError, advice: string): ListError {
	if (error.kind === 'request') return error;
	const { refusal } = error;
	const description = FITTING.includes(refusal.reason) ? refusal.description : advice;
	return { ...error, records: [], refusal: { ...refusal, description } };
}

export function listProblem(error: ListError): Problem {
	if (error.kind === 'request') return error.failure;
	const { refusal, failure } = error;
	return {
		message: [refusal.message, failure?.message].filter(Boolean).join('. '),
		description: [failure?.description, refusal.description].filter(Boolean).join(' '),
	};
}
