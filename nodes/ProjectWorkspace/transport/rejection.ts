/**
 * Reads what a rejection says. The specification has `error.code` and `error.message`; other services name every field at
 * fault, in as many forms as there are frameworks. A new form is a new row.
 */
import { isAboutResponse } from '../records/envelope';
import { isRecord, plainName } from '../records/fields';
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
	'error', // the specification, part 7
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
];

/** Where errors are listed by field, these names are not those of fields. */
const UNNAMED = ['data', 'base', 'nonfielderrors', 'errors', 'children', 'constraints'];

/** Some services repeat an error for each of a thousand records. */
const MAX_FAULTS = 50;

/** Reads the body of a response that is an error. */
export function readRejection(body: unknown): Rejection {
	const texts = new Set(faultsIn(body, '', false));
	const message = [...texts].slice(0, MAX_FAULTS).join('; ');
	return { code: codeIn(body, message), message: message || undefined };
}

/**
 * All that is wrong, each with the field at fault in front.
 * @param field the path of the field that the value is about; empty if it is about none
 * @param isByField whether the names in an object may be those of fields
 */
function faultsIn(value: unknown, field: string, isByField: boolean): string[] {
	if (Array.isArray(value)) {
		return value.flatMap((each) => faultsIn(each, field, false));
	}
	if (isObject(value)) {
		// Mongoose: `{"title": {"message": "is required", "kind": "required"}}`
		const isError = !isByField || textUnder(value, MESSAGES) !== undefined;
		return isError ? faultsOf(value, field) : faultsByField(Object.entries(value), field);
	}
	return isEmpty(value) || typeof value === 'boolean' ? [] : [fault(field, textOf(value))];
}

const fault = (field: string, text: string): string =>
	field === '' ? text.trim() : `${field}: ${text.trim()}`;

/** One error: what it says, and the errors in it. */
function faultsOf(error: JsonObject, outer: string): string[] {
	const field = joined(outer, namedField(error));
	const message = textUnder(error, MESSAGES_OF_ERROR);
	const entries = Object.entries(error);

	const inner = entries
		.filter(isContainer)
		.flatMap(([name, value]) => faultsIn(value, field, plainName(name) !== 'error'));
	if (message !== undefined) return [fault(field, message), ...inner];
	if (inner.length > 0) return inner;

	// GitHub: `{"field": "title", "code": "missing_field"}`
	if (field !== outer) return [fault(field, textUnder(error, ['code']) ?? 'not accepted')];

	// Containers have nothing. To look again would take forever with some dozens of levels.
	const others = entries.filter((entry) => !isContainer(entry));
	// The texts of a record do not say what is wrong.
	const hasTexts = !isRecord(error);
	const named = others.filter(
		([name, value]) => isStructure(value) || (hasTexts && !isAboutResponse(name, value)),
	);
	return faultsByField(named, outer);
}

/** A text in `error` is a message, or the code beside one. */
function isContainer([name, value]: [string, unknown]): boolean {
	const plain = plainName(name);
	return CONTAINERS.includes(plain) && (plain !== 'error' || isStructure(value));
}

/** Django: `{"email": ["is taken"], "owner": {"name": ["is too long"]}}` */
function faultsByField(entries: Array<[string, unknown]>, outer: string): string[] {
	return entries.flatMap(([name, value]) => {
		const isUnnamed = UNNAMED.includes(plainName(name));
		return faultsIn(value, isUnnamed ? outer : joined(outer, name), true);
	});
}

function joined(outer: string, name: string): string {
	if (outer === '' || outer === name) return name;
	return name === '' ? outer : `${outer}.${name}`;
}

/** The text under the first of these names that has one. */
function textUnder(error: JsonObject, names: readonly string[]): string | undefined {
	const texts = new Map<string, string>();
	for (const [name, value] of Object.entries(error)) {
		if (typeof value === 'string' && value.trim() !== '') texts.set(plainName(name), value);
	}
	return names.map((name) => texts.get(name)).find((text) => text !== undefined);
}

/** The name of the field that an error is about; empty if it names none. */
function namedField(error: JsonObject): string {
	for (const name of FIELDS) {
		const parts = [fieldAt(error, name) ?? ''].flat();
		const path = parts.join('.');
		// Spring's path is that of the request.
		const isOfRequest = name === 'path' && path.startsWith('/');
		if (path !== '' && !isOfRequest && !parts.some(isStructure)) return withoutPointer(path);
	}
	// RFC 7807
	return 'reason' in error ? textOf(error.name) : '';
}

/** `#/due` and `/data/attributes/due` are `due`. */
const withoutPointer = (path: string): string =>
	path.replace(/^#?\/(data\/attributes\/)?/, '').replaceAll('/', '.');

/** The code of the error or, if it has none, of the first error in a list. */
function codeIn(body: unknown, message: string): string | undefined {
	const [outer] = [body].flat();
	const error = fieldAt(outer, 'error');
	const [first] = [fieldAt(outer, 'errors')].flat();

	const codes = [error, outer, first].flatMap((each) => CODES.map((name) => fieldAt(each, name)));
	// OAuth: `{"error": "invalid_token", "error_description": "It has expired"}`
	const code = [...codes, error === message ? undefined : error].find(
		(each) => !isEmpty(each) && !isStructure(each),
	);
	return code === undefined ? undefined : textOf(code).trim();
}
