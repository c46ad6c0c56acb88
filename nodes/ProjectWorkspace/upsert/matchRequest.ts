import { createOperation, resourceNamed, type Operation } from '../catalogue';
import { bodyOfMapping, readMapping } from '../parameters/mapping';
import { messages as parameterMessages } from '../parameters/messages';
import {
	additionalQuery,
	listOverrides,
	sendSettings,
	type Options,
} from '../parameters/readOptions';
import { isEmpty, type ParameterReader } from '../parameters/reader';
import { unfitId, type PlacedReference } from '../parameters/request';
import { inType, type MappedField } from '../parameters/typedValue';
import { isSetByService } from '../records/fieldNames';
import { isInexact, isObject, parseJson } from '../records/json';
import { ok, reject, type Problem, type Result } from '../result';
import { messages, type Match } from './messages';
import type { NoMatch } from './properties';
import type { Lookup } from './recordSource';
import type { Writing } from './write';

/** What the person filled in for one item: where to look, what for, and what to write. */
export interface MatchRequest {
	lookup: Lookup;
	match: Match;
	noMatch: NoMatch;
	updateAll: boolean;
	/** Sent with a new record. */
	references: PlacedReference[];
	writing: Omit<Writing, 'client' | 'list'>;
	/** Fields of the input that are not sent. */
	leftOut: string[];
}

export function readMatchRequest(
	read: ParameterReader,
	{ resource }: Operation,
	options: Options,
	item: number,
): Result<MatchRequest> {
	const mapping = readMapping(read, options, item);
	const { matchOn, fields } = mapping;
	const unfit = unfitToMatch(resource, mapping, fields);
	if (unfit) return reject(unfit);
	// The service knows these, and takes them in the path or not at all.
	const settable = Object.entries(mapping.values).filter(
		([name]) => !(matchOn.includes(name) && isSetByService(name)),
	);
	const body = bodyOfMapping(read, item, { fields, values: Object.fromEntries(settable) });
	if (!body.ok) return body;
	const parsed = parseJson(body.value);
	const wanted = isObject(parsed) ? parsed : {};
	// Looked for as it is written, or what is written would not be found again.
	const matchValues: unknown[] = [];
	for (const [at, name] of matchOn.entries()) {
		const typed = inType(fields.get(name) ?? {}, mapping.matchValues[at]);
		if (!typed.ok) return reject(parameterMessages.mappedField(name, typed.problem));
		matchValues.push(Object.hasOwn(wanted, name) ? wanted[name] : parseJson(typed.value));
	}
	const noMatch = read('noMatch', item, 'stop') as NoMatch; // its choices
	const missing = matchOn.find((name) => !Object.hasOwn(wanted, name));
	if (noMatch === 'create' && missing !== undefined) {
		return reject(messages.notCreatable(resource, missing));
	}
	const query = additionalQuery(options);
	if (!query.ok) return query;

	const { narrowedBy } = resource;
	const narrowing = narrowedBy && read.locator(narrowedBy.parameter, item);
	const narrowed = narrowedBy && !isEmpty(narrowing) ? narrowedBy : undefined;
	const noId = narrowed && unfitId(narrowing, resourceNamed(narrowed.resource).displayName);
	if (noId) return reject(noId);
	const { references = [] } = createOperation(resource.value).endpoint;
	const settings = sendSettings(options);
	return ok({
		lookup: {
			resource,
			query: narrowed ? { [narrowed.sendAs]: String(narrowing) } : {},
			fields: matchOn,
			overrides: listOverrides(options),
			settings,
		},
		match: { matchOn, matchValues },
		noMatch,
		updateAll: options.updateAllMatches,
		references: references.map((reference) => ({
			...reference,
			value: narrowing,
			place: options.placeOf(reference),
		})),
		writing: {
			settings,
			query: query.value,
			body: body.value,
			wanted,
			matchOn,
			whole: options.sendWholeRecord,
		},
		leftOut: mapping.leftOut,
	});
}

/** Why nothing can be looked for at all. */
export function unfitToMatch(
	resource: Operation['resource'],
	{ matchOn, matchValues }: Match,
	fields: ReadonlyMap<string, MappedField>,
): Problem | undefined {
	if (matchOn.length === 0) return messages.noFields(resource);
	const empty = matchOn.find((_, at) => isEmpty(matchValues[at]));
	if (empty !== undefined) return messages.emptyField(resource, empty);
	const rounded = matchOn.find((_, at) => isInexact(matchValues[at]));
	if (rounded !== undefined) return messages.roundedField(resource, rounded);
	// The service cannot have such a number, and 7 would be another record.
	const zero = matchOn.find(
		(name, at) =>
			fields.get(name)?.type === 'number' && /^\s*[+-]?0\d/.test(String(matchValues[at])),
	);
	return zero === undefined ? undefined : messages.leadingZero(resource, zero);
}
