/** So deep is no response of a service; JavaScript cannot write JSON that is much deeper. */
const MAX_LEVELS = 200;

/** JavaScript keeps the digits of all whole numbers that are shorter. */
const LONG_NUMBER = /(?:^|[\s:,[])-?\d{16}/;

/**
 * Parses JSON. A whole number that JavaScript would round becomes a text with all its digits, because it may be an ID.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
	const value: unknown = LONG_NUMBER.test(text)
		? JSON.parse(text, withAllDigits)
		: JSON.parse(text);
	if (isDeeper(value, MAX_LEVELS)) {
		throw new SyntaxError(`It has more than ${MAX_LEVELS} levels of objects and lists`);
	}
	return value;
}

/** The value, or the SyntaxError that says why the text is not JSON. */
export function parseOrError(text: string): unknown {
	try {
		return parseJson(text);
	} catch (error) {
		return error;
	}
}

/** Node 20 has no `context`; there the number stays rounded. */
function withAllDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
	const isLong = Number.isInteger(value) && !Number.isSafeInteger(value);
	const digits = isLong ? context?.source : undefined;
	return digits !== undefined && /^-?\d+$/.test(digits) ? digits : value;
}

function isDeeper(value: unknown, levels: number): boolean {
	if (typeof value !== 'object' || value === null) return false;
	if (levels === 0) return true;
	for (const inner of Object.values(value)) {
		if (isDeeper(inner, levels - 1)) return true;
	}
	return false;
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/**
 * A name that an object in valid JSON has twice, of which JavaScript would drop one value.
 * @returns undefined if there is none
 */
export function nameGivenTwice(json: string): string | undefined {
	const tokens = json.match(TOKENS) ?? [];
	/** The names of each object that is open. */
	const open: Array<Set<string>> = [];

	for (const [at, token] of tokens.entries()) {
		if (token === '{' || token === '[') open.push(new Set());
		if (token === '}' || token === ']') open.pop();
		if (!token.startsWith('"') || tokens[at + 1] !== ':') continue;

		const name = String(JSON.parse(token));
		const names = open.at(-1);
		if (names?.has(name)) return name;
		names?.add(name);
	}
	return undefined;
}
