/**
 * Reads what a rejection says. The specification has `error.code` and `error.message`; other services name every field at
 * fault, in as many forms as there are frameworks. A new form is a new row.
 */
import { isAboutResponse } from '../records/envelope';
import { plainName } from '../records/fields';
import { fieldAt, isEmpty, isObject, isStructure, textOf, type JsonObject } from '../records/value';

/** The service's own words. */
export interface Rejection {
	code?: string;
	/** What is wrong, with every field at fault that the body names. */
	message?: string;
}

const CODES = ['code', 'error_code', 'errorCode', 'errcode', 'ECODE', 'type', 'extensions.code'];

/** The fields that say what is wrong, by plain name, the clearest first. */
const MESSAGES = [
	'message', // the specification, part 7
	'errordescription', // OAuth
	'errormessage', // monday
	'detail', // RFC 9457
	'msg', // FastAPI
	'errmsg', // WeChat
	'defaultmessage', // Spring
	'errorsummary', // Okta
	'description', // Zendesk
	'reason', // RFC 7807
	'title', // RFC 9457
];

/** Names of ordinary fields, too, which an object by field may have. */
const ALSO_FIELDS = ['description', 'detail', 'reason', 'title'];

/** The fields that contain errors, by plain name. */
const CONTAINERS = [
	'error', // the specification, part 7
	'err', // ClickUp
	'errors', // JSON:API, Laravel
	'errormessages', // Jira
	'errorcauses', // Okta
	'details', // Zendesk
	'detail', // FastAPI
	'message', // NestJS, as a list
	'fields', // Bitbucket
	'fielderrors', // Zod
	'formerrors', // Zod
	'issues', // Zod
	'constraints', // NestJS
	'children', // Symfony
	'violations', // API Platform
	'fieldviolations', // Google
	'invalidparams', // RFC 7807
	'usererrors', // Shopify
];

/** The fields that name the field at fault. */
const FIELDS = [
	'field', // GitHub
	'param', // Stripe
	'path', // express-validator
	'loc', // FastAPI
	'source.pointer', // JSON:API
	'source.parameter', // JSON:API
	'pointer', // RFC 9457
	'property', // NestJS
	'propertyPath', // API Platform
	'instancePath', // Ajv
	'target', // Microsoft Graph
	'fields', // Salesforce
	'context.propertyName', // HubSpot
	'extensions.field', // Directus
];

/** Where errors are listed by field, these names are not those of fields. */
const UNNAMED = ['data', 'base', 'nonfielderrors', 'errors', 'children', 'constraints'];

/** One thing that is wrong. */
interface Fault {
	/** Empty if it is about no single field. */
	field: string;
	text: string;
}

/** Some services repeat an error for each of a thousand records. */
const MAX_FAULTS = 50;

/** Reads the body of a response that is an error. */
export function readRejection(body: unknown): Rejection {
	const faults = faultsIn(body).slice(0, MAX_FAULTS);
	const texts = faults.map(({ field, text }) => (field === '' ? text : `${field}: ${text}`));
	return { code: codeIn(body), message: [...new Set(texts)].join('; ') || undefined };
}

/**
 * @param field the path of the field that the value is about
 * @param isByField whether the names in an object are those of fields
 */
function faultsIn(value: unknown, field = '', isByField = false): Fault[] {
	if (isEmpty(value) || typeof value === 'boolean') return [];
	if (!isStructure(value)) return [{ field, text: textOf(value).trim() }];
	if (Array.isArray(value)) {
		return value.slice(0, MAX_FAULTS).flatMap((each) => faultsIn(each, field));
	}
	return isObject(value) ? faultsOf(value, field, isByField) : [];
}

function faultsOf(error: JsonObject, outer: string, isByField: boolean): Fault[] {
	const message = messageOf(error, isByField);
	if (isByField && message === undefined) return faultsByField(error, outer);

	const named = isByField ? undefined : namedField(error);
	const field = named === undefined ? outer : joined(outer, named);
	const faults = containersIn(error, message).flatMap(([name, value]) =>
		faultsIn(value, field, isObject(value) && plainName(name) !== 'error'),
	);
	// What is wrong with each field says more than that something is wrong.
	const isInFields = faults.length > 0 && faults.every((fault) => fault.field !== field);
	if (message !== undefined) return isInFields ? faults : [{ field, text: message }, ...faults];
	if (faults.length > 0) return faults;

	// GitHub: `{"field": "title", "code": "missing_field"}`
	if (named !== undefined) return [{ field, text: codeIn(error) ?? 'not accepted' }];
	return faultsByField(error, field);
}

/** Django: `{"email": ["is taken"], "owner": {"name": ["is too long"]}}` */
function faultsByField(error: JsonObject, outer: string): Fault[] {
	const entries = Object.entries(error).slice(0, MAX_FAULTS);
	return entries.flatMap(([name, value]) => {
		const plain = plainName(name);
		const isSimple = !isStructure(value);
		if (isSimple && (plain === 'status' || isAboutResponse(name, value))) return [];

		const isUnnamed = UNNAMED.includes(plain) || /^\d+$/.test(name);
		return faultsIn(value, isUnnamed ? outer : joined(outer, name), isObject(value));
	});
}

function joined(outer: string, name: string): string {
	if (outer === '' || outer === name) return name;
	return `${outer}.${name}`;
}

function messageOf(error: JsonObject, isByField: boolean): string | undefined {
	const names = isByField ? MESSAGES.filter((name) => !ALSO_FIELDS.includes(name)) : MESSAGES;
	for (const wanted of names) {
		const name = Object.keys(error).find((each) => plainName(each) === wanted);
		const text = name === undefined || isStructure(error[name]) ? '' : textOf(error[name]).trim();
		if (text !== '') return text;
	}
	return undefined;
}

/** The fields with errors. If there is anything else, a string is the code, as in OAuth's `"error": "invalid_token"`. */
function containersIn(error: JsonObject, message: string | undefined): Array<[string, unknown]> {
	const containers = Object.entries(error).filter(([name, value]) => {
		const plain = plainName(name);
		const isList = plain === 'fields' && Array.isArray(value);
		return CONTAINERS.includes(plain) && !isList && !isEmpty(value);
	});
	const structures = containers.filter(([, value]) => isStructure(value));
	return structures.length > 0 || message !== undefined ? structures : containers;
}

/** The name of the field that an error is about, of Salesforce several. */
function namedField(error: JsonObject): string | undefined {
	for (const name of FIELDS) {
		const parts = [fieldAt(error, name) ?? ''].flat();
		const path = parts.join(name === 'fields' ? ', ' : '.');
		// Spring's path is that of the request.
		const isOfRequest = name === 'path' && path.startsWith('/');
		if (path !== '' && !isOfRequest && !parts.some(isStructure)) return withoutPointer(path);
	}

	const { name, reason } = error;
	return isString(name) && isString(reason) ? name : undefined; // RFC 7807
}

/** `#/due` and `/data/attributes/due` are `due`. */
const withoutPointer = (path: string): string =>
	path.replace(/^#?\/(data\/attributes\/)?/, '').replaceAll('/', '.');

const isString = (value: unknown): value is string => typeof value === 'string';

function codeIn(body: unknown): string | undefined {
	if (Array.isArray(body)) return codeIn(body[0]);
	if (!isObject(body)) return undefined;

	const { error } = body;
	const inner = isStructure(error) ? codeIn(error) : undefined;
	const own = CODES.map((name) => fieldAt(body, name)).find((code) => !isEmpty(code));
	const containers = containersIn(body, messageOf(body, false));
	const isCode = isString(error) && !containers.some(([, value]) => value === error);
	const code = inner ?? own ?? (isCode ? error : undefined);
	if (isString(code) || typeof code === 'number') return String(code).trim();

	const list = containers.map(([, value]) => value).find(Array.isArray);
	return codeIn(list?.[0]);
}
