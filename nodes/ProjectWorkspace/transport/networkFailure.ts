import { isObject } from '../records/value';
import { causeOfText, type CauseName, type Failure } from './errors';

/** Why there is no response, by what n8n's request helper has thrown. */
export function networkFailure(thrown: unknown, baseUrl: string): Failure {
	const texts = textsOf(thrown);
	const text = texts.join('\n');
	const cause = isAboutProxy(text, baseUrl) ? 'proxyFailed' : causeOfText(text);
	return { cause, networkCode: networkCodeIn(texts, cause), advice: adviceFor(cause, baseUrl) };
}

/** Errors are wrapped: Node's in axios's in n8n's. */
const MAX_LEVELS = 6;

/** Codes and messages of an error and of those in it. n8n keeps the code and the messages that it replaces. */
function textsOf(error: unknown, levels = MAX_LEVELS): string[] {
	if (!isObject(error) || levels === 0) return [];
	const { code, httpCode, name, messages, message, cause, errors } = error;

	const texts = [code, httpCode, name, messages, message].flat();
	// Of a host with several addresses, `errors` has one for each.
	const inner = [cause, errors].flat().flatMap((each) => textsOf(each, levels - 1));
	return [...texts.filter((each) => typeof each === 'string'), ...inner];
}

/** Node's code, with OpenSSL's reason; of something unknown its message. */
function networkCodeIn(texts: readonly string[], cause: CauseName): string | undefined {
	const code = texts.find((text) => /^[A-Z][A-Z\d_]+$/.test(text));
	if (code === undefined) return cause === 'unknown' ? texts.at(-1)?.slice(0, 500) : undefined;

	const [, reason] = /SSL routines:[^:]*:([^:]+)/.exec(texts.join('\n')) ?? [];
	return reason === undefined ? code : `${code}, ${reason}`;
}

/** Whether the connection that failed was one to another host or port than the service's. */
function isAboutProxy(text: string, baseUrl: string): boolean {
	const { hostname, port, protocol } = new URL(baseUrl);
	const [, unknownHost] = /getaddrinfo \w+ (\S+)/.exec(text) ?? [];
	if (unknownHost !== undefined) return unknownHost !== hostname;

	const defaultPort = protocol === 'https:' ? '443' : '80';
	const [, failedPort] = /connect E[A-Z]+ \S+:(\d+)/.exec(text) ?? [];
	return failedPort !== undefined && failedPort !== (port || defaultPort);
}

/** A server for HTTPS closes the connection, or responds in bytes that are not HTTP. */
function adviceFor(cause: CauseName, baseUrl: string): string | undefined {
	const mayBeHttps = cause === 'connectionLost' || cause === 'notHttp';
	if (!mayBeHttps || !baseUrl.startsWith('http:')) return undefined;
	return "If the service uses HTTPS, change http:// to https:// in 'Base URL' in the credential. Otherwise, try again.";
}
