/** What a page or the control plane responds. */
export interface Reply {
	status: number;
	headers?: Record<string, string>;
	text?: string;
}

export function jsonReply(
	status: number,
	value: unknown,
	headers: Record<string, string> = {},
): Reply {
	const type = { 'Content-Type': 'application/json; charset=utf-8' };

	return { status, headers: { ...headers, ...type }, text: JSON.stringify(value) };
}
