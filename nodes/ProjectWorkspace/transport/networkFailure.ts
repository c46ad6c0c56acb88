import { causeOfText, type Failure } from './errors';

/** Errors are wrapped: Node's in axios's in n8n's. */
const DEEPEST = 6;

interface Layer {
	code?: unknown;
	/** n8n 1 passes on the code under this name. */
	httpCode?: unknown;
	name?: unknown;
	message?: unknown;
	/** n8n keeps the messages that it replaces. */
	messages?: unknown;
	cause?: unknown;
	/** Those of all addresses of a host. */
	errors?: unknown;
}

/** Why there is no response, by what n8n's request helper has thrown. */
export function networkFailure(thrown: unknown, baseUrl: string): Failure {
	const layers = layersOf(thrown);
	const texts = layers.flatMap(({ code, httpCode, name, message, messages }) =>
		[code, httpCode, name, messages, message].flat().map((text) => String(text ?? '')),
	);
	const text = texts.join('\n');
	const cause = isAboutProxy(text, baseUrl) ? 'proxyFailed' : causeOfText(text);

	const codes = layers.map(({ code, httpCode }) => code ?? httpCode);
	const code = codes.find((each) => typeof each === 'string');
	const [, reason] = /SSL routines:[^:]*:([^:]+)/.exec(text) ?? [];
	const details = [code, reason, cause === 'unknown' ? layers.at(-1)?.message : undefined];
	const known = details.filter((each) => each !== undefined && each !== null);
	return {
		cause,
		networkCode: known.length > 0 ? known.join(', ').slice(0, 500) : undefined,
		advice: adviceForHttp(cause, baseUrl),
	};
}

function layersOf(thrown: unknown): Layer[] {
	const layers: Layer[] = [];
	let next = thrown;
	while (typeof next === 'object' && next !== null && layers.length < DEEPEST) {
		const layer: Layer = next;
		layers.push(layer);
		next = layer.cause ?? (Array.isArray(layer.errors) ? layer.errors[0] : undefined);
	}
	return layers;
}

/** Whether the connection that failed was one to another host or port than the service's. */
function isAboutProxy(text: string, baseUrl: string): boolean {
	const { hostname, port, protocol } = new URL(baseUrl);
	const [, unknownHost] = /getaddrinfo \w+ (\S+)/.exec(text) ?? [];
	if (unknownHost !== undefined) return unknownHost !== hostname;

	const [, failedPort] = /connect E[A-Z]+ \S+:(\d+)/.exec(text) ?? [];
	if (failedPort === undefined) return false;
	const defaultPort = protocol === 'https:' ? '443' : '80';
	return failedPort !== (port === '' ? defaultPort : port);
}

/** A server for HTTPS closes the connection, or responds in bytes that are not HTTP. */
function adviceForHttp(cause: string, baseUrl: string): string | undefined {
	if (!baseUrl.startsWith('http:') || (cause !== 'connectionLost' && cause !== 'notHttp')) return;
	return "If the service uses HTTPS, change http:// to https:// in 'Base URL' in the credential. Otherwise, try again.";
}
