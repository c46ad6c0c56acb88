/** More than any list that a service sends in one response, and little enough that n8n keeps responding. */
export const JSON_BOUNDS = {
	...{ levels: 200, names: 10_000, values: 500_000 },
	/** In a longer text, there may be one value for so many characters. */
	charactersPerValue: 16,
	/** Numbers with so many digits that they are read one by one. */
	longNumbers: 100_000,
	digits: 1_000,
} as const;

/** More characters than the name of any field, or a path of several, has. */
export const LONGEST_FIELD = 4_000;

/** Whether no JSON that is read has a field with this name or at this path. */
export const isTooLongField = (path: string): boolean =>
	path.length > LONGEST_FIELD ||
	path.split('.', JSON_BOUNDS.levels + 1).length > JSON_BOUNDS.levels;

/** JSON that is too large to be read; the message says in what way. */
export class JsonTooLarge extends SyntaxError {}

/** JSON that ends in the middle. */
export class JsonCut extends SyntaxError {}

/** JavaScript keeps all numbers with this many characters. */
const SHORT_NUMBER = 15;

/**
 * Looks through JSON before it is parsed, in one pass: a few megabytes of brackets would become gigabytes of objects.
 * @param longNumber called with where each of them is
 * @throws JsonTooLarge, JsonCut
 */
export function scanJson(json: string, longNumber: (start: number, end: number) => void): void {
	const { levels, names, longNumbers, digits, charactersPerValue } = JSON_BOUNDS;
	const values = Math.max(JSON_BOUNDS.values, Math.ceil(json.length / charactersPerValue));
	/** The names of each object that is open. */
	const namesAt = new Uint32Array(levels + 2);
	let level = 0;
	let valuesSoFar = 0;
	let numbers = 0;
	for (let at = 0; at < json.length && level >= 0; at++) {
		switch (json[at]) {
			case '"':
				at = endOfString(json, at);
				break;
			case '{':
			case '[':
				level++;
				check(level, levels, 'levels');
				check(++valuesSoFar, values, 'values');
				namesAt[level] = 0;
				break;
			case '}':
			case ']':
				level--;
				break;
			case ':':
				namesAt[level] = (namesAt[level] ?? 0) + 1;
				check(namesAt[level] ?? 0, names, 'fields in one object');
				break;
			case ',':
				check(++valuesSoFar, values, 'values');
				break;
			default: {
				const end = endOfNumber(json, at);
				check(end - at, digits, 'digits in a number');
				if (end - at > SHORT_NUMBER) {
					check(++numbers, longNumbers, 'long numbers');
					longNumber(at, end);
				}
				at = Math.max(at, end - 1);
			}
		}
	}
	if (level > 0) throw new JsonCut('The JSON ends in the middle');
}

function check(count: number, bound: number, what: string): void {
	if (count > bound) throw new JsonTooLarge(`more than ${bound.toLocaleString('en')} ${what}`);
}

/** The quote that ends a string, which an even number of backslashes precedes. */
function endOfString(json: string, start: number): number {
	let end = start;
	for (;;) {
		end = json.indexOf('"', end + 1);
		if (end < 0) throw new JsonCut('A string in the JSON does not end');
		let before = end - 1;
		while (json[before] === '\\') before--;
		if ((end - before) % 2 === 1) return end;
	}
}

/** The position itself if no number begins there. */
function endOfNumber(json: string, start: number): number {
	let end = start;
	if (isDigit(json, start) || json[start] === '-') end++;
	while (end > start && (isDigit(json, end) || '+-.eE'.includes(json[end] ?? ' '))) end++;
	return end;
}

function isDigit(json: string, at: number): boolean {
	const code = json.charCodeAt(at);
	return code >= 0x30 && code <= 0x39;
}
