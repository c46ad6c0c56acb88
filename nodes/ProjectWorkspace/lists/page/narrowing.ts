import { NARROWING } from '../../catalogue';
import { plainName } from '../../records/fieldNames';
import type { JsonObject } from '../../records/json';
import { isSameId, parentPlaces, type ParentPlace } from '../../records/parentId';
import { parametersOf, type PageTarget } from './target';

/**
 * Looks for records that the list was not asked for: by the parameters that narrow it to a project, and, where a link to
 * another page has lost them, by those whose value all records of the first page have.
 */
export function createNarrowing(firstQuery: Readonly<Record<string, string>>) {
	let narrowed: Narrowed[] | undefined;
	return (records: readonly JsonObject[], target: PageTarget) => {
		narrowed ??= Object.entries(firstQuery)
			.map(([name, wanted]) => new Narrowed(name, wanted))
			.filter((each) => NARROWING.includes(each.name) || each.isOfAll(records));
		for (const { name, wanted, findOther } of narrowed) {
			if (!NARROWING.includes(name) && !isLost(name, target)) continue;
			const other = findOther(records);
			if (other !== undefined) return { parameter: name, wanted, other };
		}
		return undefined;
	};
}

const isLost = (name: string, target: PageTarget) =>
	'url' in target &&
	![...parametersOf(target).keys()].some((each) => plainName(each) === plainName(name));

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
		const { name, wanted, isWanted } = this;
		const isIn = (record: JsonObject) => parentPlaces(record, name).some(isWanted);
		return wanted !== '' && records.length > 0 && records.every(isIn);
	}

	/** The value of a record that does not have the wanted one, in the parameter's own field or where others have it. */
	readonly findOther = (records: readonly JsonObject[]): string | undefined => {
		const all = records.map((record) => parentPlaces(record, this.name));
		for (const { field, at } of all.flat().filter(this.isWanted)) this.places.add(at).add(field);
		const isOther = ({ field, at, text, isOwn }: ParentPlace) =>
			this.places.has(at) || (text === '' ? this.places.has(field) : isOwn);
		const others = all.filter((places) => !places.some(this.isWanted));
		return others.flatMap((places) => places.find(isOther) ?? [])[0]?.text;
	};

	private readonly isWanted = ({ text }: ParentPlace) => isSameId(text, this.wanted);
}
