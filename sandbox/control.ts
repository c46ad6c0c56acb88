import { resources } from './api.ts';
import type { Resource } from './api.ts';
import { InputError, jsonReply } from './http.ts';
import type { Reply, Request } from './http.ts';
import { isJsonObject, parseJsonObject } from './json.ts';
import type { JsonObject } from './json.ts';
import type { Fault, Sandbox } from './sandbox.ts';
import type { Settings } from './settings.ts';

type Handler = (sandbox: Sandbox, body: JsonObject, last: string) => unknown;

/** What other processes can do with a sandbox. `*` is the last part of a path. */
const handlers: Record<string, Handler> = {
	'POST reset': (sandbox) => sandbox.reset(),

	// The bodies come from the tests and the scripts of this repository; a wrong one is found at its first use.
	'PATCH settings': (sandbox, body) => sandbox.change(body as Partial<Settings>),
	'POST faults': ({ faults }, body) => faults.push(body as unknown as Fault),
	'DELETE faults': (sandbox) => (sandbox.faults = []),

	'GET requests': ({ requests }) => requests,
	'DELETE requests': (sandbox) => (sandbox.requests = []),

	'POST keys': ({ store }) => ({ key: store.addKey() }),
	'POST webhooks': ({ store }, { url, secret }) =>
		store.addWebhook(String(url), secret === undefined ? undefined : String(secret)),

	'GET deliveries': ({ deliveries }) => deliveries.list(),
	'GET deliveries/settled': ({ deliveries }) => deliveries.settled(),

	'GET records/*': ({ store }, _body, name) => store.list(resourceNamed(name)),
	'DELETE records/*': ({ store }, _body, name) => store.clear(resourceNamed(name)),
	'POST records/*': (sandbox, { record, count }, name) =>
		sandbox.addRecords(resourceNamed(name), isJsonObject(record) ? record : {}, Number(count ?? 1)),
};

/** The control plane, which is not part of the service: a JSON API for tests and scripts. */
export async function control(sandbox: Sandbox, request: Request): Promise<Reply> {
	const { method, path, bodyText } = request;
	const [name = '', last = ''] = path.slice('/_sandbox/'.length).split('/');
	const handler =
		handlers[`${method} ${[name, last].filter(Boolean).join('/')}`] ??
		handlers[`${method} ${name}/*`];
	if (!handler) return jsonReply(404, { error: `there is no ${method} ${path}` });

	try {
		const result = await handler(sandbox, parseJsonObject(bodyText) ?? {}, last);
		return jsonReply(200, result ?? { ok: true });
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		return jsonReply(400, { error: error.message });
	}
}

/** By its plural, as in the paths. */
function resourceNamed(plural: string): Resource {
	const found = resources.find((each) => `${each}s` === plural);
	if (found) return found;

	throw new InputError(`there is no resource ${plural}`);
}
