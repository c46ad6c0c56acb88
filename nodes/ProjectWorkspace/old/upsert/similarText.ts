import { LONGEST_KEY } from '../records/sameValue';

export const ELLIPSIS = /(?:…|\.\.\.)$/;

/** A text that ends in an ellipsis was cut there, unless a person ended a short one so. */
export function cutLength(text: string): number | undefined {
	const length = text.replace(ELLIPSIS, '').length;
	return length < text.length && length >= SHORTEST_CUT ? length : undefined;
}

const SHORTEST_CUT = 12;

/**
 * Whether a service may have cut the text to the length, which no text of the field exceeds: within a word, or at a length
 * that databases usually allow (20, 32, 50, 63, 64, 255 …). "Task 1" is no cut "Task 10".
 */
export function isCutAt(text: string, length: number): boolean {
	// A space at the end of what was cut may have been removed.
	const cut = /\s/.test(text.charAt(length)) ? [length, length + 1] : [length];
	const isUsual = cut.some((at) => [10, 25, 16].some((size) => at % size === 0) || at % 16 === 15);
	const isWithinWord = /^\p{L}{2}$/u.test(text.slice(length - 1, length + 1));
	return length < text.length && (isUsual ? length >= 16 : isWithinWord && length >= SHORTEST_CUT);
}

const EMOJI = /\p{Extended_Pictographic}\ufe0f?\u200d?/gu;
const TAG = /<[^<>]{1,200}>/g;
const ACCENT = /\p{M}/gu;
/** Not `test`, which would begin where it has found something before. */
const hasAny = (pattern: RegExp) => (saved: string) => saved.normalize('NFD').search(pattern) >= 0;
const SLUG_WORD = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * Text that services simplify: accents, emoji and tags are removed, words become a slug.
 * `has`: whether a saved text has what would have been removed, so that the service keeps it; `forms`: without it
 */
export const SIMPLER: ReadonlyArray<{
	has: (saved: string) => boolean;
	forms: (text: string) => string[];
}> = [
	{
		has: hasAny(ACCENT),
		forms: (text) => [text.normalize('NFD').replace(ACCENT, '')],
	},
	{ has: hasAny(EMOJI), forms: (text) => ['', '?'].map((sign) => text.replace(EMOJI, sign)) },
	{ has: hasAny(TAG), forms: (text) => [text.replace(TAG, '')] },
	{
		has: hasAny(/[^\p{L}\p{M}\p{N}_-]/u),
		forms: (text) => ['-', '_'].map((sign) => (text.match(SLUG_WORD) ?? []).join(sign)),
	},
];

/** The text in all forms, also with several of them, except those of the rows that a service keeps. */
export const simplerForms = (text: string, kept: ReadonlySet<number>): string[] =>
	SIMPLER.reduce<string[]>(
		(texts, { forms }, at) =>
			kept.has(at) || text.length > LONGEST_KEY
				? texts
				: [...new Set(texts.flatMap((each) => [each, ...forms(each)]))].filter(Boolean),
		[text],
	);
