/** What a template's places are filled with. */
export interface Parts {
	body: Buffer;
	timestamp?: string;
	id?: string;
}

const PLACE = /\{(\w*)\}/g;

export function placesOf(template: string): string[] {
	return Array.from(template.matchAll(PLACE), ([, name]) => name ?? '');
}

/** The pieces in order, so that a body of 16 MB need not be copied. Undefined: something is missing. */
export function fill(template: string, parts: Parts): Array<string | Buffer> | undefined {
	const pieces: Array<string | Buffer> = [];
	let end = 0;
	for (const match of template.matchAll(PLACE)) {
		const value = valueOf(match[1], parts);
		if (value === undefined) return undefined;
		pieces.push(template.slice(end, match.index), value);
		end = match.index + match[0].length;
	}
	pieces.push(template.slice(end));
	return pieces.filter((piece) => piece.length > 0);
}

function valueOf(name: string | undefined, parts: Parts): string | Buffer | undefined {
	if (name === 'body') return parts.body;
	if (name === 'timestamp') return parts.timestamp;
	return name === 'id' ? parts.id : undefined;
}
