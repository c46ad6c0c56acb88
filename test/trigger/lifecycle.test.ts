import { obstacleTo, whyNothingArrives } from '../../nodes/ProjectWorkspace/old/trigger/lifecycle';

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
	expect([whyNothingArrives(url), obstacleTo(url)]).toEqual([undefined, undefined]);
});

test.each([
	...['', 'n8n.example.com', 'ftp://n8n.example.com/', 'http://[ff02::1]/'],
	...['http://[2001:db8::1]/', 'http://n8n.invalid/'],
])('nothing can ever arrive at %j, and the text says why', (url) => {
	expect(whyNothingArrives(url)).toEqual(expect.any(String));
});

test.each([
	...['[fd00::1]', '[fc12::1]', '[fe80::1]', '[feff::1]', '[::]', '[::ffff:192.168.0.1]'],
	...['n8n:5678', 'n8n.LOCAL.'],
])('the service cannot reach %s, but a relay may', (host) => {
	const url = `http://${host}/webhook/x`;
	expect(whyNothingArrives(url)).toBeUndefined();
	expect(obstacleTo(url)).toEqual(expect.any(String));
});

const numberOf = (address: string) =>
	address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

test.each([
	['0.0.0.0', '0.255.255.255', obstacleTo],
	['10.0.0.0', '10.255.255.255', obstacleTo],
	['100.64.0.0', '100.127.255.255', obstacleTo],
	['169.254.0.0', '169.254.255.255', obstacleTo],
	['172.16.0.0', '172.31.255.255', obstacleTo],
	['192.0.2.0', '192.0.2.255', whyNothingArrives],
	['192.168.0.0', '192.168.255.255', obstacleTo],
	['198.18.0.0', '198.19.255.255', obstacleTo],
	['198.51.100.0', '198.51.100.255', whyNothingArrives],
	['203.0.113.0', '203.0.113.255', whyNothingArrives],
	['224.0.0.0', '255.255.255.255', whyNothingArrives],
])('%s to %s are not public, and the addresses around them are', (first, last, why) => {
	const [low, high] = [numberOf(first), numberOf(last)];
	const isPublic = (address: number) => why(`http://${address}:5678/`) === undefined;
	const outside = [low - 1, high + 1].filter((each) => each >= 0 && each < 2 ** 32);
	expect([low, Math.floor((low + high) / 2), high].some(isPublic)).toBe(false);
	expect(outside.every(isPublic)).toBe(true);
});

test.each('local internal intranet lan home home.arpa localdomain corp private'.split(' '))(
	'a name that ends in .%s only works in a local network',
	(ending) => {
		expect(obstacleTo(`http://n8n.${ending}/`)).toContain(`names ending in .${ending} only`);
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
])('at %s, a service at %s can reach it: %s', (webhook, service, canReach) => {
	expect(obstacleTo(webhook, service) === undefined).toBe(canReach);
});
