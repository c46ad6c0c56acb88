import { ApiError, type UserError } from '../errors';

type EndReason =
	/** Limit was reached. */
	| 'limit'
	/** The page says that it is the last one. */
	| 'lastPage'
	/** A page past the end: it is empty, the first page again, or there is no such page. */
	| 'pastEnd'
	/** The service rejected the request for a page whose number was only counted. */
	| 'rejected'
	/** No next page was found. */
	| 'notFound'
	/** The next page leads back. */
	| 'loop'
	/** There are too many pages. */
	| 'endless'
	/** A page could not be read. */
	| 'failed';

/** Why reading a list ended. */
export class End {
	constructor(
		readonly reason: EndReason,
		readonly facts: {
			/** At Limit: whether there are more records; undefined if that is not known. */
			hasMore?: boolean;
			/** If no next page was found: whether the page has a link or a token for it. */
			hasNext?: boolean;
			/** If no next page was found: the parameters that were tried. */
			tried?: readonly string[];
		} = {},
	) {}
}

/** A page that could not be read. It ends the list, unless another parameter leads to the page. */
export class FailedPage extends End {
	private readonly details: Partial<ApiError['details']>;

	constructor(
		readonly error: ApiError | UserError,
		/** What the page was requested by: a link, or what the first request does not send. */
		readonly cursor: string | undefined,
	) {
		super('failed');
		this.details = error instanceof ApiError ? error.details : {};
	}

	/** The service rejects the request itself: it does not know the parameter, or there is no such page. */
	get isRejected(): boolean {
		return [400, 404, 422].includes(this.details.status ?? 0);
	}

	/** Only a service that knows its pages says in JSON that there is no such page. */
	get isPastEnd(): boolean {
		return this.details.status === 404 && this.details.isJson === true;
	}

	/** The link leads to another origin. Behind a proxy, some services link to `http://` or to a name of their own (Django). */
	get isNotFollowed(): boolean {
		return this.details.code === 'otherOrigin';
	}
}
