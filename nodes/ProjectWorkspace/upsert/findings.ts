import type { ApiError, UserError } from '../errors';

/** What the writes of a run have shown about the service. */
export class Findings {
	/** Where the values matched on were seen after a creation: in the list, and before that in the response as well. */
	creation: 'notSeen' | 'inList' | 'inResponse' = 'notSeen';
	/** Whether an update has left the fields alone that were not sent. */
	keepsFields = false;
	/** Why nothing more is created. */
	endOfCreations?: ApiError;
	/** Why nothing more is written. */
	endOfWrites?: UserError;
}
