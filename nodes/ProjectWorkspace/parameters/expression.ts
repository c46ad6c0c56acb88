/** Whether a parameter, as it is saved, has an expression anywhere. */
export function hasExpression(saved: unknown): boolean {
	if (typeof saved === 'string') return saved.startsWith('=');
	return typeof saved === 'object' && saved !== null && Object.values(saved).some(hasExpression);
}

/** A value inside an expression comes from it as well. */
export function isExpressionAt(saved: unknown, path: ReadonlyArray<string | number>): boolean {
	// A field that was switched to an expression and left empty is an empty field.
	if (typeof saved === 'string') return /^=\s*\S/.test(saved);

	const [key, ...rest] = path;
	if (key === undefined || typeof saved !== 'object' || saved === null) return false;
	const inside: unknown = Object.getOwnPropertyDescriptor(saved, key)?.value;
	return isExpressionAt(inside, rest);
}

/** One `{{ … }}` in a parameter that is JSON. */
export interface ExpressionInJson {
	/** `$json.p` of `{{ $json.p }}` */
	code: string;
	/** Whether it has quotes around it, alone or with other text. */
	isInString: boolean;
}

/** The expressions in JSON as it is saved, such as `={ "path": "{{ $json.p }}" }`. */
export function expressionsInJson(saved: unknown): ExpressionInJson[] {
	if (typeof saved !== 'string' || !saved.startsWith('=')) return [];

	const [start = '', ...parts] = saved.split('{{');
	let isInString = hasOddQuotes(start);
	return parts.map((part) => {
		const [code = '', ...json] = part.split('}}');
		const expression = { code: code.trim(), isInString };
		if (hasOddQuotes(json.join('}}'))) isInString = !isInString;
		return expression;
	});
}

/** Each quote begins or ends a string, unless it is escaped. */
const hasOddQuotes = (json: string) => json.replace(/\\./gs, '').split('"').length % 2 === 0;
