/** More than any list that a service sends in one response, and little enough that n8n keeps responding. */
export const JSON_BOUNDS = {
	...{ levels: 200, names: 10_000, values: 2_000_000 },
	/** Numbers with so many digits that they are read one by one. */
	longNumbers: 200_000,
} as const;

/** JSON that is too large to be read; the message says in what way. */
export class JsonTooLarge extends SyntaxError {}

export const countText = (count: number) => count.toLocaleString('en');

/**
 * Checks JSON before it is parsed, in one pass: a few megabytes of brackets would become gigabytes of objects.
 * @throws JsonTooLarge
 */
export function checkBounds(json: string): void {
	const { levels, names, values } = JSON_BOUNDS;
	/** The names of each object that is open. */
	const namesAt = new Uint32Array(levels + 1);
	let level = 0;
	let valuesSoFar = 0;
	for (let at = 0; at < json.length && level >= 0; at++) {
		switch (json[at]) {
			case '"':
				at = endOfString(json, at);
				break;
			case '{':
			case '[':
				level++;
				valuesSoFar++;
				if (level > levels) throw new JsonTooLarge(`more than ${levels} levels`);
				namesAt[level] = 0;
				break;
			case '}':
			case ']':
				level--;
				break;
			case ':':
				namesAt[level] = (namesAt[level] ?? 0) + 1;
				if ((namesAt[level] ?? 0) > names)
					throw new JsonTooLarge(`an object with more than ${countText(names)} fields`);
				break;
			case ',':
				valuesSoFar++;
		}
		if (valuesSoFar > values) throw new JsonTooLarge(`more than ${countText(values)} values`);
	}
}

/** The quote that ends a string, which an even number of backslashes precedes. */
function endOfString(json: string, start: number): number {
	let end = start;
	for (;;) {
		end = json.indexOf('"', end + 1);
		if (end < 0) return json.length;
		let before = end - 1;
		while (json[before] === '\\') before--;
		if ((end - before) % 2 === 1) return end;
	}
}
