import { isObject } from '../records/value';
import { briefly } from '../texts';
import { causeOfText, type CauseName } from './causes';
import type { Failure } from './failure';
import type { Hide } from './types';

/** Why there is no response, by what n8n's request helper has thrown. It is never passed on: it contains the key. */
export function networkFailure(thrown: unknown, baseUrl: string, hide: Hide): Failure {
	const texts = textsIn(thrown).map(hide);
	const text = texts.join('\n');
	const cause = isAboutProxy(text, baseUrl) ? 'proxyFailed' : causeOfText(text);
	return { cause, networkCode: networkCodeIn(texts, cause) };
}

/** Node's error is wrapped in axios's, and that one in n8n's. Errors may refer to each other. */
const MAX_ERRORS = 20;

/** Codes and messages of an error and of those in it. n8n keeps the code and the messages that it replaces. */
function textsIn(thrown: unknown): string[] {
	const texts: string[] = [];
	const errors = [thrown];
	// `errors` grows in the loop.
	for (const error of errors) {
		if (!isObject(error) || errors.length > MAX_ERRORS) continue;
		const { code, httpCode, name, messages, message } = error;
		for (const text of [code, httpCode, name, messages, message].flat()) {
			if (typeof text === 'string') texts.push(text);
		}
		// `errors` has one for each address of a host with several.
		errors.push(...[error.cause, error.errors].flat());
	}
	return texts;
}

/** Node's code, with OpenSSL's reason; of something unknown the message of the innermost error. */
function networkCodeIn(texts: readonly string[], cause: CauseName): string | undefined {
	const code = texts.find((text) => /^[A-Z][A-Z\d_]+$/.test(text));
	if (code === undefined) return cause === 'unknown' ? briefly(texts.at(-1) ?? '') : undefined;

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
