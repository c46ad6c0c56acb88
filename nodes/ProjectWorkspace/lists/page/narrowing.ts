import { resources } from '../../catalogue';
import type { JsonObject } from '../../records/json';
import { isSameId, type Place, placesOf } from '../../records/parentId';

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
	private readonly places = new Set<string>();

	constructor(name: string, wanted: string) {
		this.name = name;
		this.wanted = wanted;
	}

	isOfAll(records: readonly JsonObject[]): boolean {
		const isIn = (record: JsonObject) => placesOf(record, this.name).some(this.isWanted);
		return this.wanted !== '' && records.length > 0 && records.every(isIn);
	}

	/** The value of a record that does not have the wanted one, in the parameter's own field or where others have it. */
	readonly findOther = (records: readonly JsonObject[]): string | undefined => {
		const all = records.map((record) => placesOf(record, this.name));
		for (const { field, at } of all.flat().filter(this.isWanted)) this.places.add(at).add(field);
		const isOther = ({ field, at, text, isOwn }: Place) =>
			this.places.has(at) || (text === '' ? this.places.has(field) : isOwn);
		const others = all.filter((places) => !places.some(this.isWanted));
		return others.flatMap((places) => places.find(isOther) ?? [])[0]?.text;
	};

	private readonly isWanted = ({ text }: Place) => isSameId(text, this.wanted);
}
