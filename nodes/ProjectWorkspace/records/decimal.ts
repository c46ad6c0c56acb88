/** Numbers as JSON writes them; the text "1e3" or "007" may be a code. */
const NUMBER = /^(-?)(0|[1-9]\d{0,400})(?:\.(\d{1,400}))?(?:e([+-]\d{1,3}))?$/;

/** The same text for the same number, whatever its form: `5`, `5.0`. */
export function decimalOf(value: unknown): string | undefined {
	const [, sign, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(String(value)) ?? [];
	if (sign === undefined) return undefined;
	const digits = whole + fraction;
	let [start, end] = [0, digits.length];
	while (digits[start] === '0') start += 1;
	if (start === end) return '0';
	while (digits[end - 1] === '0') end -= 1;
	return `${sign}${digits.slice(start, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}

/** Negative if the first of two results of `decimalOf` is smaller. */
export function orderOfDecimals(one: string, other: string): number {
	const parts = [one, other].map((each) => each.split('e'));
	const lowest = Math.min(...parts.map(([, exponent = '0']) => Number(exponent)));
	const [first = 0n, second = 0n] = parts.map(
		([digits = '', exponent = '0']) => BigInt(digits) * 10n ** BigInt(Number(exponent) - lowest),
	);
	return first === second ? 0 : first < second ? -1 : 1;
}

/** JavaScript keeps up to 17 digits of a decimal: with fewer, two numbers are the same if it reads them as the same. */
const EXACT_DIGITS = 17;

export function sameDecimal(one: string, other: string): boolean {
	const [first, second] = [one, other].map(decimalOf);
	if (first === undefined || second === undefined) return false;
	const isShort = [first, second].every((each) => digitsIn(each) <= EXACT_DIGITS);
	return first === second || (isShort && Number(one) === Number(other));
}

/** Whether JavaScript would write the number in another way, because it has more digits than it can keep. */
export function isLossy(text: string): boolean {
	const decimal = decimalOf(text);
	return decimal !== undefined && decimal !== decimalOf(Number(text));
}

const digitsIn = (decimal: string) => decimal.replace('-', '').indexOf('e');
