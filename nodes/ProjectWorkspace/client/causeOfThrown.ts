import { causeOfErrorCode, type CauseName } from './causes';

/** How deep errors are wrapped: n8n's around axios's around Node.js's, with room to spare. */
const DEEPEST = 6;

/** Why no answer came, from whatever the request helper threw. */
export function causeOfThrown(error: unknown): CauseName {
	for (const layer of layersOf(error)) {
		// A time-out while connecting: nothing had gone out.
		if (layer.code === 'ETIMEDOUT' && layer.syscall === 'connect') return 'connectionRefused';
		const cause =
			causeOfErrorCode(String(layer.code ?? '')) ??
			causeOfName(String(layer.name ?? '')) ??
			causeOfMessage(String(layer.message ?? ''));
		if (cause) return cause;
	}
	return 'notSent';
}

function layersOf(error: unknown): Array<Record<string, unknown>> {
	const layers: Array<Record<string, unknown>> = [];
	let next = error;
	while (isObject(next) && layers.length < DEEPEST) {
		layers.push(next);
		next = next.cause ?? next.reason;
	}
	// The innermost error is the one that names the reason; the outer ones paraphrase it.
	return layers.reverse();
}

const causeOfName = (name: string): CauseName | undefined =>
	/^Ssrf|ssrf/.test(name)
		? 'addressBlocked'
		: /^(AbortError|CanceledError)$/.test(name)
			? 'cancelled'
			: undefined;

/** Where an error has no code. The words are those of axios, Node.js and n8n. */
const byMessage: ReadonlyArray<readonly [RegExp, CauseName]> = [
	[/timeout of \d+ ?ms exceeded|timed out/i, 'timeout'],
	[/socket hang up|aborted|premature close/i, 'connectionLost'],
	[/blocked.*(ssrf|address|ip|host)|ssrf/i, 'addressBlocked'],
	[/certificate|ssl routines/i, 'certificateRefused'],
];

const causeOfMessage = (message: string): CauseName | undefined =>
	byMessage.find(([pattern]) => pattern.test(message))?.[1];

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null;
