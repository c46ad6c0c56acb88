import { isLoopback, obstacleTo } from '../../nodes/ProjectWorkspace/client/address';

test.each([
	'https://n8n.example.com/webhook/x',
	'http://8.8.8.8/webhook',
	'http://172.32.0.1/',
	'http://100.128.0.1/',
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
	'http://10.0.0.5/webhook',
	'http://172.16.0.1/',
	'http://172.31.255.255/',
	'http://192.168.1.20:5678/webhook/x',
	'http://0xC0.0xA8.1.1/',
	'http://3232235777/',
	'http://169.254.1.1/',
	'http://100.64.0.1/',
	'http://0.0.0.0:5678/',
	'http://192.0.2.1/',
	'http://224.0.0.1/',
	'http://255.255.255.255/',
	'http://[fd00::1]/',
	'http://[fc12::1]/',
	'http://[fe80::1]/',
	'http://[::]/',
	'http://[::ffff:192.168.0.1]/',
	'http://[2001:db8::1]/',
	'http://n8n:5678/webhook/x',
	'http://n8n.local/',
	'http://n8n.LOCAL./',
	'http://n8n.internal/',
	'http://n8n.lan/',
	'http://box.home.arpa/',
])('%s can never be reached, and words say why', (url) => {
	expect(obstacleTo(url)?.length).toBeGreaterThan(10);
});

test.each([
	['http://localhost:5678/', true],
	['http://a.localhost/', true],
	['http://127.0.0.1/', true],
	['http://[::1]/', true],
	['https://n8n.example.com/', false],
])('%s is this machine: %s', (url, answer) => {
	expect(isLoopback(url)).toBe(answer);
});

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
