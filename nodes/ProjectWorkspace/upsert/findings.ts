import type { ApiError, UserError } from '../errors';

/** What the writes of a run have shown about the service. */
export class Findings {
	/** The list has shown a record that this run has created. */
	isCreationListed = false;
	/** The response had shown it as well, so that a later one with another value means that the value was cut. */
	isCreationEchoed = false;
	/** An update has left alone the fields that were not sent. */
	keepsFields = false;
	/** One has left alone the project at least, which services may keep that replace the rest of the record. */
	keepsParent = false;
	/** Why nothing more is created. */
	endOfCreations?: ApiError;
	/** Why nothing more is written. */
	endOfWrites?: UserError;
}
