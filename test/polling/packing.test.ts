import * as fc from 'fast-check';

import {
	HASH_LENGTH,
	pack,
	unpack,
	type RecordId,
} from '../../nodes/ProjectWorkspace/polling/packing';

const base64 = fc.constantFrom(
	...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
);
const hash = fc.string({ unit: base64, minLength: HASH_LENGTH, maxLength: HASH_LENGTH });

const of = (letters: string, length: number) =>
	fc.string({ unit: fc.constantFrom(...letters), minLength: length, maxLength: length });

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ids: Record<string, fc.Arbitrary<RecordId>> = {
	UUIDs: fc.uuid(),
	'UUIDs after a word': fc.uuid().map((id) => `workflow_${id}`),
	'ULIDs after a word': of(CROCKFORD, 23).map((id) => `task_01H${id}`),
	'hexadecimal IDs': of('0123456789abcdef', 24),
	'IDs in base64url': fc.string({
		unit: fc.constantFrom(...'abcXYZ019-_'),
		minLength: 21,
		maxLength: 21,
	}),
	numbers: fc.integer({ min: 0 }),
	'large numbers as text': of('0123456789', 19).map((id) => `9${id}`),
	'numbers after a word': fc.nat({ max: 99_999 }).map((id) => `task_${id}`),
};

const knownOf = (id: fc.Arbitrary<RecordId>, minLength = 0) =>
	fc
		.uniqueArray(fc.tuple(id, hash), {
			selector: ([each]) => each,
			minLength,
			maxLength: 2 * minLength + 20,
		})
		.map((entries) => new Map(entries));

const asSaved = (known: ReadonlyMap<RecordId, string>) => JSON.stringify(pack(known));

test.each(Object.entries(ids))('%s come back as they were, in 40 bytes each', (_, id) => {
	fc.assert(
		fc.property(knownOf(id, 200), (known) => {
			const saved = asSaved(known);
			expect([...unpack(JSON.parse(saved) as ReturnType<typeof pack>)].sort()).toEqual(
				[...known].sort(),
			);
			expect(Buffer.byteLength(saved) / known.size).toBeLessThanOrEqual(40);
		}),
		{ numRuns: 5 },
	);
});

test('any IDs come back as they were, numbers as numbers', () => {
	const any = fc.oneof(
		fc.string({ unit: 'grapheme', minLength: 1 }),
		fc.string({ unit: 'binary', minLength: 1 }),
		fc.constantFrom('*', '**', 'a*', '0', '7', '007'),
		fc.maxSafeInteger(),
	);
	fc.assert(
		fc.property(knownOf(any), (known) => {
			const unpacked = unpack(JSON.parse(asSaved(known)) as ReturnType<typeof pack>);
			expect(unpacked.size).toBe(known.size);
			for (const [id, value] of known) expect([id, unpacked.get(id)]).toEqual([id, value]);
		}),
	);
});

test('50,000 UUIDs take 29 characters each', () => {
	const id = (n: number) => `${n.toString(16).padStart(8, '0')}-0000-4000-8000-0123456789ab`;
	const known = new Map(Array.from({ length: 50_000 }, (__, n) => [id(n * 85_899), 'abcdefgh']));
	expect(Buffer.byteLength(asSaved(known))).toBeLessThan(50_000 * 29);
	expect([...unpack(pack(known)).keys()]).toEqual([...known.keys()]);
});
