import type { ApiError, UserError } from '../errors';

/** What the writes of a run have shown about the service. */
export class Findings {
	/** Where the values matched on were seen after a creation: in the list, and before that in the response as well. */
	creation: 'notSeen' | 'inList' | 'inResponse' = 'notSeen';
	/** What an update has left alone that was not sent. Services that replace the rest of a record may keep its project. */
	kept: 'nothing' | 'parent' | 'fields' = 'nothing';
	/** Why nothing more is created. */
	endOfCreations?: ApiError;
	/** Why nothing more is written. */
	endOfWrites?: UserError;
}
