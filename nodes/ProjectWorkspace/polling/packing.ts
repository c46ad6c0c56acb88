export type RecordId = string | number;

/** What is known of each record: the hash of its watched fields. */
export type Known = ReadonlyMap<RecordId, string>;

/**
 * Records whose IDs have one type and one length, in as few characters as possible: n8n writes the state into its
 * database as JSON, whenever the workflow starts.
 */
export type PackedGroup = [
	type: 'number' | 'string',
	/** What all IDs have in common, with `*` for each character in which they differ. */
	form: string,
	/** The characters found there: 16 for a UUID, 32 for a ULID. */
	letters: string,
	/** For each record those of its ID, as a number of bits each, and its hash. */
	records: string,
];

/** 48 bits in base64: of a million changes none is overlooked, but for one time in 280 million. */
export const HASH_LENGTH = 8;

const VARIES = '*';
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Reversible, because the ID of a record that was removed is returned. */
export function pack(known: Known): PackedGroup[] {
	const groups = new Map<string, { type: PackedGroup[0]; ids: string[]; hashes: string[] }>();
	for (const [id, hash] of known) {
		const type = typeof id === 'number' ? 'number' : 'string';
		const text = String(id);
		const key = `${type} ${text.length}`;
		const group = groups.get(key) ?? { type, ids: [], hashes: [] };
		groups.set(key, group);
		group.ids.push(text);
		group.hashes.push(hash);
	}
	return Array.from(groups.values(), ({ type, ids, hashes }) => {
		const form = commonForm(ids);
		const places = placesIn(form);
		const letters = [...new Set(ids.flatMap((id) => places.map((at) => id.charAt(at))))].sort();
		const numbers = new Map(letters.map((letter, number) => [letter, number]));
		const bits = bitsFor(letters.length);
		const records = ids.map((id, at) => {
			const values = places.map((place) => numbers.get(id.charAt(place)) ?? 0);
			return toBase64(values, bits) + hashes[at];
		});
		return [type, form, letters.join(''), records.join('')];
	});
}

export function unpack(groups: readonly PackedGroup[]): Map<RecordId, string> {
	const known = new Map<RecordId, string>();
	for (const [type, form, letters, records] of groups) {
		const places = placesIn(form);
		const bits = bitsFor(letters.length);
		const idLength = Math.ceil((places.length * bits) / 6);
		for (let at = 0; at < records.length; at += idLength + HASH_LENGTH) {
			const values = fromBase64(records.slice(at, at + idLength), bits);
			const id = form.split('');
			places.forEach((place, index) => (id[place] = letters.charAt(values[index] ?? 0)));
			const hash = records.slice(at + idLength, at + idLength + HASH_LENGTH);
			known.set(type === 'number' ? Number(id.join('')) : id.join(''), hash);
		}
	}
	return known;
}

/** @param ids of one length */
function commonForm(ids: readonly string[]): string {
	const [first = ''] = ids;
	const isCommon = (at: number) => ids.every((id) => id.charAt(at) === first.charAt(at));
	const letters = first.split('');
	return letters.map((letter, at) => (isCommon(at) ? letter : VARIES)).join('');
}

/** A star that all IDs have is taken for one that differs, which it may. */
const placesIn = (form: string) =>
	form.split('').flatMap((letter, at) => (letter === VARIES ? [at] : []));

const bitsFor = (letters: number) => (letters < 2 ? 0 : Math.ceil(Math.log2(letters)));

function toBase64(values: readonly number[], bits: number): string {
	let [text, rest, held] = ['', 0, 0];
	for (const value of values) {
		rest = (rest << bits) | value;
		for (held += bits; held >= 6; held -= 6) text += BASE64.charAt((rest >> (held - 6)) & 63);
	}
	return held === 0 ? text : text + BASE64.charAt((rest << (6 - held)) & 63);
}

function fromBase64(text: string, bits: number): number[] {
	const values: number[] = [];
	if (bits === 0) return values;
	let [rest, held] = [0, 0];
	for (const letter of text) {
		rest = (rest << 6) | BASE64.indexOf(letter);
		for (held += 6; held >= bits; held -= bits) {
			values.push((rest >> (held - bits)) & ((1 << bits) - 1));
		}
		rest &= (1 << held) - 1;
	}
	return values;
}
