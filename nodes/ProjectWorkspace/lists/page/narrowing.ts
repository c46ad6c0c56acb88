import { resources } from '../../catalogue';
import { ID_FIELDS, plainName } from '../../records/fieldNames';
import { isObject, type JsonObject } from '../../records/json';
import { isSameId } from '../../records/parentId';
import { textOf } from '../../records/value';

/** The parameters that narrow lists to the records of another one: `project_id`. */
export const NARROWING = resources.flatMap(({ narrowedBy }) => narrowedBy?.sendAs ?? []);

/**
 * Looks for records that the list was not asked for: by the parameters that narrow it to a project, and by those whose value
 * all records of the first page have, because a link to another page may have lost them.
 */
export function createNarrowing(firstQuery: Readonly<Record<string, string>>) {
	let narrowed: Narrowed[] | undefined;
	return (records: readonly JsonObject[]) => {
		narrowed ??= Object.entries(firstQuery)
			.map(([name, wanted]) => new Narrowed(name, wanted))
			.filter((each) => NARROWING.includes(each.name) || each.isOfAll(records));
		for (const { name, wanted, findOther } of narrowed) {
			const other = findOther(records);
			if (other !== undefined) return { parameter: name, wanted, other };
		}
		return undefined;
	};
}

/** A parameter, and the places in records that have had its value. */
class Narrowed {
	readonly name: string;
	readonly wanted: string;
	private readonly own: string;
	/** `project` of `project_id` */
	private readonly stem: string;
	private readonly places = new Set<string>();

	constructor(name: string, wanted: string) {
		this.name = name;
		this.wanted = wanted;
		this.own = plainName(name);
		this.stem = this.own.replace(/(?<=.)id$/, '');
	}

	isOfAll(records: readonly JsonObject[]): boolean {
		const { wanted } = this;
		const isIn = (record: JsonObject) => this.placesIn(record).some(this.isWanted);
		return wanted !== '' && records.length > 0 && records.every(isIn);
	}

	/** The value of a record that does not have the wanted one, in the parameter's own field or where others have it. */
	readonly findOther = (records: readonly JsonObject[]): string | undefined => {
		const all = records.map((record) => this.placesIn(record));
		for (const { at } of all.flat().filter(this.isWanted)) this.places.add(at);
		const isOther = ({ at, text }: Place) =>
			this.places.has(at) ||
			(text !== '' && [this.own, `${this.own}.id`, `${this.stem}.id`].includes(at));
		const others = all.filter((places) => !places.some(this.isWanted));
		return others.flatMap((places) => places.find(isOther) ?? [])[0]?.text;
	};

	private readonly isWanted = ({ text }: Place) => isSameId(text, this.wanted);

	private placesIn(record: JsonObject, isInner = false): Place[] {
		return Object.entries(record).flatMap(([key, value]) => {
			const name = plainName(key);
			const entries: unknown[] = Array.isArray(value) && value.length > 0 ? value : [value];
			if (this.isNamed(name)) return entries.flatMap((each) => placesAt(name, each));
			if (isInner || !WRAPPERS.includes(name)) return [];
			return entries.filter(isObject).flatMap((each) => this.placesIn(each, true));
		});
	}

	/** `project_id`, `project`, `projects`, `parent_project_id`, `project_key` … */
	private isNamed(name: string): boolean {
		const { own, stem } = this;
		const [before, after, ...others] = name === own ? ['', ''] : name.split(stem);
		return others.length === 0 && /^(parent)?$/.test(before ?? '') && ENDS.includes(after ?? '-');
	}
}

interface Place {
	at: string;
	/** Empty for nothing. */
	text: string;
}

/** In these objects, records have fields of their own: JSON:API, Airtable, HAL, Asana. */
const WRAPPERS = ['attributes', 'relationships', 'fields', 'properties', 'embedded', 'memberships'];
const ENDS = ['', 's', 'id', 'ids', 'key', 'gid', 'uuid', 'slug'];

/** A value, or the IDs and keys of an object, which JSON:API has in `data`. */
function placesAt(at: string, value: unknown): Place[] {
	const inner = isObject(value) && isObject(value.data) ? value.data : value;
	if (!isObject(inner)) return [{ at, text: Array.isArray(inner) ? '' : textOf(inner) }];
	return Object.entries(inner)
		.filter(([key]) => ID_FIELDS.includes(plainName(key)))
		.map(([key, id]) => ({
			at: `${at}.${plainName(key) === 'key' || plainName(key) === 'slug' ? plainName(key) : 'id'}`,
			text: textOf(id),
		}));
}
