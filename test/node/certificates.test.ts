import './userFolder';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { CredentialTestContext } from 'n8n-core';

import { ProjectWorkspace } from '../../nodes/ProjectWorkspace/ProjectWorkspace.node';
import { JSON_TYPE, scriptedServer } from '../servers/scriptedServer';
import { runNode } from './runNode';

const folder = mkdtempSync(join(tmpdir(), 'certificates-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fileOf = (name: string) => join(folder, name);
/** A key and a certificate that is signed with this key itself. */
function selfSigned(name: string, host = 'IP:127.0.0.1'): void {
	const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
	const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${host}`];
	const files = ['-keyout', `${name}.key`, '-out', `${name}.pem`];
	execFileSync('openssl', ['req', '-x509', ...key, ...subject, ...files], {
		cwd: folder,
		stdio: 'pipe',
	});
}

/** An https server, as the service has one. It counts what it receives. */
async function secureServer(name: string, settings: ServerOptions = {}) {
	const [key, cert] = ['key', 'pem'].map((end) => readFileSync(fileOf(`${name}.${end}`)));
	let received = 0;
	const server = createServer({ key, cert, ...settings }, (_, response) => {
		received += 1;
		response.writeHead(200, { ...JSON_TYPE, 'x-ratelimit-remaining': '987' }).end('{"data":[]}');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo; // listening on TCP, so it is one
	const close = async () => {
		const closed = new Promise((resolve) => server.close(resolve));
		server.closeAllConnections();
		await closed;
	};
	return { baseUrl: `https://127.0.0.1:${port}/v1`, close, received: () => received };
}

const trusted = getCACertificates('default');
afterAll(() => setDefaultCACertificates(trusted));
beforeAll(() => {
	selfSigned('unknown');
	selfSigned('known');
	selfSigned('other', 'DNS:other.example.com');
	const known = ['known', 'other'].map((name) => readFileSync(fileOf(`${name}.pem`), 'utf8'));
	setDefaultCACertificates([...trusted, ...known]);
});

/** What a run of the node and the test of the credential say. */
async function saidAbout(baseUrl: string) {
	const credential = { apiKey: 'ac_test_made_up_key_for_tests', baseUrl, plan: 'enterprise' };
	const { error } = await runNode({
		credential,
		parameters: { resource: 'user', operation: 'invite', bodyMode: 'json', jsonBody: '{"a":1}' },
	});
	const { projectWorkspaceApiTest } = new ProjectWorkspace().methods.credentialTest;
	const tested = await projectWorkspaceApiTest.call(new CredentialTestContext(), {
		...{ id: '1', name: 'Test', type: 'projectWorkspaceApi' },
		data: credential,
	});
	return { error, tested };
}

const OLD_TLS: ServerOptions = {
	minVersion: 'TLSv1',
	maxVersion: 'TLSv1',
	ciphers: 'DEFAULT@SECLEVEL=0',
};
const MUTUAL: ServerOptions = { requestCert: true };

test.each<[string, string, string, ServerOptions?]>([
	['unknown', 'n8n does not trust the certificate of the service', 'NODE_EXTRA_CA_CERTS'],
	['other', 'The certificate of the service is for another host', "Check 'Base URL'"],
	['known', 'outdated version of TLS', 'protocol version', OLD_TLS],
	['known', 'may demand a client certificate', 'CERTIFICATE_REQUIRED', MUTUAL],
	['known', 'may demand a client certificate', 'handshake', { ...MUTUAL, maxVersion: 'TLSv1.2' }],
])(
	'TLS that fails (certificate: %s) is said as such: %s',
	async (...[name, message, advice, more]) => {
		const server = await secureServer(name, more);
		const { error, tested } = await saidAbout(server.baseUrl);
		await server.close();
		expect(error).toMatchObject({
			message: expect.stringContaining(message),
			description: expect.stringContaining(advice),
		});
		expect(tested).toEqual({ status: 'Error', message: expect.stringContaining(message) });
		expect(tested.message).toContain(advice);
		expect(server.received()).toBe(0);
	},
);

test('a known certificate for this host is accepted', async () => {
	const server = await secureServer('known');
	const { error, tested } = await saidAbout(server.baseUrl);
	await server.close();
	expect(error).toBeUndefined();
	expect(tested.status).toBe('OK');
	expect(server.received()).toBeGreaterThanOrEqual(2);
});

test('https on a port that has none is said as such', async () => {
	const plain = await scriptedServer(() => ({ body: '{}' }));
	const { error, tested } = await saidAbout(plain.baseUrl.replace('http:', 'https:'));
	await plain.close();
	const message = expect.stringContaining("'Base URL' begins with https://");
	const description = expect.stringContaining('change https:// to http://');
	expect(error).toMatchObject({ message, description });
	expect(tested).toEqual({ status: 'Error', message });
});
