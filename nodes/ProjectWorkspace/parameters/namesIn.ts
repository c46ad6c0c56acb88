/** Names as a list, or as a text with commas between them: what an expression or an AI agent gives. */
export function namesIn(value: unknown): string[] {
	const names = Array.isArray(value) ? value.map(String) : String(value ?? '').split(',');
	return names.map((name) => name.trim()).filter((name) => name !== '');
}
