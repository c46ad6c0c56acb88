/** Text that is HTML already. */
export class Html {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

type Part = Html | string | number | readonly Html[];

/** Builds HTML; whatever is put in is escaped, unless it was built the same way. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
	let text = strings[0] ?? '';
	for (const [index, part] of parts.entries()) text += render(part) + (strings[index + 1] ?? '');

	return new Html(text);
}

function render(part: Part): string {
	if (part instanceof Html) return part.text;
	if (typeof part === 'object') return part.map(render).join('');

	return String(part)
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;')
		.replaceAll("'", '&#39;');
}
