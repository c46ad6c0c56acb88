import type { ApiError, UserError } from '../errors';

/** Whether a list has all its records, from why reading stopped and from what its pages said. */
export type Completeness =
	| { is: 'complete' }
	/** Limit was reached. `more`: whether there are more records; undefined if that is not known. */
	| { is: 'limited'; more: boolean | undefined }
	/** `reason`: the rest of a sentence; `advice`: what to set or do. */
	| {
			is: 'unknown';
			because: 'noList' | 'changed' | 'rejected' | 'noSign';
			reason: string;
			advice: string;
	  }
	| { is: 'short'; error: ApiError | UserError };
