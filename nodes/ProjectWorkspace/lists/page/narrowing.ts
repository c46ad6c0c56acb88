import { NARROWING } from '../../catalogue';
import { plainName } from '../../records/fieldNames';
import type { JsonObject } from '../../records/value';
import { isOtherId, isSameId, parentPlaces, type ParentPlace } from '../../records/parentId';
import { sentParameters, type PageTarget } from './target';

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
	![...sentParameters(target).keys()].some((each) => plainName(each) === plainName(name));

/** A parameter, and the places in records that have had its value. */
class Narrowed {
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
