/** The reasons to reject a request, each with its status and `error.code`, which are not specified. */
export const conditions = {
	missingKey: { status: 401, code: 'missing_api_key' },
	invalidKey: { status: 401, code: 'invalid_api_key' },
	planRequired: { status: 403, code: 'plan_required' },
	notFound: { status: 404, code: 'not_found' },
	unknownRoute: { status: 404, code: 'unknown_route' },
	invalidBody: { status: 400, code: 'invalid_body' },
	invalidQuery: { status: 400, code: 'invalid_query' },
	wrongContentType: { status: 415, code: 'unsupported_media_type' },
	bodyTooLarge: { status: 413, code: 'body_too_large' },
	badRequest: { status: 400, code: 'bad_request' },
	quotaExceeded: { status: 429, code: 'rate_limit_exceeded' },
	serverError: { status: 500, code: 'internal_error' },
};

/** Thrown to reject a request; the pipeline turns it into the documented error body. */
export class Rejection extends Error {
	readonly condition: keyof typeof conditions;
	readonly headers: Record<string, string>;

	constructor(
		condition: keyof typeof conditions,
		message: string,
		headers: Record<string, string> = {},
	) {
		super(message);
		this.condition = condition;
		this.headers = headers;
	}
}
