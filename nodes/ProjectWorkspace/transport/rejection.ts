/**
 * Reads what a rejection says. The specification has `error.code` and `error.message`; other services name every field at
 * fault, in as many forms as there are frameworks. A new form is a new row. Codes and fields are named as services write
 * them, the others by plain name: in small letters, without separators.
 *
 * `{"message": "Bad", "errors": {"title": ["is short"], "owner": {"message": "is unknown", "reason": "x"}}}`: the whole is an
 * error, for `faultsOf`. In `errors`, a container, the names are those of fields, for `faultsByField`; the owner has a
 * message, so that it is an error again.
 */
import { isAboutResponse } from '../records/aboutResponse';
import { isRecord, plainName } from '../records/fields';
import { fieldAt, isEmpty, isObject, isStructure, textOf, type JsonObject } from '../records/value';
import { shortened } from '../texts';

/** The service's own words. */
interface Rejection {
	code?: string;
	/** What is wrong, with every field at fault that the body names. */
	message?: string;
}

const CODES = [
	'code', // the specification, part 7
	'error_code', // monday
	'errorCode', // Salesforce
	'errcode', // WeChat
	'ECODE', // ClickUp
	'type', // RFC 9457
	'extensions.code', // GraphQL
];

/** The fields that say what is wrong, by plain name, the clearest first. */
const MESSAGES = [
	'message', // the specification, part 7
	'errordescription', // OAuth
	'errormessage', // monday
	'msg', // FastAPI
	'errmsg', // WeChat
	'defaultmessage', // Spring
	'errorsummary', // Okta
];

/** The same, but where errors are listed by field, these may be names of fields. */
const MESSAGES_OF_ERROR = [
	...MESSAGES,
	'detail', // RFC 9457
	'description', // Zendesk
	'reason', // RFC 7807
	'title', // RFC 9457
	'error', // OAuth
	'err', // ClickUp
];

/** The fields that contain errors, by plain name. */
const CONTAINERS = [
	'errors', // JSON:API, Laravel
	'errormessages', // Jira
	'errorcauses', // Okta
	'details', // Zendesk
	'detail', // FastAPI
	'message', // NestJS, as a list
	'embedded', // OpenProject
	'fields', // Bitbucket
	'fielderrors', // Zod
	'formerrors', // Zod
	'issues', // Zod
	'constraints', // NestJS
	'children', // Symfony
	'violations', // API Platform
	'validationerrors', // ABP
	'fieldviolations', // Google
	'invalidparams', // RFC 7807
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
	'members', // ABP
];

/** Where errors are listed by field, these names are not those of fields. */
const UNNAMED = ['data', 'base', 'nonfielderrors', 'errors', 'children', 'constraints'];

/** Reads the body of a response that is an error. */
export function readRejection(body: unknown): Rejection {
	// Some services repeat an error for each of a thousand records.
	const message = [...new Set(faultsIn(body, ''))].join('; ');
	return { code: codeIn(body, message), message: message || undefined };
}

/**
 * What is wrong by an error, a list of errors or a text, each with the field at fault in front.
 * @param field the path of the field that the value is about; empty if it is about none
 */
function faultsIn(value: unknown, field: string): string[] {
	if (Array.isArray(value)) return value.flatMap((each) => faultsIn(each, field));
	if (isObject(value)) return faultsOf(value, field);
	return isEmpty(value) || typeof value === 'boolean' ? [] : [fault(field, textOf(value))];
}

const fault = (field: string, text: string) =>
	field === '' ? text.trim() : `${field}: ${text.trim()}`;

/** The same, where an object may have errors by field. Django: `{"email": ["is taken"], "owner": {"name": ["is too long"]}}` */
function faultsByField(value: unknown, outer: string): string[] {
	// Mongoose: `{"title": {"message": "is required", "kind": "required"}}`
	const isByField = isObject(value) && textUnder(value, MESSAGES) === undefined;
	if (!isByField) return faultsIn(value, outer);

	const faults: string[] = [];
	for (const [name, inner] of Object.entries(value)) {
		const field = UNNAMED.includes(plainName(name)) ? outer : joined(outer, name);
		faults.push(...faultsByField(inner, field));
	}
	return faults;
}

/** One error: what it says, and the errors in it. */
function faultsOf(error: JsonObject, outer: string): string[] {
	const field = joined(outer, namedField(error));
	const message = textUnder(error, MESSAGES_OF_ERROR);
	const faults = message === undefined ? [] : [fault(field, message)];
	const others: Array<[string, unknown]> = [];
	for (const [name, value] of Object.entries(error)) {
		const plain = plainName(name);
		// A text in `error` is a message, or the code beside one.
		if (plain === 'error' && isStructure(value)) faults.push(...faultsIn(value, field));
		else if (CONTAINERS.includes(plain)) faults.push(...faultsByField(value, field));
		else others.push([name, value]);
	}
	if (faults.length > 0) return faults;

	// GitHub: `{"field": "title", "code": "missing_field"}`
	if (field !== outer) return [fault(field, textUnder(error, ['code']) ?? 'not accepted')];

	// The texts of a record do not say what is wrong. Containers have nothing: to look again would take forever with some
	// dozens of levels.
	const hasTexts = !isRecord(error);
	const named = others.filter(
		([name, value]) => isStructure(value) || (hasTexts && !isAboutResponse(name, value)),
	);
	return faultsByField(Object.fromEntries(named), outer);
}

/** No field has a longer path. Without a limit, each of a thousand faults could repeat a name of a megabyte. */
const LONGEST_PATH = 200;

function joined(outer: string, name: string): string {
	if (outer === '' || outer === name) return shortened(name, LONGEST_PATH);
	return name === '' ? outer : shortened(`${outer}.${name}`, LONGEST_PATH);
}

/** The text under the first of these names that has one. */
function textUnder(error: JsonObject, names: readonly string[]): string | undefined {
	const texts = new Map<string, string>();
	for (const [name, value] of Object.entries(error)) {
		if (typeof value === 'string' && value.trim() !== '') texts.set(plainName(name), value);
	}
	const name = names.find((each) => texts.has(each));
	return name === undefined ? undefined : texts.get(name);
}

/** The name of the field that an error is about; empty if it names none. */
function namedField(error: JsonObject): string {
	for (const name of FIELDS) {
		const parts = [fieldAt(error, name) ?? ''].flat();
		if (parts.some(isStructure)) continue;
		const path = parts.join('.');
		// Spring's path is that of the request.
		const isOfRequest = name === 'path' && path.startsWith('/');
		if (path === '' || isOfRequest) continue;
		// `#/due` and `/data/attributes/due` are `due`.
		return path.replace(/^#?\/(data\/attributes\/)?/, '').replaceAll('/', '.');
	}
	// RFC 7807
	return 'reason' in error ? textOf(error.name) : '';
}

/** The code of the error or, if it has none, of the first error in a list. */
function codeIn(body: unknown, message: string): string | undefined {
	const [outer] = [body].flat();
	const error = fieldAt(outer, 'error');
	const [first] = [fieldAt(outer, 'errors')].flat();

	for (const each of [error, outer, first]) {
		for (const name of CODES) {
			const code = fieldAt(each, name);
			if (isCode(code)) return textOf(code).trim();
		}
	}
	// OAuth: `{"error": "invalid_token", "error_description": "It has expired"}`
	return isCode(error) && error !== message ? textOf(error).trim() : undefined;
}

const isCode = (value: unknown) => !isEmpty(value) && !isStructure(value);
