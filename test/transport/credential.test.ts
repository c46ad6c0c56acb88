import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { ProjectWorkspaceApi } from '../../credentials/ProjectWorkspaceApi.credentials';
import { UserError } from '../../nodes/ProjectWorkspace/errors';
import { connect } from '../../nodes/ProjectWorkspace/transport/client';
import {
	authenticationHeaders,
	HAS_EXPRESSIONS,
	keyKind,
	readConnection,
} from '../../nodes/ProjectWorkspace/transport/credential';
import { executeContext } from './executeContext';

const KEY = 'ac_test_made_up_key';
const BASE_URL = 'https://api.example.com/v1';

const read = (fields: ICredentialDataDecryptedObject) =>
	readConnection({ apiKey: KEY, baseUrl: BASE_URL, ...fields });

/** The message of the UserError, without the key. */
function rejected(run: () => unknown): string {
	let thrown: unknown;
	try {
		run();
	} catch (error) {
		thrown = error;
	}
	if (!(thrown instanceof UserError)) throw new Error('It is not rejected');
	expect(`${thrown.message} ${thrown.description}`).not.toContain('made_up');
	return thrown.message;
}

test.each([
	['as it is', KEY],
	['with spaces and line breaks around it', `  ${KEY} \r\n`],
	['with "Bearer " in front', `bearer  ${KEY}`],
	['with the whole header in front', `Authorization: Bearer ${KEY}`],
	['with invisible characters of a web page', `\u200b${KEY}\ufeff`],
])('the API key is read when it was pasted %s', (_, apiKey) => {
	expect(read({ apiKey }).apiKey).toBe(KEY);
	expect(authenticationHeaders({ apiKey })).toEqual({ Authorization: `Bearer ${KEY}` });
});

test.each([
	['', "'API Key' is empty"],
	[' \n', "'API Key' is empty"],
	['ac_test', "'API Key' is too short"],
	['ac_test_ made_up', "'API Key' is too short, or contains a space"],
	['ac_test_made_up_schön', "'API Key' is too short, or contains a space"],
	[{ apiKey: KEY }, "'API Key' must be a text"],
	[12_345_678, "'API Key' must be a text"],
])('the API key %j is rejected', (apiKey, message) => {
	expect(rejected(() => read({ apiKey }))).toContain(message);
});

/** Its text is saved in each credential: if it looks at other fields, the field needs a new name, and so does this pair. */
test('the proof looks at all fields that requests use', () => {
	const { properties } = new ProjectWorkspaceApi();
	const names = properties.filter(({ type }) => type !== 'notice').map(({ name }) => name);
	const ofSignatures = ['signatureHeader', 'signature'];
	const used = names.filter((name) => ![...ofSignatures, 'hasExpressions'].includes(name));
	const [, list = ''] = /names = \[(.*?)\];/.exec(HAS_EXPRESSIONS) ?? [];
	const looked = [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name);
	expect([...looked, 'requestsPerMinute'].sort()).toEqual(used.sort());
	expect([names.find((name) => name.startsWith('has')), looked.join(' ')]).toEqual([
		'hasExpressions',
		'apiKey baseUrl headers plan service signingSecret previousSigningSecret',
	]);
});

test('a key of the service says what kind it is; another one may be right', () => {
	expect(['ac_live_x', 'ac_test_x', 'sk_ac_live_x'].map(keyKind)).toEqual([
		'live',
		'test',
		'unknown',
	]);
});

test.each([
	['https://api.example.com/v1/', BASE_URL],
	['https://api.example.com', BASE_URL],
	[' \u200bhttps://API.example.com:443/V1//\n', BASE_URL],
	['https://example.com/workspace', 'https://example.com/workspace/v1'],
	['http://[::1]:3000/v1', 'http://[::1]:3000/v1'],
])('the base URL %j is read as %s', (baseUrl, expected) => {
	expect(read({ baseUrl }).baseUrl).toBe(expected);
});

test.each([
	['', 'must be a full URL'],
	['api.example.com/v1', 'must be a full URL'],
	['ftp://api.example.com/v1', 'must be a full URL'],
	['https://api.example.com/a b/v1', 'must be a full URL'],
	['https://me:pass@api.example.com/v1', 'must be a full URL'],
	['https://api.example.com/v1?x=1', 'must be a full URL'],
	['https://api.example.com/v2', 'must end with /v1'],
	['https://api.example.com/v1/made_up/v1', 'must end with /v1'],
])('the base URL %j is rejected', (baseUrl, message) => {
	expect(rejected(() => read({ baseUrl }))).toContain(`'Base URL' ${message}`);
});

test.each([
	[{}, 1_000],
	[{ plan: 'pro' }, 1_000],
	[{ plan: 'enterprise' }, 10_000],
	[{ plan: 'custom', requestsPerMinute: '90.7' }, 90],
])('%j allows %i requests a minute', (fields, expected) => {
	expect(read(fields).requestsPerMinute).toBe(expected);
});

test.each([
	[{ plan: 'custom', requestsPerMinute: 0.5 }, "'Requests per Minute' must be"],
	[{ plan: 'custom', requestsPerMinute: 'many' }, "'Requests per Minute' must be"],
	[{ plan: 'Enterprise' }, "'Plan' must be one of pro, enterprise, custom"],
])('the plan %j is rejected', (fields, message) => {
	expect(rejected(() => read(fields))).toContain(message);
});

const headers = (...header: IDataObject[]) => ({ headers: { header } });

test('additional headers are read without empty rows', () => {
	const rows = headers({ name: ' X-Tenant ', value: ' acme ' }, { name: '', value: '' });
	expect(read(rows).headers).toEqual({ 'x-tenant': 'acme' });
});

test.each([
	['Host', 'x'],
	['Idempotency-Key', 'x'],
	['If-Match', 'x'],
	['Proxy-Authorization', 'x'],
	['__proto__', 'x'],
	['X-Key: made_up', 'x'],
	['X-Key', ''],
	['X-Key', 'made_up\nX-Other: x'],
	['X-Key', 'schön'],
])('the header %j: %j is rejected', (name, value) => {
	const message = "The header in row 1 of 'Additional Headers' cannot be sent";
	expect(rejected(() => read(headers({ name, value })))).toBe(message);
});

test('a header that is set twice is rejected', () => {
	const twice = headers({ name: 'X-A', value: '1' }, { name: 'x-a', value: '2' });
	expect(rejected(() => read(twice))).toContain('The header in row 2');
});

const listSettings = (settings: IDataObject) => read({ service: { settings } }).lists;

test('list settings that are not set are undefined', () => {
	expect(read({}).lists).toEqual({ ignoreTotal: false });
	expect(listSettings({ pageSizeParameter: 'n' }).pageSize).toBe(100);
	const all = { style: 'cursor', nextPath: 'n', parameter: 'p', recordsPath: 'r' };
	const more = { pageSizeParameter: 'per_page', pageSize: 7, ignoreTotal: true };
	const settings = { ...all, ...more };
	expect(listSettings(settings)).toEqual(settings);
});

test('what is left over from another style does not apply', async () => {
	const settings = { style: 'none', parameter: 'p', nextPath: 'n', recordsPath: 'r', pageSize: 7 };
	const credential = { apiKey: KEY, baseUrl: BASE_URL, service: { settings } };
	const { lists } = await connect(executeContext(credential).context);
	expect(lists).toMatchObject({
		style: 'none',
		parameter: undefined,
		nextPath: undefined,
		recordsPath: 'r',
	});
});

test.each([
	[{ pageSizeParameter: 'n', pageSize: 0 }, "'Page Size' must be"],
	[{ recordsPath: null }, "'Records Path' must be a text, but its expression returned nothing"],
])('the list settings %j are rejected', (settings, message) => {
	expect(rejected(() => listSettings(settings))).toContain(message);
});
