import type { IDataObject } from 'n8n-workflow';

import type { Failure } from '../client/types';
import type { Problem } from '../result';
import type { ListProblem } from './types';

/** Why a list could not be read to its end. */
export type ListError =
	/** Its first page was refused, like any other request. */
	| { kind: 'request'; failure: Failure }
	/** It broke off later; `failure` if a page was refused. */
	| {
			kind: 'list';
			refusal: ListProblem;
			/** What was read before; `read` says how many where they are not all here. */
			records: IDataObject[];
			read?: number;
			/** Where to start from to go on after these records, for 'Start From Position'. */
			position?: string;
			failure?: Failure;
	  };

/** A refused first page is the refusal of a request like any other; later there is more to tell. */
export const listError = (
	refusal: ListProblem,
	records: IDataObject[],
	position?: string,
): ListError =>
	refusal.failure && refusal.cursor === undefined
		? { kind: 'request', failure: refusal.failure }
		: { kind: 'list', refusal, records, position, failure: refusal.failure };

/**
 * For those who need the whole list and cannot continue a part of it: the number of records that were read is enough.
 * @param advice in place of what to do about 'Limit' and 'Start From Position', which they do not have
 * @param fitting the reasons whose own advice they can follow
 */
export function withoutRecords(
	error: ListError,
	advice: string,
	fitting: ReadonlyArray<ListProblem['reason']> = [
		'short',
		'unknown',
		'next-link',
		'override',
		'shape',
		'error-answer',
	],
): ListError {
	if (error.kind === 'request') return error;
	const { refusal, records } = error;
	const description = fitting.includes(refusal.reason) ? refusal.description : advice;
	return {
		...error,
		records: [],
		read: records.length,
		position: undefined,
		refusal: { ...refusal, description },
	};
}

/** What a person is told. */
export function listProblem(error: ListError): Problem {
	if (error.kind === 'request') return error.failure;
	const { refusal, failure } = error;
	return {
		message: [refusal.message, failure?.message].filter(Boolean).join('. '),
		description: [failure?.description, refusal.description].filter(Boolean).join(' '),
	};
}
