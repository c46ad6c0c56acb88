/** Pseudo-random numbers from a seed (mulberry32): the same seed gives the same run again. */
export function createRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

export const orders = ['inOrder', 'reversed', 'shuffled'] as const;
export type Order = (typeof orders)[number];

export function ordered<T>(items: readonly T[], order: Order, random: () => number): T[] {
	if (order === 'inOrder') return [...items];
	if (order === 'reversed') return [...items].reverse();
	return items
		.map((item) => ({ item, place: random() }))
		.sort((a, b) => a.place - b.place)
		.map(({ item }) => item);
}
