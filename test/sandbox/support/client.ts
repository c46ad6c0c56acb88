import { isJsonObject, parseJson } from '../../../sandbox/json.ts';
import type { JsonObject, JsonValue } from '../../../sandbox/json.ts';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox';

export interface Reply {
	status: number;
	headers: Headers;
	text: string;
	body: JsonValue | undefined;
}

export interface Request {
	/** The default is the Pro key; null sends no Authorization header. */
	key?: string | null;
	body?: JsonValue;
	/** A body that is not JSON, or formatted differently. */
	text?: string;
	headers?: Record<string, string>;
}

/** One sandbox for all tests of a file, which is reset before each. */
export function sharedSandbox(use: (sandbox: Sandbox) => void, options?: SandboxOptions): void {
	let sandbox: Sandbox;
	beforeAll(async () => use((sandbox = await startSandbox(options))));
	beforeEach(() => sandbox.reset());
	afterAll(() => sandbox.close());
}

/** One request to the API, as a client would send it; paths begin with /v1. */
export async function api(
	sandbox: Sandbox,
	method: string,
	path: string,
	{ key = sandbox.keys.pro, body, text, headers }: Request = {},
): Promise<Reply> {
	const response = await fetch(sandbox.origin + path, {
		method,
		redirect: 'manual',
		body: text ?? (body === undefined ? undefined : JSON.stringify(body)),
		headers: {
			'Content-Type': 'application/json',
			...(key === null ? {} : { Authorization: `Bearer ${key}` }),
			...headers,
		},
	});
	return await replyOf(response);
}

async function replyOf(response: Response): Promise<Reply> {
	const { status, headers } = response;
	const text = await response.text();
	return { status, headers, text, body: parseJson(text) };
}

/** One request to the control plane. */
export async function control(
	sandbox: Sandbox,
	method: string,
	path: string,
	body?: JsonValue,
): Promise<Reply> {
	const response = await fetch(`${sandbox.origin}/_sandbox/${path}`, {
		method,
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	return await replyOf(response);
}

export function asObject(value: JsonValue | undefined): JsonObject {
	if (isJsonObject(value)) return value;
	throw new TypeError(`not an object: ${JSON.stringify(value)}`);
}

export function asList(value: JsonValue | undefined): JsonObject[] {
	if (Array.isArray(value)) return value.map(asObject);
	throw new TypeError(`not a list: ${JSON.stringify(value)}`);
}

export function errorOf(reply: Reply): { code: JsonValue | undefined; message: string } {
	const error = asObject(asObject(reply.body).error);
	return { code: error.code, message: String(error.message) };
}
