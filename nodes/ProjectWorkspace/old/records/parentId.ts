import { isRecord, plainName, REFERENCE_ENDS, says } from './fieldNames';
import { isObject, textOf, type JsonObject } from './value';

/** A place where a record may say which other record contains it. */
interface ParentPlace {
	/** The field, and the same with the key in its object: `project`, `project.id`. */
	field: string;
	at: string;
	/** Empty for nothing. */
	text: string;
	/** The parameter's own field, or the ID of the object of that name: it cannot mean anything else. */
	isOwn: boolean;
	/** A number, and no text with digits, which may be a name. */
	isNumber: boolean;
}

/**
 * The ID of the record that contains this one; empty if the record does not say.
 * @param parameter what a list of such records is asked for by: `project_id`
 * @param wanted the ID by which a person or a list knows it; returned if it is the same in another form
 */
export function parentId(record: JsonObject, parameter: string, wanted: string): string {
	const places = parentPlaces(record, parameter);
	if (places.some(({ text }) => isSameId(text, wanted))) return wanted;
	return places.find(({ isOwn, text }) => isOwn && text !== '')?.text ?? '';
}

/**
 * Whether a record is in the list that is asked for by these parameters; undefined if it does not say.
 * @param readFrom what the list that has it was asked for by, which counts where the record does not say
 */
export function isInList(
	record: JsonObject,
	query: Readonly<Record<string, string>>,
	readFrom: Readonly<Record<string, string>> = {},
): boolean | undefined {
	const results = Object.entries(query).map(([name, wanted]) => {
		const own = parentId(record, name, wanted) || readFrom[name];
		return own === undefined ? undefined : own === wanted;
	});
	if (results.includes(false)) return false;
	return results.includes(undefined) ? undefined : true;
}

/** `project_id`, `project`, `projects`, `parent_project_id`, `project_key` …, also in the objects with a record's fields. */
function parentPlaces(record: JsonObject, parameter: string): ParentPlace[] {
	const own = plainName(parameter);
	const stem = own.replace(/(?<=.)id$/, '');
	const owns = [own, `${own}.id`, `${stem}.id`, `${stem}ids`, `${stem}s.id`];
	const isNamed = (name: string) => {
		const [before, after, ...others] = name === own ? ['', ''] : name.split(stem);
		return others.length === 0 && /^(parent)?$/.test(before ?? '') && ENDS.includes(after ?? '-');
	};
	const placeOf = (field: string, [at, value]: [at: string, value: unknown]): ParentPlace => {
		const [collection = '', last = ''] = textOf(value).replace(/\/$/, '').split('/').slice(-2);
		const text = plainName(collection) === `${stem}s` && last !== '' ? last : textOf(value);
		const isNumber = typeof value === 'number' || (text === last && /^\d+$/.test(last));
		return { field, at, text, isOwn: owns.includes(at), isNumber };
	};
	const placesIn = (object: JsonObject, isInner: boolean): ParentPlace[] => {
		const named = Object.entries(object).map(([key, value]) => [plainName(key), value] as const);
		const [, parentType] = named.find(([name]) => name === 'parenttype') ?? [];
		return named.flatMap(([name, value]) => {
			const type = isObject(value) ? (value.type ?? value.object) : parentType;
			const isTyped = ['parent', 'parentid'].includes(name) && plainName(textOf(type)) === stem;
			const field = isTyped ? stem : name;
			const entries: unknown[] = Array.isArray(value) && value.length > 0 ? value : [value];
			if (isNamed(field)) {
				const values = entries.flatMap((each) => valuesAt(isTyped ? own : field, each));
				return values.map((each) => placeOf(field, each));
			}
			// A parent with an ID is a record, and may be in another project.
			const isOther = isInner || (field === 'parent' && isRecord(value));
			if (isOther || !FIELD_OBJECTS.includes(field)) return [];
			return entries.filter(isObject).flatMap((each) => placesIn(each, true));
		});
	};
	return placesIn(record, false);
}

/** In these objects, records have fields of their own: JSON:API, Airtable, HAL, Asana. */
const FIELD_OBJECTS =
	'attributes relationships fields properties embedded memberships parent links'.split(' ');
const ENDS = ['', 's', 'ids', ...REFERENCE_ENDS, 'url', 'uri', 'link', 'href'];

/** A value, or the IDs and keys of an object, which JSON:API has in `data`. */
function valuesAt(at: string, value: unknown): Array<[at: string, value: unknown]> {
	const inner = isObject(value) && isObject(value.data) ? value.data : value;
	if (!isObject(inner)) return [[at, Array.isArray(inner) ? '' : inner]];
	return Object.entries(inner).flatMap(([key, id]) => {
		const isAlias = says(key, 'alias');
		if (!isAlias && !says(key, 'id')) return [];
		// MongoDB's `{"_id": {"$oid": "…"}}`
		const own = isObject(id) ? (valuesAt(at, id)[0]?.[1] ?? '') : id;
		return [[`${at}.${isAlias ? plainName(key) : 'id'}`, own]];
	});
}

/**
 * Whether a value that is not the wanted ID is another ID, and no name, by its form: a number where one is wanted, or
 * digits and letters in the same order.
 */
function isOtherId({ field, at, text, isNumber }: ParentPlace, wanted: string): boolean {
	if (isNumber) return at === field && /^\d+$/.test(wanted);
	return /\d/.test(text) && /\D/.test(text) && formOf(text) === formOf(wanted);
}

/** Long IDs have digits and letters anywhere. */
const formOf = (id: string) =>
	/^[\da-z]{16,}$/.test(plainId(id))
		? `${plainId(id).length}`
		: plainId(id)
				.replace(/\d+/g, '0')
				.replace(/[a-z]+/g, 'a');

/** An ID may be written in capitals, a UUID without hyphens, and either as the URL or URN that ends in it. */
export function isSameId(one: string, other: string): boolean {
	const [first, second] = [plainId(one), plainId(other)];
	return one === other || first === second || isUrlOf(first, second) || isUrlOf(second, first);
}

const isUrlOf = (url: string, id: string) =>
	id !== '' && /[/:]$/.test(url.slice(0, -id.length)) && url.endsWith(id);

const plainId = (id: string) =>
	id
		.trim()
		.toLowerCase()
		.replace(/\/$/, '')
		.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, plainName);

/** A parameter, and the places in records that have had its value. */
export class ListedBy {
	readonly name: string;
	readonly wanted: string;
	private readonly places = new Set<string>();
	/** What the other records so far have in common in each place: nothing, if they are not of one project. */
	private readonly common = new Map<string, readonly string[]>();

	constructor(name: string, wanted: string) {
		this.name = name;
		this.wanted = wanted;
	}

	isOfAll(records: readonly JsonObject[]): boolean {
		const { name, wanted, isWanted } = this;
		const isIn = (record: JsonObject) => parentPlaces(record, name).some(isWanted);
		return wanted !== '' && records.length > 0 && records.every(isIn);
	}

	/**
	 * The value of a record that does not have the wanted one: in the parameter's own field, where others have it, or as an
	 * ID by its form; or of one that has nothing in common with another one.
	 */
	readonly findOther = (records: readonly JsonObject[]): string | undefined => {
		const all = records.map((record) => parentPlaces(record, this.name));
		for (const { field, at } of all.flat().filter(this.isWanted)) this.places.add(at).add(field);
		const isOther = (place: ParentPlace) =>
			this.places.has(place.at) ||
			(place.text === ''
				? this.places.has(place.field)
				: place.isOwn || isOtherId(place, this.wanted));
		const others = all.filter((places) => !places.some(this.isWanted));
		const found = others.flatMap((places) => places.find(isOther) ?? this.differing(places) ?? []);
		return found[0]?.text;
	};

	private differing(places: readonly ParentPlace[]): ParentPlace | undefined {
		const filled = places.filter(({ text }) => text !== '');
		return filled.find(({ at }) => {
			const own = filled.filter((place) => place.at === at).map(({ text }) => text);
			const common = (this.common.get(at) ?? own).filter((text) => own.includes(text));
			this.common.set(at, common);
			return common.length === 0;
		});
	}

	private readonly isWanted = ({ text }: ParentPlace) => isSameId(text, this.wanted);
}
