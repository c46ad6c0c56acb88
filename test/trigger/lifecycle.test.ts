import { obstacleTo } from '../../nodes/ProjectWorkspace/trigger/lifecycle';

test.each([
	'https://n8n.example.com/webhook/x',
	'HTTPS://n8n.example.com/webhook',
	'https://[2606:4700::1111]/webhook',
	'https://localhost.example.com/',
	'https://10.example.com/',
	'http://localhost:5678/webhook/x',
	'http://localhost.:5678/webhook/x',
	'http://n8n.localhost:5678/',
	'http://127.0.0.1:5678/webhook/x',
	'http://127.8.9.1/',
	'http://[::1]:5678/',
])('%s can be reached, or is this machine', (url) => {
	expect(obstacleTo(url)).toBeUndefined();
});

test.each([
	undefined,
	'',
	'n8n.example.com',
	'ftp://n8n.example.com/',
	'http://[ff02::1]/',
	'http://[2001:db8::1]/',
	'http://n8n.invalid/',
])('nothing can ever arrive at %s, and the text says why', (url) => {
	for (const service of [undefined, 'http://10.0.0.7/v1']) {
		expect(obstacleTo(url, service)).toEqual({ because: expect.any(String), isFinal: true });
	}
});

test.each([
	'http://[fd00::1]/',
	'http://[fc12::1]/',
	'http://[fe80::1]/',
	'http://[feff::1]/',
	'http://[::]/',
	'http://[::ffff:192.168.0.1]/',
	'http://n8n:5678/webhook/x',
	'http://n8n.LOCAL./',
])('the service cannot reach %s, but a relay may', (url) => {
	expect(obstacleTo(url)).toEqual({ because: expect.any(String), isFinal: false });
});

const numberOf = (address: string) =>
	address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

test.each([
	['0.0.0.0', '0.255.255.255', false],
	['10.0.0.0', '10.255.255.255', false],
	['100.64.0.0', '100.127.255.255', false],
	['169.254.0.0', '169.254.255.255', false],
	['172.16.0.0', '172.31.255.255', false],
	['192.0.2.0', '192.0.2.255', true],
	['192.168.0.0', '192.168.255.255', false],
	['198.18.0.0', '198.19.255.255', false],
	['198.51.100.0', '198.51.100.255', true],
	['203.0.113.0', '203.0.113.255', true],
	['224.0.0.0', '255.255.255.255', true],
])('%s to %s are not public, and the addresses around them are', (first, last, isFinal) => {
	const [low, high] = [numberOf(first), numberOf(last)];
	const finalAt = (address: number) => obstacleTo(`http://${address}:5678/`)?.isFinal;
	const inside = [low, Math.floor((low + high) / 2), high];
	const outside = [low - 1, high + 1].filter((each) => each >= 0 && each < 2 ** 32);
	expect([inside.map(finalAt), outside.map(finalAt)]).toEqual([
		[isFinal, isFinal, isFinal],
		outside.map(() => undefined),
	]);
});

test.each('local internal intranet lan home home.arpa localdomain corp private'.split(' '))(
	'a name that ends in .%s only works in a local network',
	(ending) => {
		const because = obstacleTo(`http://n8n.${ending}/`)?.because;
		expect(because).toContain(`names ending in .${ending} only`);
	},
);

test.each([
	['http://192.168.1.5:5678/webhook', 'http://10.0.0.7/v1', true],
	['http://n8n:5678/webhook', 'http://workspace:8080/v1', true],
	['http://n8n.lan/webhook', 'https://workspace.internal/v1', true],
	['http://192.168.1.5:5678/webhook', 'https://api.example.com/v1', false],
	['http://192.168.1.5:5678/webhook', 'http://127.0.0.1:3000/v1', false],
	['http://192.168.1.5:5678/webhook', 'http://localhost.example.com/v1', false],
	['http://192.168.1.5:5678/webhook', '', false],
	['no URL', 'http://10.0.0.7/v1', false],
])('at %s, a service at %s can reach it: %s', (webhook, service, canReach) => {
	expect(obstacleTo(webhook, service) === undefined).toBe(canReach);
});
