import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ProjectWorkspace } from '../../nodes/ProjectWorkspace/ProjectWorkspace.node';
import { json, type Script } from '../servers/scriptedServer';
import { activated } from './pollContexts';
import { editorContext, type NodeRun } from './runNode';
import { byId, serviceThat } from './service';
import { automatic } from './taskService';

const KEY = 'ac_test_made_up_key_of_secrets';
const SIGNING = 'bWFkZSB1cCwgbWFkZSB1cA==';
const HEADER = 'gw-s3cret/of+gateway';

const secrets = {
	signingSecret: `whsec_${SIGNING}`,
	previousSigningSecret: 'an older signing secret',
	headers: { header: [{ name: 'X-Gateway', value: HEADER }] },
};

/** All in one text. */
const ALL = [
	...[KEY, encodeURIComponent(KEY)],
	...[secrets.signingSecret, SIGNING, secrets.previousSigningSecret],
].join(' and ');

const PARTS = /made_up_key|bWFkZSB1cCwg|older signing/;

const isHidden = (text: string) => {
	expect(text).toContain('[API key hidden]');
	expect(text).toContain('[signing secret hidden]');
	expect(text).not.toMatch(PARTS);
};
const isHiddenAsMessage = (text: string) => {
	isHidden(text);
	expect(text).toContain('[header X-Gateway hidden]');
	expect(text).not.toContain('s3cret');
};

let server: Awaited<ReturnType<typeof serviceThat>>;
let script: Script;
beforeEach(async () => {
	server = await serviceThat((request, index) => script(request, index), { apiKey: KEY });
});

const credential = () => ({ ...server.credential, ...secrets });

const run = async (parameters: INodeParameters, more: Partial<NodeRun> = {}) =>
	await server.run(parameters, { credential: credential(), ...more });

const record = { id: 't1', key: 'A', title: ALL, [`of ${ALL}`]: { deep: [ALL, HEADER] } };
const getAll = { resource: 'task', operation: 'getAll', returnAll: true };
const getUser = { resource: 'user', operation: 'get', userId: byId('u1') };
const create = { resource: 'task', operation: 'create', bodyMode: 'json', jsonBody: '{"a":1}' };
const write = { resource: 'task', operation: 'upsert', fields: automatic(['key']) };
const items = [{ key: 'A', title: 'B' }];

test.each<[string, INodeParameters, Partial<NodeRun>]>([
	['Get Many', getAll, {}],
	['Get Many for an agent', getAll, { asTool: true }],
	['Get Many, sorted', { ...getAll, sort: { field: [{ name: 'title' }] } }, {}],
	['Create', create, {}],
	['Create or Update, with its changes', { ...write, options: { includeResult: true } }, { items }],
	['a preview', { ...write, options: { previewOnly: true } }, { items }],
])('no secret is in the items of %s', async (_, parameters, more) => {
	script = ({ method }) => (method === 'GET' ? json([record]) : json(record));
	const { error, json: items } = await run(parameters, more);
	expect(error).toBeUndefined();
	isHidden(JSON.stringify(items));
});

test('a header of the credential may be in records: it may name the tenant', async () => {
	script = () => json([record]);
	expect(JSON.stringify((await run(getAll)).json)).toContain(HEADER);
});

const said = json({ error: { code: `c ${ALL} ${HEADER}`, message: `No ${ALL} ${HEADER}` } }, 400, {
	'x-request-id': `for ${KEY}`,
});

test.each<[string, Partial<NodeRun>]>([
	['an error', {}],
	['an item', { onError: 'continueRegularOutput' }],
	['an item of the error output', { onError: 'continueErrorOutput' }],
	['an answer to an agent', { asTool: true }],
])('no secret is in a message of the service, as %s', async (_, more) => {
	script = () => said;
	const { error, outputs } = await run(getUser, more);
	isHiddenAsMessage(JSON.stringify([error, error?.message, error?.description, outputs]));
});

/** Its error has the cursor of the page. */
const laterPageFails: Script = ({ url }) =>
	url.includes('cursor') ? { ...said, status: 500 } : json({ data: [record], next_cursor: ALL });

/** A filter that quotes what records have. */
const filters = { filter: [{ field: 'title', condition: 'larger', value: '5' }] };
const incomparable: Script = () =>
	json({ data: [{ id: 1, title: `${ALL} ${HEADER}` }], next_cursor: null });

test('no secret is in the error of a list, or in the hint about it', async () => {
	script = laterPageFails;
	const { error } = await run(getAll);
	isHiddenAsMessage(`${error?.message} ${error?.description}`);
	isHidden(JSON.stringify(error));
	script = incomparable;
	const { hints } = await run({ ...getAll, filters });
	isHiddenAsMessage(JSON.stringify(hints));
});

test('no secret is in a hint about an item with another credential', async () => {
	const OTHER = 'ac_test_made_up_key_of_another_item';
	script = ({ headers }) => {
		const isOther = headers.authorization === `Bearer ${OTHER}`;
		return json({ data: [{ id: 't1', title: isOther ? `of ${OTHER}` : 7 }], total: 1 });
	};
	const { hints } = await run(
		{ ...getAll, filters },
		{
			items: [{}, { key: OTHER }],
			credential: { ...credential(), apiKey: `={{ $json.key ?? '${KEY}' }}` },
		},
	);
	expect(JSON.stringify(hints)).toContain('cannot compare \\"of [API key hidden]');
	expect(JSON.stringify(hints)).not.toContain(OTHER);
});

test('no secret is in the message about a value that was given', async () => {
	script = () => json([]);
	const { error } = await run({ ...getUser, userId: byId(`${ALL} ${HEADER}`) });
	isHiddenAsMessage(`${error?.message}`);
});

describe('the editor', () => {
	/** The editor shows the beginning of a message. */
	const message = `${KEY} ${HEADER} ${secrets.signingSecret} ${ALL}`;
	const { listSearch, loadOptions, resourceMapping } = new ProjectWorkspace().methods;
	const context = () => editorContext({ resource: 'task', operation: 'create' }, credential());

	test.each<[string, () => Promise<unknown> | undefined]>([
		['a list of records', async () => await listSearch.user?.call(context())],
		['the names of fields', async () => await loadOptions.getOutputFields.call(context())],
		['the fields to map', async () => await resourceMapping.getFields.call(context())],
	])('shows no secret in %s', async (_, shown) => {
		script = () => json([record]);
		expect(JSON.stringify(await shown())).not.toMatch(PARTS);
	});

	test.each([
		['says', json({ error: { message } }, 400)],
		['has as fields', json({ [message]: 1 })],
	])('shows no secret in an error with what the response %s', async (_, answer) => {
		script = () => answer;
		const thrown = await listSearch.project?.call(context()).catch((error: Error) => error);
		isHiddenAsMessage((thrown as Error).message);
	});
});

describe('the polling trigger', () => {
	const watching = (parameters: INodeParameters = {}) =>
		activated(
			{ resource: 'task', changes: ['new', 'removed'], options: {}, ...parameters },
			{ credential: credential() },
		);
	const list = (...data: IDataObject[]) => {
		script = () => json({ data, next_cursor: null });
	};

	test('shows no secret in its items, and saves none in its state', async () => {
		const { poll, saved } = watching();
		list({ id: 'a' });
		expect(await poll()).toBeUndefined();
		list({ id: 'a' }, { ...record, id: ALL });
		isHidden(JSON.stringify(await poll()));
		isHidden(JSON.stringify(saved()));
		expect(await poll()).toBeUndefined();
		list({ id: 'a' });
		const removed = await poll();
		expect(removed).toHaveLength(1);
		isHidden(JSON.stringify(removed));
	});

	test('shows no secret in its errors', async () => {
		script = laterPageFails;
		const failure = await watching().failure();
		isHiddenAsMessage(`${failure?.message} ${JSON.stringify(failure)}`);
		script = incomparable;
		const { poll, emitted } = watching({ filters });
		await poll();
		isHiddenAsMessage(`${emitted[0]?.message}`);
	});
});

test('a whole record goes back with the key that the service put into it', async () => {
	script = ({ method }) => (method === 'GET' ? json([record]) : json(record));
	const options = { sendWholeRecord: true };
	const { error } = await run({ ...write, options }, { items });
	expect(error).toBeUndefined();
	const sent: unknown = JSON.parse(server.seen.at(-1)?.body ?? '');
	expect(sent).toEqual({ ...record, id: undefined, title: 'B' });
});
