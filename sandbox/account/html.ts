/** Text that is HTML already. */
export class Html {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

type Part = Html | string | number | ReadonlyArray<Html | string>;

/** Builds HTML; whatever is put in is escaped, unless it was built the same way. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
	return new Html(
		strings
			.map((text, index) => text + (index < parts.length ? render(parts[index]) : ''))
			.join(''),
	);
}

function render(part: Part | undefined): string {
	if (part === undefined) return '';
	if (part instanceof Html) return part.text;
	if (typeof part === 'object') return part.map(render).join('');
	return escaped(String(part));
}

function escaped(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;')
		.replaceAll("'", '&#39;');
}
