import { resources } from './api.ts';
import type { Resource } from './api.ts';
import type { Fault } from './faults.ts';
import { isJsonObject, parseJsonObject } from './json.ts';
import type { JsonObject } from './json.ts';
import type { SandboxParts } from './sandbox.ts';
import type { Reply } from './server.ts';
import type { ServiceRequest } from './service.ts';
import { InputError } from './settings.ts';
import type { SettingsChange } from './settings.ts';

type Handler = (sandbox: SandboxParts, body: JsonObject, last: string) => unknown;

/** What other processes can do with a sandbox. `*` is the last part of a path. */
const handlers: Record<string, Handler> = {
	'POST reset': (sandbox) => sandbox.reset(),

	// The bodies come from the tests and the scripts of this repository; a wrong one is found at its first use.
	'PATCH settings': (sandbox, body) => sandbox.change(body as SettingsChange),
	'POST faults': ({ parts }, body) => parts.faults.add(body as Fault),
	'DELETE faults': ({ parts }) => parts.faults.clear(),

	'GET requests': ({ requests }) => requests,
	'DELETE requests': ({ recorded }) => recorded.clear(),

	'POST keys': ({ parts }) => ({ key: parts.store.addKey('Added', 'enterprise') }),
	'POST webhooks': ({ parts }, { url, secret }) =>
		parts.store.addWebhook(String(url), secret === undefined ? undefined : String(secret)),

	'GET deliveries': ({ parts }) => parts.deliveries.list(),
	'GET deliveries/settled': ({ parts }) => parts.deliveries.settled(),

	'GET records/*': ({ parts }, _body, name) => parts.store.list(resourceNamed(name)),
	'DELETE records/*': ({ parts }, _body, name) => parts.store.clear(resourceNamed(name)),
	'POST records/*': (sandbox, { record, count }, name) =>
		sandbox.addRecords(resourceNamed(name), isJsonObject(record) ? record : {}, Number(count ?? 1)),
};

/** The control plane, which is not part of the service: a JSON API for tests and scripts. */
export async function control(sandbox: SandboxParts, request: ServiceRequest): Promise<Reply> {
	const { method, path, bodyText } = request;
	const [name = '', last = ''] = path.slice('/_sandbox/'.length).split('/');
	const handler =
		handlers[`${method} ${[name, last].filter(Boolean).join('/')}`] ??
		handlers[`${method} ${name}/*`];
	if (!handler) return json(404, { error: `there is no ${method} ${path}` });

	try {
		const result = await handler(sandbox, parseJsonObject(bodyText) ?? {}, last);
		return json(200, result ?? { ok: true });
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		return json(400, { error: error.message });
	}
}

/** By its plural, as in the paths. */
function resourceNamed(plural: string): Resource {
	const found = resources.find((each) => `${each}s` === plural);
	if (found) return found;

	throw new InputError(`there is no resource ${plural}`);
}

function json(status: number, value: unknown): Reply {
	const headers = { 'Content-Type': 'application/json; charset=utf-8' };

	return { status, headers, text: JSON.stringify(value) };
}
