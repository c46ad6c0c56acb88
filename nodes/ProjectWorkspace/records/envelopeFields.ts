/**
 * The fields of envelopes, as data: to add a name, add a word to one of these lists. Names are written as by
 * `plainName`: lower case, letters and digits only.
 */
import { namesIn, plainName } from './fieldNames';
import { RESPONSE_FIELDS, saysByName } from './paginationFields';
import { isScalar } from './value';

/** Usual names of a list or a single record, the clearest first: JSON:API, Google, Django, OData, Spring, Solr, Hydra … */
export const DATA_FIELDS = namesIn(
	`data|result|record|item|response|payload|body|resource|entity|object|d|items|results|records|value|edges|nodes|hits
	entries|values|list|rows|docs|documents|collection|content|contents|elements|objects|resources|entities|children
	entry|member`,
);

/** Fields next to the records that never contain them: JSON:API's `included`, Cloudflare's `messages` … */
const SIDE_FIELDS = new Set(
	namesIn(`errors|error|warnings|warning|messages|notices|notice|notifications|alerts|announcements|deprecations|hints
	tips|included|includes|linked|links|link|rels|related|suggestions|suggestion|suggest|recommendations|ads|banners
	actions|meta|metadata|pagination|paging|pageinfo|pageable|aggregations|aggregates|aggs|facets|filters|filter|sort
	sorts|sortby|orderby|expand|columns|schema|schemas|legend|breadcrumbs|permissions|scopes|stats|statistics|summary
	debug|trace|logs|extensions|head|header|headers|responseheader|skipped|omitted|failed|failures|invalid|rejected|deleted|removed`),
);

export const SUCCESS_FIELDS = namesIn(
	'success|ok|successful|succeeded|issuccess|issuccessful|isok',
);

/** The code of an error or of a success. */
export const CODE_FIELDS = namesIn(
	`code|errorcode|errcode|errno|errornumber|faultcode|ret|retcode|returncode|rc|resultcode|statuscode|responsecode
	respcode|bizcode`,
);

/** About the outcome of the request. */
const OUTCOME_FIELDS = new Set([
	...SUCCESS_FIELDS,
	...CODE_FIELDS,
	...namesIn('status|stat|state|httpstatus'),
]);

/** Only filled if there is an error. */
export const ERROR_FIELDS = new Set(
	namesIn(`error|errors|err|fault|faults|faultstring|exception|exceptions|failure|failures|errormessage|errormessages
	errmsg|errormsg|errordescription|odataerror|usererrors|validationerrors|fielderrors`),
);

/** Messages for a person about the request. */
export const MESSAGE_FIELDS = namesIn(
	`message|msg|errormessage|errmsg|errormsg|errordescription|errortext|errordetail|errordetails|errorreason|errorinfo
	statusmessage|statusmsg|statustext|resultmessage|resultmsg|responsemessage|returnmsg|retmsg|faultstring|usermessage`,
);

/** Whether a field never contains a record or a list of records. */
export const isSideField = (field: string) => SIDE_FIELDS.has(plainName(field));

/** `0`, `200`, `20000`, `"OK"`, `true`: how services report success. */
export const saysSuccess = (value: unknown) =>
	isScalar(value) &&
	/^(0+|2\d\d|20{3,}|true|yes|ok|okay|success\w*|succeeded)$/i.test(String(value).trim());

/** Whether a field belongs to the envelope, not to the record in it. */
export function isEnvelopeField(field: string, value: unknown): boolean {
	const name = plainName(field);
	const isOutcome = OUTCOME_FIELDS.has(name) && saysSuccess(value);
	const isKnown = SIDE_FIELDS.has(name) || RESPONSE_FIELDS.has(name) || saysByName('total', name);
	return value === null || isKnown || isOutcome;
}
