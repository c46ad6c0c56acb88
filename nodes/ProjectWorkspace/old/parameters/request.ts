import { resourceNamed, type Endpoint, type Operation, type OptionalReference } from '../catalogue';
import type { ServiceDetails } from '../client/serviceDetails';
import type { ApiRequest } from '../client/types';
import { parseJson } from '../records/json';
import {
	hasNoDate,
	hasRounded,
	isNothing,
	isObject,
	isRounded,
	type JsonObject,
} from '../records/value';
import { all, ok, reject, type Result, type ValueOf } from '../result';
import { bodyFromFields } from './body';
import { readMapping } from './mapping';
import { parameterMessages } from './messages';
import type { Options } from './options';
import { givesNothing, isNoId, type ParameterReader, parsed, readJson } from './reader';

export interface RequestValues {
	/** IDs of the records in the path, in its order. */
	ids?: readonly unknown[];
	references: Array<
		Pick<OptionalReference, 'sendAs' | 'displayName' | 'sendIn'> & { value: unknown }
	>;
	/** Query parameters that are not in the catalogue. */
	query?: Readonly<Record<string, string>>;
	/** JSON text of an object; only where the endpoint takes a body. */
	body?: string;
}

/** Reads the parameters of one item; `omittedFields` are fields of the input that are not sent. */
export function readValues(
	parameters: ParameterReader,
	{ endpoint, pathReferences }: Operation,
	options: Options,
): Result<RequestValues & FieldNotes> {
	const given = all({
		body: endpoint.body ? readBody(parameters, options, endpoint.body.isOptional) : ok(NO_NOTES),
		references: readReferences(parameters, endpoint),
	});
	if (!given.ok) return given;
	const { body, references } = given.value;
	const ids = pathReferences.map(({ parameter }) => readLocator(parameters, parameter));
	return ok({ ids, references, query: options.queryParameters, ...body });
}

/** What is told about the fields of an item. */
export type FieldNotes = ValueOf<ReturnType<typeof readMapping>>['notes'];

const NO_NOTES: FieldNotes = { omittedFields: [], emptyFields: [], unknownFields: [] };

/**
 * The body as JSON text.
 * @param isOptional whether it may have no fields
 */
export function readBody(
	parameters: ParameterReader,
	options: Options,
	isOptional = false,
): Result<FieldNotes & { body: string }> {
	const mode = parameters.get('bodyMode', 'fields');
	// Not in another case: n8n leaves out what belongs to a mode that it does not know.
	if (mode !== 'fields' && mode !== 'json')
		return reject(parameterMessages.choice('Specify Body', mode, ['fields', 'json']));
	if (mode === 'json') {
		const given = parameters.get('jsonBody', '{}');
		if (isNothing(given) && !isOptional) return reject(parameterMessages.bodyEmpty());
		const body = bodyFromJson(given);
		const isNone = body.ok && /^\{\s*\}$/.test(body.value) && parameters.isExpression('jsonBody');
		if (isNone && !isOptional) return reject(parameterMessages.bodyEmpty());
		return body.ok ? ok({ body: body.value, ...NO_NOTES }) : body;
	}
	const mapping = readMapping(parameters, options);
	if (!mapping.ok) return mapping;
	const { fields, notes } = mapping.value;
	if (fields.length === 0 && !isOptional) return reject(parameterMessages.nothingToWrite());
	const body = bodyFromFields(fields, parameters.zone);
	return body.ok ? ok({ body: body.value, ...notes }) : body;
}

/** Checks that it is a JSON object, and otherwise sends the text as it was entered. */
export function bodyFromJson(value: unknown): Result<string> {
	if (isNothing(value)) return ok('{}');
	if (hasRounded(value)) return reject(parameterMessages.bodyRounded());
	const text = typeof value === 'string' ? value.trim() : JSON.stringify(value);
	const parsed = readJson(text);
	if (!parsed.ok) return reject(parameterMessages.bodyNotJson(parsed.problem));
	if (hasNoDate(parsed.value)) return reject(parameterMessages.bodyRounded());
	if (isObject(parsed.value)) return ok(text);
	return reject(
		parameterMessages.bodyNotObject(Array.isArray(parsed.value) ? 'a list' : text.slice(0, 40)),
	);
}

export function readReferences(
	parameters: ParameterReader,
	{ references = [] }: Pick<Endpoint, 'references'>,
): Result<RequestValues['references']> {
	const placed: RequestValues['references'] = [];
	for (const reference of references) {
		const { parameter, displayName } = reference;
		const value = readLocator(parameters, parameter);
		if (givesNothing(parameters, value, parameter, 'value'))
			return reject(parameterMessages.nothing(displayName));
		placed.push({ ...reference, value });
	}
	return ok(placed);
}

/** The value of a resource locator. Copied IDs, unlike selected ones, may have spaces or a line break around them. */
function readLocator(parameters: ParameterReader, name: string): unknown {
	const given = parameters.get(name, '');
	const value = valueIn(given);
	const isSelected = isObject(given) && given.mode === 'list';
	const id = typeof value === 'string' && !isSelected ? value.trim() : value;
	return parameters.forAgent && isNoId(id) ? '' : id;
}

/** An agent may write a whole locator where only its value is asked for, also as JSON text. */
function valueIn(given: unknown): unknown {
	const own = parsed(given);
	return isObject(own) && 'value' in own ? valueIn(own.value) : own;
}

/** The request of one operation. Pure: the same values always give the same request. */
export function buildRequest(
	{ method, path, endpoint, pathReferences }: Operation,
	values: RequestValues,
	placement: ServiceDetails['projectIdPlacement'] = 'body',
): Result<ApiRequest> {
	const query: Record<string, string> = {};
	const request: ApiRequest = { method, path, query };
	if (endpoint.body) request.body = values.body ?? '{}';
	for (const [at, { parameter, resource }] of pathReferences.entries()) {
		const label = resourceNamed(resource).displayName;
		const id = readId(values.ids?.[at], label);
		if (!id.ok) return id;
		// URL parsers remove these two segments, encoded or not, and the request would go to another URL.
		if (/^\.{1,2}$/.test(id.value)) return reject(parameterMessages.idDots(label, id.value));
		request.path = request.path.replace(`{${parameter}}`, encodeURIComponent(id.value));
		request.idLabel = label;
	}
	for (const { sendAs, displayName, value, sendIn } of values.references) {
		if (isNothing(value)) continue;
		const id = readId(value, displayName);
		if (!id.ok) return id;
		if (sendIn === 'query' || placement === 'query') {
			query[sendAs] = id.value;
			continue;
		}
		const body = addField(request.body ?? '{}', sendAs, value);
		if (body === undefined) return reject(parameterMessages.idTwice(displayName, sendAs));
		request.body = body;
	}
	const twice = Object.keys(values.query ?? {}).find((name) => Object.hasOwn(query, name));
	if (twice !== undefined) return reject(parameterMessages.queryTwice(twice));
	return ok({ ...request, query: { ...query, ...values.query } });
}

/** An ID as text. Type and format of IDs are not documented, so any text is accepted. */
function readId(id: unknown, label: string): Result<string> {
	if (isNothing(id)) return reject(parameterMessages.idEmpty(label));
	const isText = typeof id === 'string' && id.isWellFormed();
	const isExact = typeof id === 'number' && !isRounded(id);
	return isText || isExact ? ok(String(id)) : reject(parameterMessages.idNoText(label));
}

export function fieldsIn(body = '{}'): JsonObject {
	const fields = parseJson(body);
	return isObject(fields) ? fields : {};
}

/**
 * Adds a field to the JSON text, in front of the others, so that the text of the person stays as it is.
 * @returns undefined if the body has another value for the field
 */
function addField(body: string, name: string, value: unknown): string | undefined {
	const fields = fieldsIn(body);
	if (Object.hasOwn(fields, name)) {
		const own = fields[name];
		// An ID may be a number or a string.
		return typeof own !== 'object' && String(own) === String(value) ? body : undefined;
	}
	const field = `${JSON.stringify(name)}:${JSON.stringify(value)}`;
	const isAlone = Object.keys(fields).length === 0;
	return body.replace('{', () => `{${field}${isAlone ? '' : ','}`);
}
